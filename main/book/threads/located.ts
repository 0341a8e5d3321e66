/** Where the marked places of a book are in its texts of now. */
import { createHash } from 'node:crypto';
import { anchorText, type TextSpan } from '#main/anchors/anchored-text.ts';
import type { StoredThreadPlace, StoredThreadPlaces } from '../record-source.ts';
import { findMarked } from './find-marked.ts';
import type { Reanchored, StoredThread } from './service.ts';

/** A chapter as it was looked at, and where in it the places were; null where one was not found. */
export type SeenChapter = {
  version: string;
  text: string;
  spans: ReadonlyMap<string, { anchor: string; span: TextSpan | null }>;
};

export type ReadText = { text: string; version: string };

/** By thread and place. */
export type Located = {
  spanOf(threadId: string, placeId: string): TextSpan | null;
  /** Anchors that are others now. */
  changes: Reanchored[];
};

const keyOf = (threadId: string, placeId: string): string => `${threadId} ${placeId}`;

const nameOf = ({ kind: _kind, documentId: _documentId, ...anchor }: StoredThreadPlace): string =>
  JSON.stringify(anchor);

export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16);

const findIn = (
  { text, version }: ReadText,
  place: StoredThreadPlace,
  seen: SeenChapter | undefined,
  key: string,
): TextSpan | null => {
  const known = seen?.spans.get(key);
  if (!seen || known?.anchor !== nameOf(place)) return findMarked(text, place, null);
  if (seen.version === version) return known.span;
  return findMarked(text, place, known.span && { text: seen.text, span: known.span });
};

/** Finds all places of these chapters, and notes in `seen` what was looked at. */
export const locatePlaces = (
  threads: readonly StoredThread[],
  texts: ReadonlyMap<string, ReadText>,
  seen: Map<string, SeenChapter>,
): Located => {
  const spans = new Map<string, TextSpan | null>();
  const looked = new Map<string, Map<string, { anchor: string; span: TextSpan | null }>>();
  const changes: Reanchored[] = [];
  for (const { threadId, places } of threads) {
    const moved: StoredThreadPlaces = {};
    for (const [placeId, place] of Object.entries(places)) {
      const read = texts.get(place.documentId);
      if (!read) continue;
      const key = keyOf(threadId, placeId);
      const span = findIn(read, place, seen.get(place.documentId), key);
      const now = span
        ? { kind: place.kind, documentId: place.documentId, ...anchorText(read.text, span) }
        : place;
      const anchor = nameOf(now);
      if (anchor !== nameOf(place)) moved[placeId] = now;
      spans.set(key, span);
      const chapter = looked.get(place.documentId) ?? new Map();
      looked.set(place.documentId, chapter.set(key, { anchor, span }));
    }
    if (Object.keys(moved).length > 0) changes.push({ threadId, places: moved });
  }
  for (const [documentId, read] of texts) {
    const found = looked.get(documentId);
    if (found) seen.set(documentId, { ...read, spans: found });
    else seen.delete(documentId);
  }
  return { changes, spanOf: (threadId, placeId) => spans.get(keyOf(threadId, placeId)) ?? null };
};
