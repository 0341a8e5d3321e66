/** Sorts names of chapters as a person would: by their numbers, in either language. */
import type { OrderNames } from './service.ts';
import {
  chineseNumeralCharacters,
  parseChineseNumeral,
  parseEnglishNumber,
  parseRomanNumeral,
} from './numeral.ts';

/** One piece of a name: what comes before every chapter, a number, a word, what comes after every chapter. */
type Piece =
  | { kind: 'front'; rank: number }
  | { kind: 'number'; value: number }
  | { kind: 'text'; text: string }
  | { kind: 'back'; rank: number };

export type NaturalKey = { segments: Piece[][]; path: string };

const kindOrder = { front: 0, number: 1, text: 2, back: 3 } as const;

const separator = /^[\s_\-.,:;·、。，：；—–~()[\]{}「」『』【】《》〈〉"“”'‘’|]+/u;
const partUnits = '卷部篇册冊集季';
const chapterUnits = `${partUnits}章回节節折幕话話`;
const numeral = `[${chineseNumeralCharacters}]+|\\d+`;
const ordinal = new RegExp(`^第\\s*(${numeral})\\s*[${chapterUnits}]?`, 'u');
const counted = new RegExp(`^(${numeral})\\s*[${chapterUnits}]`, 'u');
const unitFirst = new RegExp(`^[${chapterUnits}](?:之)?(${numeral})(?!\\p{Script=Han})`, 'u');
const bareNumeral = new RegExp(`^([${chineseNumeralCharacters}]+)(?=$|[\\s_\\-.,:、，：—(])`, 'u');
const third = new RegExp(
  `^([上中下])(?:[${partUnits}](?!\\p{Script=Han})|(?![\\p{L}\\p{N}]))`,
  'u',
);
const division =
  /^(?:chapter|chap|ch|part|book|volume|vol|act|scene|section|episode|ep)\b[\s.:_-]*(\d+|[a-z]+(?:[\s-]+(?:one|two|three|four|five|six|seven|eight|nine)\b)?|[a-z]+)(?![\p{L}\p{N}])/u;
const arabic = /^\d+/;

const fronts: readonly RegExp[] = [
  /^(?:前言|自序|代序|总序|序言|序(?!\p{Script=Han})|preface\b|foreword\b|dedication\b|epigraph\b)/u,
  /^(?:序章|序曲|楔子|引子|引言|开篇|缘起|prologue\b|prelude\b|introduction\b)/u,
];
const backs: readonly RegExp[] = [
  /^(?:尾声|尾聲|终章|終章|epilogue\b|coda\b)/u,
  /^(?:后记|後記|跋(?!\p{Script=Han})|afterword\b|acknowledge?ments\b|author'?s note\b)/u,
  /^(?:番外|外传|外傳)/u,
  /^(?:附录|附錄|appendix\b)/u,
];

const readNumber = (text: string): number | null =>
  /^\d/.test(text) ? Number(text) : parseChineseNumeral(text);

const readDivision = (word: string): number | null => {
  if (/^\d/.test(word)) return Number(word);
  return (
    parseRomanNumeral(word) ??
    parseEnglishNumber(word) ??
    parseEnglishNumber(word.split(/[\s-]/)[0] ?? '')
  );
};

type Found = { piece: Piece; length: number };

const numberAt = (rest: string, leading: boolean): Found | null => {
  const patterns = leading ? [ordinal, counted, unitFirst, bareNumeral] : [ordinal, unitFirst];
  for (const pattern of patterns) {
    const match = pattern.exec(rest);
    const value = match ? readNumber(match[1] ?? '') : null;
    if (match && value !== null)
      return { piece: { kind: 'number', value }, length: match[0].length };
  }
  const named = division.exec(rest);
  const value = named ? readDivision(named[1] ?? '') : null;
  if (named && value !== null) return { piece: { kind: 'number', value }, length: named[0].length };
  const position = third.exec(rest);
  if (position) {
    return {
      piece: { kind: 'number', value: '上中下'.indexOf(position[1] ?? '') + 1 },
      length: position[0].length,
    };
  }
  const plain = arabic.exec(rest);
  return plain
    ? { piece: { kind: 'number', value: Number(plain[0]) }, length: plain[0].length }
    : null;
};

const edgeAt = (rest: string): Found | null => {
  for (const [kind, patterns] of [
    ['front', fronts],
    ['back', backs],
  ] as const) {
    for (const [rank, pattern] of patterns.entries()) {
      const match = pattern.exec(rest);
      if (match) return { piece: { kind, rank }, length: match[0].length };
    }
  }
  return null;
};

/** Where a run of words ends: before a separator, a digit or an ordinal. */
const wordEnd = /[\s_\-.,:;·、。，：；—–~()[\]{}「」『』【】《》〈〉"“”'‘’|\d第]/u;

const piecesOf = (name: string): Piece[] => {
  const pieces: Piece[] = [];
  let rest = name.normalize('NFKC').toLowerCase();
  while (rest !== '') {
    const gap = separator.exec(rest);
    if (gap) {
      rest = rest.slice(gap[0].length);
      continue;
    }
    const leading = pieces.every((piece) => piece.kind === 'number');
    const found = (leading ? edgeAt(rest) : null) ?? numberAt(rest, leading);
    if (found) {
      pieces.push(found.piece);
      rest = rest.slice(found.length);
      continue;
    }
    const first = [...rest][0] ?? '';
    const stop = rest.slice(first.length).search(wordEnd);
    const length = stop < 0 ? rest.length : first.length + stop;
    pieces.push({ kind: 'text', text: rest.slice(0, length) });
    rest = rest.slice(length);
  }
  return pieces;
};

/** `path` is relative with forward slashes; the last segment loses its extension. */
export const naturalKey = (path: string): NaturalKey => {
  const segments = path.split('/');
  const last = segments.length - 1;
  return {
    segments: segments.map((segment, at) =>
      piecesOf(at === last ? segment.replace(/\.(?:md|markdown|txt)$/i, '') : segment),
    ),
    path,
  };
};

const collator = new Intl.Collator('zh-Hans-CN');

const comparePieces = (a: Piece, b: Piece): number => {
  if (a.kind === 'number' && b.kind === 'number')
    return a.value === b.value ? 0 : a.value < b.value ? -1 : 1;
  if (a.kind === 'text' && b.kind === 'text') return collator.compare(a.text, b.text);
  if ((a.kind === 'front' && b.kind === 'front') || (a.kind === 'back' && b.kind === 'back')) {
    return a.rank - b.rank;
  }
  return kindOrder[a.kind] - kindOrder[b.kind];
};

const compareLists = <T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): number => {
  for (const [at, left] of a.entries()) {
    const right = b[at];
    if (right === undefined) return 1;
    const difference = compare(left, right);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

/**
 * The order a reader expects of chapter files: 第二章 before 第十章, `Chapter 9` before `Chapter 10`, prologues
 * first, epilogues last, folder by folder. A total order: only equal paths compare equal.
 */
export const compareNaturally = (a: NaturalKey, b: NaturalKey): number =>
  compareLists(a.segments, b.segments, (left, right) => compareLists(left, right, comparePieces)) ||
  (a.path === b.path ? 0 : a.path < b.path ? -1 : 1);

/** Names in that order; see `OrderNames`. */
export const orderNames: OrderNames = (names) =>
  names
    .map(naturalKey)
    .sort(compareNaturally)
    .map(({ path }) => path);
