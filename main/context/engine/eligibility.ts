import type { Reason } from '#shared/domain/assembly.ts';
import type { ChapterFence, Fence } from '#shared/domain/fence.ts';

export type PointOfView = {
  /** Chapter number of the request, from 1. */
  chapter: number;
  pointOfViewEntityId: string | null;
};

export type Exclusion = { reason: Reason; chapter?: number };

/** Whether a fence keeps something from a request made at this standpoint (N3); null when it may go. */
export const fenceExclusion = (fence: ChapterFence | null, at: PointOfView): Exclusion | null => {
  if (!fence) return null;
  if (fence.unknown) return { reason: 'fenceUnknown' };
  if (fence.neverSend) return { reason: 'neverSend' };
  if (fence.notBeforeChapter !== undefined && at.chapter < fence.notBeforeChapter) {
    return { reason: 'fencedUntilChapter', chapter: fence.notBeforeChapter };
  }
  if (fence.knownBy && !fence.knownBy.includes(at.pointOfViewEntityId ?? '')) {
    return { reason: 'fencedFromPointOfView' };
  }
  return null;
};

export type Validity = { validFromChapter: number | null; validToChapter: number | null };

/** Time-aware canon (F11): a fact valid from chapter 5 does not exist in chapter 4. */
export const validityExclusion = (fact: Validity, at: PointOfView): Exclusion | null => {
  if (fact.validFromChapter !== null && at.chapter < fact.validFromChapter) {
    return { reason: 'notYetValid', chapter: fact.validFromChapter };
  }
  if (fact.validToChapter !== null && at.chapter > fact.validToChapter) {
    return { reason: 'noLongerValid', chapter: fact.validToChapter };
  }
  return null;
};

export const fenceText = (fence: Fence | null): string | null =>
  fence ? JSON.stringify(fence, Object.keys(fence).sort()) : null;
