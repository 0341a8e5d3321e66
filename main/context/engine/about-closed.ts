import { type Exclusion, fenceExclusion, type PointOfView } from './eligibility.ts';
import type { AssemblyInput } from './assembly-input.ts';

/** Why what was noted of a chapter may not be told: its words name the chapter. One that is gone opens nothing. */
export const aboutClosed = (
  documentId: string | null,
  input: Pick<AssemblyInput, 'chapters'>,
  at: PointOfView,
): Exclusion | null => {
  if (documentId === null) return null;
  const chapter = input.chapters.find((one) => one.documentId === documentId);
  if (!chapter) return { reason: 'fencedUntilChapter' };
  return fenceExclusion(chapter.fence, at);
};
