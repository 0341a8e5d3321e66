/** Reads character classes of a pattern. */
import {
  blanks,
  type CodePoints,
  complementRanges,
  digits,
  posixClasses,
  type Properties,
  toCodePoints,
  wordProperties,
} from './code-points.ts';
import { patternInvalid, type Reader } from './reader.ts';

const controls: Readonly<Record<string, number>> = {
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  a: 7,
};

const classLetters = 'dDwWsS';
const lastPoint = 0x10ffff;

const namedSet = (letter: string, properties: Properties): CodePoints => {
  switch (letter) {
    case 'd':
      return digits;
    case 's':
      return blanks;
    default:
      return toCodePoints(wordProperties.flatMap((name) => properties(name) ?? []));
  }
};

const readProperty = (reader: Reader, properties: Properties): CodePoints => {
  const at = reader.at;
  let name: string | null = reader.next();
  if (name === '{') name = reader.until('}');
  const points =
    name !== null && /^[A-Za-z_]+(?:=[A-Za-z_]+)?$/.test(name) ? properties(name) : null;
  if (points === null) throw patternInvalid('no such Unicode property', at);
  return points;
};

const readHex = (reader: Reader, length: number): number => {
  const at = reader.at;
  let digitsRead: string | null = '';
  if (reader.take('{')) digitsRead = reader.until('}');
  else for (let count = 0; count < length; count += 1) digitsRead += reader.next();
  const point = /^[0-9A-Fa-f]{1,6}$/.test(digitsRead ?? '')
    ? Number.parseInt(digitsRead ?? '', 16)
    : -1;
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  if (point < 0 || point > lastPoint || surrogate) throw patternInvalid('no such character', at);
  return point;
};

/** What stands behind a backslash when it names characters: one, or a set of them. */
export const readEscape = (
  reader: Reader,
  properties: Properties,
): { codePoint: number } | { points: CodePoints } => {
  const at = reader.at - 1;
  const letter = reader.next();
  if (letter === '') throw patternInvalid('it ends with a backslash', at);
  if (classLetters.includes(letter)) {
    const points = namedSet(letter.toLowerCase(), properties);
    return { points: letter === letter.toLowerCase() ? points : complementRanges(points) };
  }
  if (letter === 'p') return { points: readProperty(reader, properties) };
  if (letter === 'P') return { points: complementRanges(readProperty(reader, properties)) };
  if (letter === 'x') return { codePoint: readHex(reader, 2) };
  if (letter === 'u') return { codePoint: readHex(reader, 4) };
  const control = controls[letter];
  if (control !== undefined) return { codePoint: control };
  if (/[1-9]/.test(letter)) throw patternInvalid('back references are not supported', at);
  if (/[A-Za-z0-9]/.test(letter)) throw patternInvalid(`\\${letter} is not supported`, at);
  return { codePoint: letter.codePointAt(0) ?? 0 };
};

/** A class from behind its `[` to its `]`. */
export const readClass = (
  reader: Reader,
  properties: Properties,
): { points: CodePoints; negated: boolean } => {
  const at = reader.at - 1;
  const negated = reader.take('^');
  const ranges: (readonly [number, number])[] = [];

  const readOne = (): { codePoint: number } | { points: CodePoints } => {
    if (reader.take('\\')) {
      return reader.take('b') ? { codePoint: 8 } : readEscape(reader, properties);
    }
    return { codePoint: reader.next().codePointAt(0) ?? 0 };
  };

  for (let first = true; ; first = false) {
    if (reader.done) throw patternInvalid('a class is not closed', at);
    if (!first && reader.take(']')) break;
    if (reader.take('[:')) {
      const inverse = reader.take('^');
      const set = posixClasses[reader.until(':') ?? ''];
      if (set === undefined || !reader.take(']')) throw patternInvalid('no such class', at);
      ranges.push(...(inverse ? complementRanges(set) : set));
      continue;
    }
    // Ripgrep would nest or intersect here, RE2 would not.
    if (reader.peek() === '[')
      throw patternInvalid('write \\[ for a bracket in a class', reader.at);
    if (['&&', '--', '~~'].includes(reader.peek() + reader.peek(1))) {
      throw patternInvalid('set operations are not supported', reader.at);
    }
    const from = readOne();
    if ('points' in from) {
      ranges.push(...from.points);
      continue;
    }
    let to = from.codePoint;
    if (reader.peek() === '-' && reader.peek(1) !== ']' && reader.peek(1) !== '') {
      reader.next();
      const end = readOne();
      if ('points' in end || end.codePoint < from.codePoint) {
        throw patternInvalid('a range ends before it begins', reader.at);
      }
      to = end.codePoint;
    }
    ranges.push([from.codePoint, to]);
  }
  return { points: toCodePoints(ranges), negated };
};
