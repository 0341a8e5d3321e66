/** Reads the open threads that are due near a chapter (N13). */
import type { NearThread } from '#main/book/threads/service.ts';
import type { GatherNotices } from './gather-notices.ts';
import type { Sources } from './sources.ts';

/** A thread goes with requests of the chapter it is due in, and of so many before and behind it. */
export const sentAround = 2;
/** Of those due in so many chapters Inspect says that they wait. */
const namedAhead = 10;

/** None where they cannot be read, with a warning (S3-31). */
export const readThreads = async (
  { threads }: Sources,
  { projectId, documentId }: { projectId: string; documentId: string },
  notices: GatherNotices,
): Promise<readonly NearThread[]> => {
  try {
    notices.refuse('thread')(threads.malformed(projectId));
    const reach = { ahead: namedAhead, behind: sentAround };
    return await threads.listNear(projectId, documentId, reach);
  } catch (error) {
    notices.noteFailure('THREADS_UNAVAILABLE', error);
    return [];
  }
};
