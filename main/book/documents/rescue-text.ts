/** Texts whose chapters cannot be written go to the journal, each into a file of its own (F17). */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { keepConflict } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { explainWriteFailure } from './file-errors.ts';
import type { JournalKey } from './journal.ts';
import type { OpenFolder } from './open-folder.ts';
import { KeepsChanging } from './write-text.ts';

/** Answers that ask for a decision: nothing failed, and the text is kept or refused on purpose. */
const decisions: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'DOCUMENT_CONFLICT',
  'DOCUMENT_EMPTY_OVERWRITE',
  'DOCUMENT_NAME_TAKEN',
  'DOCUMENT_NAME_INVALID',
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_TOO_LARGE',
  'DOCUMENT_ENCODING_UNSURE',
  'SNAPSHOT_NOT_FOUND',
]);

/** What is to be written, as far as it must survive the end of the program. */
export type Unsaved = JournalKey & { expectedVersion: string; path: string | null };

const rescue = async (
  context: DocumentsContext,
  folder: OpenFolder,
  unsaved: Unsaved,
  error: unknown,
): Promise<AppError> => {
  const { documentId } = unsaved;
  let journal: string | null = null;
  try {
    journal = await context.journal.keep(folder.projectId, {
      ...unsaved,
      savedAt: context.clock.now(),
    });
  } catch (journalError) {
    context.logger.log('error', 'a text that could not be saved could not be kept either', {
      documentId,
      code: errorCodeOf(journalError),
    });
  }
  return explainWriteFailure(folder.root, error, {
    ...(documentId === '' ? {} : { documentId }),
    journal,
  });
};

const settle = async (
  context: DocumentsContext,
  folder: OpenFolder,
  unsaved: Unsaved,
): Promise<void> => {
  try {
    await context.journal.settle(folder.projectId, unsaved);
  } catch (error) {
    // It will be found saved already at the next opening.
    context.logger.log('warn', 'the journal keeps a text that is saved', {
      documentId: unsaved.documentId,
      code: errorCodeOf(error),
    });
  }
};

/** A text whose chapter never came to rest stands beside the file, where it is seen, as any other that came too late. */
const keepIfRestless = async (
  context: DocumentsContext,
  folder: OpenFolder,
  unsaved: Unsaved,
  error: unknown,
): Promise<unknown> => {
  const { documentId, text, expectedVersion: baseVersion, draftId } = unsaved;
  const record = folder.present.get(documentId);
  if (!(error instanceof KeepsChanging) || !record) return error;
  const kept = { text, baseVersion, draftId, origin: 'fabula' } as const;
  try {
    return await keepConflict(context, folder, record, kept);
  } catch (keepError) {
    return keepError;
  }
};

/**
 * Does what brings a text to disk. When that fails the text goes to the journal and the error's details name the file;
 * when it succeeds the journal lets go of it. Errors: those of `work`, explained by {@link explainWriteFailure}.
 */
export const rescuing = async <T>(
  context: DocumentsContext,
  folder: OpenFolder,
  unsaved: Unsaved,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    const done = await work();
    await settle(context, folder, unsaved);
    return done;
  } catch (error) {
    const failure = await keepIfRestless(context, folder, unsaved, error);
    if (failure instanceof AppError && decisions.has(failure.code)) {
      // A text that is part of a conflict now lies in the database.
      if (failure.code === 'DOCUMENT_CONFLICT') await settle(context, folder, unsaved);
      throw failure;
    }
    throw await rescue(context, folder, unsaved, failure);
  }
};
