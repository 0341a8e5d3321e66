/** Which chapters a job is for. Pure. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SynopsisChoice } from '#shared/domain/synopsis.ts';

/**
 * In the order of the book. `proposed`: chapters for which one waits that is not stale; it is paid, so that only who asks
 * for all pays again.
 */
export const chooseChapters = (
  chapters: readonly DocumentInfo[],
  which: SynopsisChoice,
  proposed: ReadonlySet<string>,
): string[] => {
  const isMeant = ({ documentId, synopsis, synopsisStale }: DocumentInfo): boolean => {
    if (which === 'all') return true;
    if (proposed.has(documentId)) return false;
    return which === 'missing' ? synopsis === '' : synopsisStale === true;
  };
  return chapters.filter(isMeant).map(({ documentId }) => documentId);
};
