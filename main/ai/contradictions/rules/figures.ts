/** Numbers as prose writes them. Pure. */

const hanDigits = new Map<string, number>(
  [...'〇零○一二三四五六七八九'].map((digit, at) => [digit, Math.max(0, at - 2)]),
);
hanDigits.set('两', 2).set('俩', 2);
const hanUnits = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

const hanFigure = (written: string): number | null => {
  let sum = 0;
  let digit: number | null = null;
  for (const character of written) {
    const unit = hanUnits.get(character);
    const value = hanDigits.get(character);
    if (unit !== undefined) {
      sum += (digit ?? 1) * unit;
      digit = null;
    } else if (value !== undefined) digit = value;
    else return null;
  }
  return sum + (digit ?? 0);
};

const small = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
);
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, (at + 2) * 10]),
);

const latinFigure = (written: string): number | null => {
  let sum = 0;
  let open = 0;
  for (const word of written.toLowerCase().split(/[\s-]+/)) {
    const value = small.get(word) ?? tens.get(word);
    if (value !== undefined) open += value;
    else if (word === 'a' || word === 'an') open += 1;
    else if (word === 'dozen') open = Math.max(1, open) * 12;
    else if (word === 'hundred') open = Math.max(1, open) * 100;
    else if (word === 'thousand') {
      sum += Math.max(1, open) * 1000;
      open = 0;
    } else if (word !== 'and') return null;
  }
  return sum + open;
};

/** Null for what is no number. */
export const readFigure = (written: string): number | null => {
  const digits = written.replaceAll(/[,，\s](?=\d{3}\b)/g, '');
  if (/^\d+$/.test(digits)) return Number(digits);
  return /\p{Script=Han}|〇|○/u.test(written) ? hanFigure(written) : latinFigure(written);
};

/** A year of four digits, however they are written. */
export const readYear = (written: string): number | null => {
  if (/^\d{4}$/.test(written)) return Number(written);
  const digits = [...written].map((digit) => hanDigits.get(digit));
  if (digits.length !== 4 || digits.some((digit) => digit === undefined)) return null;
  return Number(digits.join(''));
};

/** Of Chinese and English numbers, as alternatives of an expression. */
export const hanNumber = '[〇零○一二三四五六七八九十百千两]{1,8}|\\d{1,5}';
export const hanYear = '[〇零○一二三四五六七八九]{4}|\\d{4}';
const word = [...small.keys(), ...tens.keys(), 'hundred', 'thousand', 'dozen'].join('|');
export const latinNumber = `(?:an? )?(?:(?:${word})(?:[\\s-]|(?= ))(?:and )?)*(?:${word})|\\d{1,3}(?:,\\d{3})+|\\d{1,5}`;
