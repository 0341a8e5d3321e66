/** Where the marked places of a book are in its texts of now. */
import { createHash } from 'node:crypto';
import type { TextSpan } from '#main/base/anchors/anchored-text.ts';
import { findMarked } from '#main/base/anchors/find-marked.ts';
import { type FollowEdit, followEdits } from '#main/base/anchors/follow-edit.ts';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import type { StoredMark } from './record-source.ts';

/** Whatever has marked places: a thread, a note. */
export type Marked = { id: string; places: Readonly<Record<string, StoredMark>> };

/** Marks of places that were found again, by their owner and place. */
export type Reanchored = { id: string; places: Record<string, StoredMark> };

/** A chapter as it was looked at, and where in it the places were; null where one was not found. */
export type SeenChapter = {
  version: string;
  text: string;
  spans: ReadonlyMap<string, { anchor: string; span: TextSpan | null }>;
};

export type ReadText = { text: string; version: string };

/** By owner and place. */
export type Located = {
  spanOf(id: string, placeId: string): TextSpan | null;
  /** The texts that were looked in, by chapter. */
  texts: ReadonlyMap<string, ReadText>;
  /** Anchors that are others now. */
  changes: Reanchored[];
  /** A place that was found when its chapter was last looked at is lost, or the other way round. */
  isOther: boolean;
};

const keyOf = (id: string, placeId: string): string => `${id} ${placeId}`;

const nameOf = ({ offset, quote, before, after, apart }: StoredMark): string =>
  JSON.stringify([offset, quote, before, after, apart]);

export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16);

type Look = {
  read: ReadText;
  seen: SeenChapter | undefined;
  /** From the text that was seen to the one of now, looked for once a chapter. */
  follow: FollowEdit;
};

const lookAt = (read: ReadText, seen: SeenChapter | undefined): Look => {
  let follow: FollowEdit | null = null;
  return {
    ...{ read, seen },
    follow(span) {
      follow ??= followEdits(seen?.text ?? read.text, read.text);
      return follow(span);
    },
  };
};

const findIn = ({ read, seen, follow }: Look, place: StoredMark, key: string) => {
  const { text, version } = read;
  const known = seen?.spans.get(key);
  if (!seen || known?.anchor !== nameOf(place)) return findMarked(text, place, null);
  if (seen.version === version) return known.span;
  return findMarked(text, place, known.span && { follow, span: known.span });
};

/** The place with what is around it now, to be found again. */
const placeAt = ({ documentId }: StoredMark, { text }: ReadText, span: TextSpan): StoredMark => ({
  documentId,
  ...anchorPlace(text, span),
});

/** Finds all places of these chapters, and notes in `seen` what was looked at. */
export const locatePlaces = (
  marked: readonly Marked[],
  texts: ReadonlyMap<string, ReadText>,
  seen: Map<string, SeenChapter>,
): Located => {
  const looks = new Map([...texts].map(([id, read]) => [id, lookAt(read, seen.get(id))]));
  const spans = new Map<string, TextSpan | null>();
  const found = new Map<string, Map<string, { anchor: string; span: TextSpan | null }>>();
  const changes: Reanchored[] = [];
  let isOther = false;
  for (const { id, places } of marked) {
    const moved: Record<string, StoredMark> = {};
    for (const [placeId, place] of Object.entries(places)) {
      const look = looks.get(place.documentId);
      if (!look) continue;
      const key = keyOf(id, placeId);
      const span = findIn(look, place, key);
      const now = span ? placeAt(place, look.read, span) : place;
      const anchor = nameOf(now);
      if (anchor !== nameOf(place)) moved[placeId] = now;
      const known = look.seen?.spans.get(key);
      isOther ||= known !== undefined && (known.span === null) !== (span === null);
      spans.set(key, span);
      const chapter = found.get(place.documentId) ?? new Map();
      found.set(place.documentId, chapter.set(key, { anchor, span }));
    }
    if (Object.keys(moved).length > 0) changes.push({ id, places: moved });
  }
  for (const [documentId, read] of texts) {
    const here = found.get(documentId);
    if (here) seen.set(documentId, { ...read, spans: here });
    else seen.delete(documentId);
  }
  return {
    ...{ changes, isOther, texts },
    spanOf: (id, placeId) => spans.get(keyOf(id, placeId)) ?? null,
  };
};
