/** Which chapters a job for synopses is for, where it is begun and where it is chosen. */
import type { DocumentInfo } from './domain/project.ts';
import type { SynopsisChoice } from './domain/synopsis.ts';

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
