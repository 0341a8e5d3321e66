/** Where the writer is now, as an expectation names a place. */
import { useSession } from '#renderer/app/session.ts';
import type { ExpectationPlace } from '#shared/domain/expectation.ts';

/** The cursor of the saved text; null while no chapter is open. */
export const hereNow = (): ExpectationPlace | null => {
  const { documentId, cursor } = useSession.getState();
  return documentId === null ? null : { documentId, cursorPosition: cursor };
};
