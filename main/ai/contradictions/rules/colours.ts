/** Words for colours, in the buckets that are held against each other. */

/** One bucket, or null: 灰蓝 is neither. */
export const chineseColourIn = (
  written: string,
  buckets: readonly (readonly [string, RegExp])[],
): string | null => {
  const found = buckets.filter(([, signs]) => signs.test(written));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
};
export const chineseEyes = [
  ['blue', /蓝/u],
  ['green', /绿/u],
  ['grey', /灰/u],
  ['brown', /[褐棕栗]|琥珀/u],
  ['black', /黑/u],
] as const;
export const chineseHair = [
  ['black', /黑/u],
  ['blond', /金/u],
  ['red', /红/u],
  ['brown', /[棕褐栗]/u],
  ['blue', /蓝/u],
  ['green', /绿/u],
  ['white', /[白灰银]/u],
] as const;

export const englishEyes: Readonly<Record<string, string>> = {
  blue: 'blue',
  green: 'green',
  grey: 'grey',
  gray: 'grey',
  brown: 'brown',
  black: 'black',
};
export const englishHair: Readonly<Record<string, string>> = {
  black: 'black',
  red: 'red',
  ginger: 'red',
  blond: 'blond',
  blonde: 'blond',
  flaxen: 'blond',
  brown: 'brown',
  chestnut: 'brown',
  auburn: 'brown',
};
