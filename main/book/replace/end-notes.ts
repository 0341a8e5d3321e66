/** Notes that replacements came to their end. An opening takes back those of which it does not know that. */
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { EventBus } from '#main/events.ts';
import { AppError } from '#shared/errors.ts';
import type { ReplacementStore } from './store.ts';

export type EndNotes = {
  /** Where the disk takes no note it is noted later: when the next text was saved, or a book is opened. Throws no failure of storage. */
  note(undoId: string): void;
  noteWaiting(): void;
};

export const createEndNotes = (
  store: Pick<ReplacementStore, 'end'>,
  events: Pick<EventBus, 'on'>,
): EndNotes => {
  const waiting = new Set<string>();
  const note = (undoId: string): void => {
    try {
      store.end(undoId);
      waiting.delete(undoId);
    } catch (error) {
      if (!(explainStorageFailure(error) instanceof AppError)) throw error;
      waiting.add(undoId);
    }
  };
  const noteWaiting = (): void => {
    for (const undoId of [...waiting]) note(undoId);
  };
  events.on((...[name]) => {
    if (name === 'document:changed') noteWaiting();
  });
  return { note, noteWaiting };
};
