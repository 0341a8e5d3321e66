/** Takes back replacements that a killed program left half done: a book has all of one or nothing. */
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { AppError } from '#shared/errors.ts';
import type { ReplaceParts } from './parts.ts';
import { undoReplacement } from './undo-replacement.ts';

/**
 * Asked when a book was opened to be written in. What the writer changed since stays. Where the disk does not take it the
 * book opens all the same, and the next opening asks again.
 */
export const takeBackBroken = async (parts: ReplaceParts, projectId: string): Promise<void> => {
  const { store, ends, running, events } = parts;
  if (running.isRunning(projectId)) return;
  ends.noteWaiting();
  /** How many chapters and records it had come to. */
  const takeBack = async (undoId: string): Promise<number> => {
    const touched = new Set(store.parts(projectId, undoId)?.map(({ id }) => id));
    await running.run(projectId, 'undoReplace', (job) =>
      undoReplacement(parts, { projectId, undoId }, job),
    );
    ends.note(undoId, 'takenBack');
    return touched.size;
  };
  for (const undoId of store.underWay(projectId)) {
    let touched = 0;
    try {
      touched = await takeBack(undoId);
    } catch (error) {
      if (explainStorageFailure(error) instanceof AppError) return;
      throw error;
    }
    if (touched === 0) continue;
    events.emit('host:notice', {
      code: 'REPLACE_TAKEN_BACK',
      message: `A replacement broke off with the program and was taken back: ${touched} chapters and records.`,
    });
  }
};
