/** Notes that replacements came to their end. An opening takes back those of which it does not know that. */
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { EventBus } from '#main/events.ts';
import { AppError } from '#shared/errors.ts';
import type { ReplacementEnd, ReplacementStore } from './store.ts';

export type EndNotes = {
  /** Where the disk takes no note it is noted later: when the next text was saved, or a book is opened. Throws no failure of storage. */
  note(undoId: string, end: ReplacementEnd): void;
  noteWaiting(): void;
};

export const createEndNotes = (
  store: Pick<ReplacementStore, 'end'>,
  events: Pick<EventBus, 'on'>,
): EndNotes => {
  const waiting = new Map<string, ReplacementEnd>();
  const note: EndNotes['note'] = (undoId, end) => {
    try {
      store.end(undoId, end);
      waiting.delete(undoId);
    } catch (error) {
      if (!(explainStorageFailure(error) instanceof AppError)) throw error;
      waiting.set(undoId, end);
    }
  };
  const noteWaiting = (): void => {
    for (const [undoId, end] of [...waiting]) note(undoId, end);
  };
  events.on((...[name]) => {
    if (name === 'document:changed') noteWaiting();
  });
  return { note, noteWaiting };
};
