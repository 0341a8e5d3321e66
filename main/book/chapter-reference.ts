/** How stored things name chapters: by their id, never by a number that moves (B3). */
import type { z } from 'zod';
import {
  AnchoredFence,
  type ChapterFence,
  type ChapterReference,
  type Fence,
  type FenceInput,
} from '#shared/domain/fence.ts';
import { ChapterNumber } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import type { Chapters } from './chapters.ts';

const StoredFields = AnchoredFence.extend({
  /** What an earlier version stored. */
  notBeforeChapter: ChapterNumber.optional(),
});

/** A fence as it is stored: not before any of these chapters. */
export const StoredFence = StoredFields.transform(({ notBeforeChapter, notBefore, ...rest }) => {
  const references = [
    ...(notBefore ?? []),
    ...(notBeforeChapter === undefined ? [] : [{ chapter: notBeforeChapter }]),
  ];
  return { ...rest, ...(references.length > 0 ? { notBefore: references } : {}) };
});
export type StoredFence = z.infer<typeof StoredFence>;

const lastNumber = 100_000;

/** The number of the place now. A chapter nobody knows of comes after all others: what waits for it stays closed (B2). */
export const resolveReference = (reference: ChapterReference, chapters: Chapters): number => {
  if ('chapter' in reference) return reference.chapter;
  const { documentId, ahead = 0 } = reference;
  const number = chapters.numberOf(documentId);
  return Math.min(lastNumber, number === null ? chapters.count + 1 : number + ahead);
};

/** What to store of a number given now. */
export const anchorNumber = (chapter: number, chapters: Chapters): ChapterReference => {
  const documentId = chapters.idAt(chapter);
  if (documentId !== undefined) return { documentId };
  const last = chapters.idAt(chapters.count);
  return last === undefined ? { chapter } : { documentId: last, ahead: chapter - chapters.count };
};

const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** {@link anchorNumber}, keeping what is stored where the number given is the one that it shows. */
export const anchorGiven = (
  chapter: number | null,
  stored: ChapterReference | null,
  chapters: Chapters,
): ChapterReference | null => {
  if (chapter === null) return null;
  const isSame = stored !== null && resolveReference(stored, chapters) === chapter;
  return isSame ? stored : anchorNumber(chapter, chapters);
};

/** What callers are told of a fence. */
export const resolveFence = (stored: StoredFence | null, chapters: Chapters): Fence | null => {
  if (stored === null) return null;
  const { notBefore, ...rest } = stored;
  if (!notBefore) return rest;
  const numbers = notBefore.map((reference) => resolveReference(reference, chapters));
  return { ...rest, notBeforeChapter: Math.max(...numbers) };
};

/**
 * What to store of a fence that was given; `stored`: the one it replaces, whose chapters stay where the number is still
 * theirs. DOCUMENT_NOT_FOUND for an id that is no chapter of the book.
 */
export const anchorFence = (
  given: FenceInput | ChapterFence | null,
  stored: StoredFence | null,
  chapters: Chapters,
): StoredFence | null => {
  if (given === null) return null;
  const { knownBy, neverSend, notBeforeChapter } = given;
  const documentId = 'notBeforeDocumentId' in given ? given.notBeforeDocumentId : undefined;
  if (documentId !== undefined && chapters.numberOf(documentId) === null) {
    throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter in this project.', {
      documentId,
    });
  }
  const shown = resolveFence(stored, chapters)?.notBeforeChapter;
  const numbered = (): StoredFence['notBefore'] => {
    if (notBeforeChapter === undefined) return undefined;
    if (stored?.notBefore && shown === notBeforeChapter) return stored.notBefore;
    return [anchorNumber(notBeforeChapter, chapters)];
  };
  const notBefore = documentId === undefined ? numbered() : [{ documentId }];
  return {
    ...(knownBy ? { knownBy } : {}),
    ...(neverSend ? { neverSend } : {}),
    ...(notBefore ? { notBefore } : {}),
  };
};

/** A reference by number becomes one by id. */
export const anchorReference = (
  reference: ChapterReference,
  chapters: Chapters,
): ChapterReference =>
  'chapter' in reference ? anchorNumber(reference.chapter, chapters) : reference;

/** The same for the chapters of a fence; the same object when all have ids. */
export const anchorStoredFence = (stored: StoredFence, chapters: Chapters): StoredFence => {
  if (!stored.notBefore) return stored;
  const notBefore = stored.notBefore.map((reference) => anchorReference(reference, chapters));
  return sameJson(notBefore, stored.notBefore) ? stored : { ...stored, notBefore };
};
