/** Reads Chinese numerals. */
const digits = new Map<string, number>(
  [
    '零〇○',
    '一壹弌',
    '二贰貳两兩',
    '三叁參',
    '四肆',
    '五伍',
    '六陆陸',
    '七柒',
    '八捌',
    '九玖',
  ].flatMap((characters, value) => [...characters].map((character) => [character, value] as const)),
);
const units = new Map<string, number>([
  ['十', 10],
  ['拾', 10],
  ['百', 100],
  ['佰', 100],
  ['千', 1000],
  ['仟', 1000],
]);
const tens = new Map<string, number>([
  ['廿', 20],
  ['卄', 20],
  ['卅', 30],
  ['卌', 40],
]);

/** Every character a Chinese numeral can hold, for use inside a character class. */
export const chineseNumeralCharacters = [
  ...digits.keys(),
  ...units.keys(),
  ...tens.keys(),
  '万萬',
].join('');

const positional = (characters: readonly string[]): number | null => {
  let value = 0;
  for (const character of characters) {
    const digit = digits.get(character);
    if (digit === undefined) return null;
    value = value * 10 + digit;
  }
  return value;
};

/**
 * Value of a Chinese numeral below one hundred million: `一百零二`, `廿三`, `两千`, `一〇二`, and the clipped
 * `一百二` (120). Null when the text is none.
 */
export const parseChineseNumeral = (text: string): number | null => {
  const characters = [...text];
  if (characters.length === 0) return null;
  const plain = positional(characters);
  if (plain !== null) return plain;

  let total = 0;
  let section = 0;
  let digit: number | null = null;
  let lastUnit = Number.POSITIVE_INFINITY;
  let afterZero = false;
  for (const character of characters) {
    const value = digits.get(character);
    const unit = units.get(character);
    const ten = tens.get(character);
    if (value === 0) {
      if (digit !== null) return null;
      afterZero = true;
    } else if (value !== undefined) {
      if (digit !== null) return null;
      digit = value;
    } else if (unit !== undefined || ten !== undefined) {
      const size = unit ?? 10;
      if (size >= lastUnit || (ten !== undefined && digit !== null)) return null;
      section += ten ?? (digit ?? 1) * size;
      digit = null;
      lastUnit = size;
      afterZero = false;
    } else if (character === '万' || character === '萬') {
      if (total > 0 || section + (digit ?? 0) === 0) return null;
      total = (section + (digit ?? 0)) * 10_000;
      section = 0;
      digit = null;
      lastUnit = 10_000;
      afterZero = false;
    } else {
      return null;
    }
  }
  if (digit === null) return total + section;
  const clipped = !afterZero && Number.isFinite(lastUnit) ? lastUnit / 10 : 1;
  return total + section + digit * clipped;
};

const romanValues: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const romanShape = /^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/i;

/** Value of a well-formed Roman numeral of either case, or null. */
export const parseRomanNumeral = (text: string): number | null => {
  if (text === '' || !romanShape.test(text)) return null;
  const values = [...text.toLowerCase()].map((letter) => romanValues[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
};

const englishOnes = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const englishTens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** Value of an English number word below one hundred (`Twelve`, `twenty-one`), or null. */
export const parseEnglishNumber = (text: string): number | null => {
  const [first = '', second, ...more] = text.toLowerCase().split(/[\s-]+/);
  if (more.length > 0) return null;
  const small = englishOnes.indexOf(first);
  if (small >= 0) return second === undefined ? small : null;
  const ten = englishTens.indexOf(first);
  if (ten < 0) return null;
  if (second === undefined) return (ten + 2) * 10;
  const one = englishOnes.indexOf(second);
  return one >= 1 && one <= 9 ? (ten + 2) * 10 + one : null;
};
