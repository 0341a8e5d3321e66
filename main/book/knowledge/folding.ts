/** Folds letters so that spellings of one name are equal. */
import HongKong from 'opencc-js/dict/HKVariantsRev';
import TraditionalToSimplified from 'opencc-js/dict/TSCharacters';
import Taiwan from 'opencc-js/dict/TWVariantsRev';
import { isHanUnit } from '#main/base/prose/script.ts';

/** Stands for any run of white space. */
export const spaceSymbol = 0x20;
/** What leaves no symbol behind: marks over Latin letters, variation selectors, invisible joiners. */
export const noSymbol = 0;

/** Maps code points to symbols, so that spellings a reader takes for the same become the same. */
export type Folding = {
  /** Code point → symbol (a code point again), {@link spaceSymbol} or {@link noSymbol}. */
  symbolOf(codePoint: number): number;
  /** The same for every code point below 0x10000, for loops that cannot afford a call. */
  symbols: Uint32Array;
  /** Whether a UTF-16 unit is a letter or digit of a script that writes spaces between words. */
  isWordUnit(unit: number): boolean;
};

/** Combining marks, variation selectors, soft hyphen, zero-width characters (UTF-16 units, inclusive). */
const silentRanges: readonly (readonly [number, number])[] = [
  [0x0300, 0x036f],
  [0xfe00, 0xfe0f],
  [0x00ad, 0x00ad],
  [0x200b, 0x200d],
  [0x2060, 0x2060],
  [0xfeff, 0xfeff],
];
const apostrophes = /['\u2018\u2019\u02bc\u2032\u0060\u00b4]/;
const middleDots = /[·•‧∙⋅・]/;
const hyphens = /[-\u2010\u2011]/;
const latinWithMarks = /^(\p{Script=Latin})\p{M}+$/u;
const spacedWord = /[\p{L}\p{N}_]/u;
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Han, Hangul, surrogates, private use (inclusive): nothing but the character map changes them. */
const constantRanges: readonly (readonly [number, number])[] = [
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0xd800, 0xf8ff],
];

const within = (unit: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([first, last]) => unit >= first && unit <= last);

const single = (text: string, otherwise: string): string =>
  String.fromCodePoint(text.codePointAt(0) ?? 0) === text ? text : otherwise;

/** Full width to half width, compatibility forms to plain ones, capitals to small ones, accents off. */
const plain = (character: string): string => {
  const compatible = single(character.normalize('NFKC'), character);
  const lower = single(compatible.toLowerCase(), compatible);
  if (lower === 'ς') return 'σ';
  return latinWithMarks.exec(lower.normalize('NFD'))?.[1]?.toLowerCase() ?? lower;
};

const foldCharacter = (character: string): number => {
  const unit = character.charCodeAt(0);
  if (within(unit, silentRanges)) return noSymbol;
  if (/\s/.test(character)) return spaceSymbol;
  const folded = plain(character);
  if (apostrophes.test(folded)) return 0x27;
  if (middleDots.test(folded)) return 0xb7;
  if (hyphens.test(folded)) return 0x2d;
  return folded.codePointAt(0) ?? noSymbol;
};

/** Character by character: regional variants to their standard form, traditional to simplified. */
const hanMap = (): Map<number, number> => {
  const map = new Map<number, number>();
  const first = (text: string | undefined): number => text?.codePointAt(0) ?? 0;
  for (const entry of TraditionalToSimplified.split('|')) {
    const [from, to] = entry.split(' ');
    map.set(first(from), first(to));
  }
  for (const entry of [...Taiwan.split('|'), ...HongKong.split('|')]) {
    const [from, to] = entry.split(' ');
    if (!map.has(first(from))) map.set(first(from), map.get(first(to)) ?? first(to));
  }
  return map;
};

const isVariationSelector = (codePoint: number): boolean =>
  codePoint >= 0xe0100 && codePoint <= 0xe01ef;

/**
 * Builds the tables (some 30 ms; make one and keep it). The character map is the one of OpenCC, without its
 * phrases: matching wants equal symbols for equal names, not good simplified prose.
 */
export const createFolding = (): Folding => {
  const han = hanMap();
  const symbols = new Uint32Array(0x10000);
  const words = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) {
    if (within(unit, constantRanges)) {
      symbols[unit] = han.get(unit) ?? unit;
      continue;
    }
    const character = String.fromCharCode(unit);
    const symbol = foldCharacter(character);
    symbols[unit] = han.get(symbol) ?? symbol;
    words[unit] = spacedWord.test(character) && !unspacedScript.test(character) ? 1 : 0;
  }
  const foldAstral = (codePoint: number): number => {
    if (isVariationSelector(codePoint)) return noSymbol;
    const symbol = plain(String.fromCodePoint(codePoint)).codePointAt(0) ?? codePoint;
    return han.get(symbol) ?? symbol;
  };
  return {
    symbols,
    symbolOf: (codePoint) =>
      codePoint < 0x10000 ? (symbols[codePoint] ?? codePoint) : foldAstral(codePoint),
    isWordUnit: (unit) => words[unit] === 1,
  };
};

/** A line end right between Han characters: a line was broken by hand there, and a word may go on behind it. */
export const isLineBroken = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x0a &&
  isHanUnit(text.charCodeAt(at - 1)) &&
  isHanUnit(text.charCodeAt(at + 1));

/** The symbols of a name: runs of white space are one, none at the ends. */
export const foldName = (name: string, folding: Folding): number[] => {
  const symbols: number[] = [];
  const written = name.trim();
  let at = 0;
  for (const character of written) {
    const isBroken = isLineBroken(written, at);
    at += character.length;
    const symbol = isBroken ? noSymbol : folding.symbolOf(character.codePointAt(0) ?? 0);
    if (symbol === noSymbol || (symbol === spaceSymbol && symbols.at(-1) === spaceSymbol)) continue;
    symbols.push(symbol);
  }
  while (symbols.at(-1) === spaceSymbol) symbols.pop();
  return symbols;
};

/** Which characters have the same symbol: made once, some milliseconds. Of rare planes only the character itself. */
export const createSpellings = (folding: Folding): ((character: string) => readonly string[]) => {
  const bySymbol = new Map<number, string[]>();
  folding.symbols.forEach((symbol, unit) => {
    if (symbol === noSymbol || (unit >= 0xd800 && unit <= 0xdfff)) return;
    const same = bySymbol.get(symbol);
    if (same) same.push(String.fromCharCode(unit));
    else bySymbol.set(symbol, [String.fromCharCode(unit)]);
  });
  return (character) => bySymbol.get(folding.symbolOf(character.codePointAt(0) ?? 0)) ?? [];
};
