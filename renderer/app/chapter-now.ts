/** The number of the chapter of the page; null where none is open. */
import { useSession } from './session.ts';

export const useChapterNow = (): number | null =>
  useSession(
    ({ project, documentId }) =>
      project?.documents.find((document) => document.documentId === documentId)?.chapter ?? null,
  );
