/** Sets of characters that both search engines understand alike. */

/** Inclusive ranges of code points, ascending and apart. Surrogates are never part of one. */
export type CodePoints = readonly (readonly [number, number])[];

const last = 0x10ffff;
const surrogates: readonly [number, number] = [0xd800, 0xdfff];

/** Sorted, joined, and without surrogates. */
export const toCodePoints = (ranges: Iterable<readonly [number, number]>): CodePoints => {
  const parts: [number, number][] = [];
  for (const [from, to] of ranges) {
    if (from < surrogates[0]) parts.push([from, Math.min(to, surrogates[0] - 1)]);
    if (to > surrogates[1]) parts.push([Math.max(from, surrogates[1] + 1), to]);
  }
  parts.sort((one, other) => one[0] - other[0]);
  const joined: [number, number][] = [];
  for (const [from, to] of parts) {
    const before = joined.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else joined.push([from, to]);
  }
  return joined;
};

export const complementRanges = (set: CodePoints): CodePoints => {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= last) gaps.push([next, last]);
  return toCodePoints(gaps);
};

const scan = (pattern: RegExp): CodePoints => {
  const ranges: [number, number][] = [];
  let start = -1;
  for (let point = 0; point <= last + 1; point += 1) {
    const inside = point <= last && pattern.test(String.fromCodePoint(point));
    if (inside && start < 0) start = point;
    if (!inside && start >= 0) {
      ranges.push([start, point - 1]);
      start = -1;
    }
  }
  return toCodePoints(ranges);
};

/** Answers the code points of a property; scanning all of Unicode once per property, so keep the function. */
export const createProperties = (): ((name: string) => CodePoints | null) => {
  const known = new Map<string, CodePoints | null>();
  const look = (name: string): CodePoints | null => {
    for (const property of [name, `Script=${name}`]) {
      let pattern: RegExp;
      try {
        pattern = new RegExp(`^\\p{${property}}$`, 'u');
      } catch {
        continue;
      }
      return scan(pattern);
    }
    return null;
  };
  return (name) => {
    const found = known.has(name) ? known.get(name) : look(name);
    known.set(name, found ?? null);
    return found ?? null;
  };
};

export type Properties = ReturnType<typeof createProperties>;

export const digits: CodePoints = [[48, 57]];
/** Tab to carriage return and the blanks of Unicode; the same for both engines. */
export const blanks: CodePoints = [
  [9, 13],
  [32, 32],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];
/** Letters, marks, digits and connectors of every script: 中 is part of a word. */
export const wordProperties = ['L', 'M', 'Nd', 'Nl', 'Pc'];

const range = (from: string, to: string): readonly [number, number] => [
  from.charCodeAt(0),
  to.charCodeAt(0),
];
const lower = range('a', 'z');
const upper = range('A', 'Z');
const digit = range('0', '9');

export const posixClasses: Readonly<Record<string, CodePoints>> = {
  alpha: [upper, lower],
  digit: [digit],
  alnum: [digit, upper, lower],
  upper: [upper],
  lower: [lower],
  space: [
    [9, 13],
    [32, 32],
  ],
  blank: [
    [9, 9],
    [32, 32],
  ],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  xdigit: [digit, range('A', 'F'), range('a', 'f')],
  word: [digit, upper, [95, 95], lower],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  print: [[32, 126]],
  graph: [[33, 126]],
  ascii: [[0, 127]],
};
