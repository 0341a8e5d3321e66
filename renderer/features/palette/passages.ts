import { literalPattern } from '#renderer/app/literal-pattern.ts';
import { displayWidth } from '#shared/display-width.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import { brokenHanLine } from '#shared/broken-line.ts';

/** A place of the book that has the words looked for, with what stands around them. */
export type Passage = {
  documentId: string;
  /** Of the words, in the chapter's text (UTF-16 code units). */
  start: number;
  end: number;
  before: string;
  words: string;
  after: string;
};

/** Shorter queries stand in too many places to be looked for, in code units. */
export const minLength = 2;
/** Columns shown before and after the words: an ideograph takes two. */
const shownBefore = 24;
const shownAfter = 90;
const letter = /[\p{L}\p{N}’']/u;

/** The first characters of a row that fit into so many columns, none of them a part of a spaced word that goes on. */
const fitting = (row: readonly string[], columns: number): string[] => {
  let width = 0;
  const end = row.findIndex((character) => {
    width += displayWidth(character);
    return width > columns;
  });
  if (end < 0) return [...row];
  const isSpaced = (character = ''): boolean =>
    letter.test(character) && displayWidth(character) === 1;
  let last = end;
  if (isSpaced(row[end])) while (last > 0 && isSpaced(row[last - 1])) last -= 1;
  // A word as long as the row is cut all the same.
  return row.slice(0, last === 0 ? end : last);
};

const han = /\p{Script=Han}/u;
/** One space of the query, and the end of a line that was broken at it. */
const spacePattern = String.raw`(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*)`;

/** Marks of emphasis, which the page hides: the words go on over them, unless it is marks that are looked for. */
const emphasisMarks = /[*_]{1,3}/gu;

const hasMarks = (query: string): boolean => query.search(emphasisMarks) >= 0;

/** The query's very words, over the ends of lines that were broken by hand and over marks of emphasis as well. */
const wordsPattern = (query: string): RegExp => {
  const words = query.trim().replace(/\s+/gu, ' ');
  const signs = Array.from(words);
  const source = signs.map((sign, index) => {
    if (sign === ' ') return spacePattern;
    const mayBreak = han.test(sign) && han.test(signs[index + 1] ?? '');
    return `${literalPattern(sign)}${mayBreak ? String.raw`\n?` : ''}`;
  });
  const between = hasMarks(words) ? '' : `(?:${emphasisMarks.source})?`;
  return new RegExp(source.join(between), 'giu');
};

/** The places of a hit that have the words, chapter titles left out: they are found as chapters. */
const passagesIn = (
  { documentId, start, text }: SearchHit,
  { pattern, showsMarks }: { pattern: RegExp; showsMarks: boolean },
): Passage[] => {
  const places: Passage[] = [];
  for (const { 0: words, index } of text.matchAll(pattern)) {
    const end = index + words.length;
    const from = text.lastIndexOf('\n', index - 1) + 1;
    if (text.startsWith('#', from)) continue;
    const before = [...text.slice(from, index)];
    const nearest = fitting(before.toReversed(), shownBefore).reverse();
    const after = [...text.slice(end).split('\n', 1).join('')];
    const next = fitting(after, shownAfter);
    places.push({
      documentId,
      start: start + index,
      end: start + end,
      before: `${before.length > nearest.length ? '…' : ''}${nearest.join('').trimStart()}`,
      words: (showsMarks ? words : words.replace(emphasisMarks, ''))
        .replace(brokenHanLine, '')
        .replace(/\s+/gu, ' '),
      after: `${next.join('').trimEnd()}${after.length > next.length ? '…' : ''}`,
    });
  }
  return places;
};

/** The hits that have the query's very words, each place once, in the order of the book. */
export const passagesOf = (hits: readonly SearchHit[], query: string): Passage[] => {
  const asked = { pattern: wordsPattern(query), showsMarks: hasMarks(query) };
  const places = new Map<string, Passage>();
  const inOrder = hits.toSorted((a, b) => a.chapter - b.chapter || a.start - b.start);
  for (const hit of inOrder) {
    for (const passage of passagesIn(hit, asked)) {
      // Passages of the index overlap: the same words may stand in two of them.
      const key = `${passage.documentId}:${passage.start}`;
      if (!places.has(key)) places.set(key, passage);
    }
  }
  return [...places.values()];
};
