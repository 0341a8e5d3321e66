import { type Exclusion, fenceExclusion, type PointOfView } from './eligibility.ts';
import type { AssemblyInput } from './assembly-input.ts';

/** Why what was noted of a chapter may not be told: its words name the chapter. Of one that is gone nobody knows the fence. */
export const aboutClosed = (
  documentId: string | null,
  input: Pick<AssemblyInput, 'chapters'>,
  at: PointOfView,
): Exclusion | null => {
  if (documentId === null) return null;
  const chapter = input.chapters.find((one) => one.documentId === documentId);
  if (!chapter) return { reason: 'chapterGone' };
  return fenceExclusion(chapter.fence, at);
};
