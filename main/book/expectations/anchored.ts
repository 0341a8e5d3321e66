/** Places and passages of expectations as they are stored, and as they are found again in the text of now. */
import { contextLength } from '#main/base/anchors/anchor.ts';
import {
  anchorText,
  endOfCharacter,
  findText,
  type TextSpan,
} from '#main/base/anchors/anchored-text.ts';
import { findOnlyPlace, minContextLength } from '#main/base/anchors/occurrences.ts';
import type { FindAnchored } from './service.ts';
import type { StoredItem, StoredPlace } from '../record-source.ts';

export type AnchoredPlace = Extract<StoredPlace, { offset: number }>;
export type AnchoredItem = Extract<StoredItem, { quote: string }>;

export const isAnchoredPlace = (at: StoredPlace): at is AnchoredPlace => 'offset' in at;
export const isAnchoredItem = (item: StoredItem): item is AnchoredItem => 'quote' in item;

export const anchorPlace = (documentId: string, text: string, cursor: number): AnchoredPlace => {
  const at = endOfCharacter(text, cursor);
  const { offset, before, after } = anchorText(text, { start: at, end: at });
  return { documentId, offset, before, after };
};

export const anchorPassage = (documentId: string, text: string, span: TextSpan): AnchoredItem => ({
  documentId,
  ...anchorText(text, span),
});

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
  return findText(text, { offset, quote: '', before, after })?.start ?? findBeside(text, at);
};

/** Where the passage is now; null when it is not there any more as it was. */
export const findPassage = (text: string, item: AnchoredItem): TextSpan | null =>
  findText(text, item);

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
