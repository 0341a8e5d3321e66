/** Reads numbers written in digits, Chinese or English. */

const digits = '零一二三四五六七八九';

const fromHan = (written: string): number | null => {
  let total = 0;
  let digit = 0;
  for (const character of written.replace(/两/g, '二').replace(/〇/g, '零')) {
    const value = digits.indexOf(character);
    if (value >= 0) {
      digit = value;
      continue;
    }
    const unit = character === '十' ? 10 : character === '百' ? 100 : null;
    if (unit === null) return null;
    total += (digit === 0 && unit === 10 ? 1 : digit) * unit;
    digit = 0;
  }
  return total + digit;
};

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const fromEnglish = (written: string): number | null => {
  const words = written.toLowerCase().split(/[\s-]+/);
  if (words.length > 2) return null;
  const [first = '', second] = words;
  if (second === undefined && ones.includes(first)) return ones.indexOf(first);
  const ten = (tens.indexOf(first) + 2) * 10;
  if (ten < 20) return null;
  if (second === undefined) return ten;
  const one = ones.indexOf(second);
  return one > 0 && one < 10 ? ten + one : null;
};

/** 9, 九, 十二, 两, nine, twenty-one; null for what is no number. */
export const readNumber = (written: string): number | null => {
  const trimmed = written
    .trim()
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  if (/^\d{1,5}$/.test(trimmed)) return Number(trimmed);
  if (/^[〇零一二两三四五六七八九十百]+$/.test(trimmed)) return fromHan(trimmed);
  return fromEnglish(trimmed);
};

const countWords: Readonly<Record<string, number>> = { once: 1, twice: 2, a: 1, an: 1 };

/** How many times: a number, once, twice, three times, a, an. */
export const readCount = (written: string): number | null =>
  countWords[written.toLowerCase()] ?? readNumber(written.replace(/ times$/i, ''));

/** For use in expressions. */
export const readHanNumber = '(?:[〇零一二两三四五六七八九十百]{1,6}|[0-9０-９]{1,5})';
export const readEnglishNumber = `(?:\\d{1,5}|(?:${tens.join('|')})(?:[ -](?:${ones.slice(1, 10).join('|')}))?|${ones
  .slice()
  .sort((one, other) => other.length - one.length)
  .join('|')})`;
