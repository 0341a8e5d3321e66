import type { CedictEntry } from './cedict.ts';

/**
 * Which simplified character each traditional one is written as, by majority over the dictionary's headwords.
 * One line, traditional and simplified alternating, in code point order; only characters of one UTF-16 unit, so
 * that folding never moves an offset.
 */
export const traditionalPairs = (entries: readonly CedictEntry[]): string => {
  const counts = new Map<string, Map<string, number>>();
  for (const { traditional, simplified } of entries) {
    if (traditional.length !== simplified.length) continue;
    for (let index = 0; index < traditional.length; index++) {
      const from = traditional.charAt(index);
      const to = simplified.charAt(index);
      if (!/\p{Script=Han}/u.test(from) || !/\p{Script=Han}/u.test(to)) continue;
      const targets = counts.get(from) ?? new Map<string, number>();
      targets.set(to, (targets.get(to) ?? 0) + 1);
      counts.set(from, targets);
    }
  }
  const majority = new Map(
    [...counts].map(([from, targets]) => [
      from,
      [...targets].reduce((a, b) => (b[1] > a[1] ? b : a))[0],
    ]),
  );
  return [...majority]
    .map(([from, to]): [string, string] => [from, majority.get(to) ?? to])
    .filter(([from, to]) => from !== to)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, to]) => from + to)
    .join('');
};

/** Turns text into simplified characters by the pairs. */
export const foldBy = (pairs: string): ((text: string) => string) => {
  const simplified = new Map<string, string>();
  for (let index = 0; index < pairs.length; index += 2) {
    simplified.set(pairs.charAt(index), pairs.charAt(index + 1));
  }
  return (text) => [...text].map((sign) => simplified.get(sign) ?? sign).join('');
};
