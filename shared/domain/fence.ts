/** What keeps something from models. */
import { z } from 'zod';
import { ChapterNumber, Identifier } from './identifiers.ts';

/**
 * What must not reach a model (N3). All present conditions hold together:
 * `notBeforeChapter` hides from requests of earlier chapters, `knownBy` shows only when the point-of-view
 * character of the chapter is one of these entities, `neverSend` hides always.
 */
export const Fence = z.object({
  notBeforeChapter: ChapterNumber.optional(),
  knownBy: z.array(Identifier).min(1).max(100).optional(),
  neverSend: z.literal(true).optional(),
});
export type Fence = z.infer<typeof Fence>;

/** A fence as callers give it: the chapter by number, or by id, which holds where both are given. */
export const FenceInput = Fence.extend({ notBeforeDocumentId: Identifier.optional() });
export type FenceInput = z.infer<typeof FenceInput>;

const maxReferences = 50;

/**
 * A chapter; or the place so many chapters after it, for a chapter that is not written yet. A bare number stands only in
 * what an earlier version stored, and in a book without chapters, until the book is opened next.
 */
export const ChapterReference = z.union([
  z.object({ documentId: Identifier, ahead: ChapterNumber.optional() }),
  z.object({ chapter: ChapterNumber }),
]);
export type ChapterReference = z.infer<typeof ChapterReference>;

export const ChapterReferences = z.array(ChapterReference).min(1).max(maxReferences);

/** A fence that names chapters by their id, never by a number that moves (B3): not before any of these. */
export const AnchoredFence = Fence.omit({ notBeforeChapter: true }).extend({
  notBefore: ChapterReferences.optional(),
});
export type AnchoredFence = z.infer<typeof AnchoredFence>;

/**
 * A fence as it holds: `unknown` while the list of fences, or the file that has it, is damaged or gone, and nothing of
 * it is sent (B2).
 */
export const ChapterFence = Fence.extend({ unknown: z.literal(true).optional() });
export type ChapterFence = z.infer<typeof ChapterFence>;
