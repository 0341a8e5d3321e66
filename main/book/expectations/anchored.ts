/** Places and passages of expectations as they are stored, and as they are found again in the text of now. */
import { type Anchor, contextLength, findAnchor } from '#main/anchors/anchor.ts';
import { findOnlyPlace, minContextLength } from '#main/anchors/occurrences.ts';
import type { FindAnchored } from './service.ts';
import type { StoredItem, StoredPlace } from '../record-source.ts';

export type AnchoredPlace = Extract<StoredPlace, { offset: number }>;
export type AnchoredItem = Extract<StoredItem, { quote: string }>;

export const isAnchoredPlace = (at: StoredPlace): at is AnchoredPlace => 'offset' in at;
export const isAnchoredItem = (item: StoredItem): item is AnchoredItem => 'quote' in item;

/** A character is never torn: half of one could not be written to a file. */
const startOfCharacter = (text: string, at: number): number =>
  at > 0 && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
const endOfCharacter = (text: string, at: number): number =>
  at < text.length && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at;

const around = (text: string, start: number, end: number) => ({
  before: text.slice(startOfCharacter(text, Math.max(0, start - contextLength)), start),
  after: text.slice(end, endOfCharacter(text, Math.min(text.length, end + contextLength))),
});

export const anchorPlace = (documentId: string, text: string, cursor: number): AnchoredPlace => {
  const offset = endOfCharacter(text, cursor);
  return { documentId, offset, ...around(text, offset, offset) };
};

export const anchorPassage = (
  documentId: string,
  text: string,
  { start, end }: { start: number; end: number },
): AnchoredItem => {
  const [from, to] = [startOfCharacter(text, start), endOfCharacter(text, end)];
  return { documentId, offset: from, quote: text.slice(from, to), ...around(text, from, to) };
};

/** The very place is taken where all is as it was; else it is looked for. */
const find = (
  text: string,
  anchor: Omit<Anchor, 'version'>,
): { start: number; end: number } | null => {
  const { start, end, original, before, after } = anchor;
  const isThere =
    text.slice(start, end) === original &&
    text.slice(0, start).endsWith(before) &&
    text.startsWith(after, end) &&
    // What reached to an edge of the chapter still does.
    (before.length >= contextLength || start === before.length) &&
    (after.length >= contextLength || end + after.length === text.length);
  return findAnchor(text, isThere ? 'same' : 'now', { ...anchor, version: 'same' });
};

/** Right before what stood behind it, else right behind what stood before: what is typed at a place stands before it. */
const findBeside = (text: string, { before, after }: { before: string; after: string }) => {
  if (after.length < contextLength && text.endsWith(after)) return text.length - after.length;
  for (let { length } = after; length >= minContextLength; length = Math.floor(length / 2)) {
    const place = findOnlyPlace(text, after.slice(0, length));
    if (place !== null) return place;
  }
  if (before.length < contextLength && text.startsWith(before)) return before.length;
  for (let { length } = before; length >= minContextLength; length = Math.floor(length / 2)) {
    const place = findOnlyPlace(text, before.slice(-length));
    if (place !== null) return place + length;
  }
  return null;
};

/** Where the cursor is now; null when nobody can tell. */
export const findPlace = (text: string, at: AnchoredPlace): number | null => {
  const { offset, before, after } = at;
  const found = find(text, { start: offset, end: offset, original: '', before, after });
  return found?.start ?? findBeside(text, at);
};

/** Where the passage is now; null when it is not there any more as it was. */
export const findPassage = (
  text: string,
  { offset, quote, before, after }: AnchoredItem,
): { start: number; end: number } | null =>
  find(text, { start: offset, end: offset + quote.length, original: quote, before, after });

/** In the order in which anchors are made. */
const pickPlace = ({ documentId, offset, before, after }: AnchoredPlace): AnchoredPlace => ({
  ...{ documentId, offset, before, after },
});
const pickPassage = ({ documentId, offset, quote, before, after }: AnchoredItem): AnchoredItem => ({
  ...{ documentId, offset, quote, before, after },
});

const isEqual = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const findAnchored: FindAnchored = {
  place(text, at) {
    const cursor = findPlace(text, at);
    if (cursor === null) return null;
    const anchor = anchorPlace(at.documentId, text, cursor);
    return { cursor, isSame: isEqual(pickPlace(at), anchor), anchor };
  },
  passage(text, item) {
    const found = findPassage(text, item);
    if (found === null) return null;
    const anchor = anchorPassage(item.documentId, text, found);
    return { ...found, isSame: isEqual(pickPassage(item), anchor), anchor };
  },
};
