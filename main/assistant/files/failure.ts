/** What failures of the disk mean for context files. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';

const full = new Set(['ENOSPC', 'EDQUOT']);
const denied = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The file behind an id is not there, or not one this store may open (S0-20): both look the same to a caller. */
export const fileNotFound = (id: string, cause?: unknown): AppError =>
  new AppError(
    'CONTEXT_FILE_NOT_FOUND',
    'There is no such context file in this conversation.',
    { id },
    { cause },
  );

/** Neither a conversation nor files of one. */
export const conversationNotFound = (conversationId: string): AppError =>
  new AppError('CONVERSATION_NOT_FOUND', 'There is no such conversation.', { conversationId });

/** What a failed write means: DISK_FULL, DATA_FOLDER_UNWRITABLE or FILE_WRITE_FAILED; never with a path (S0-16). */
export const writeFailure = (error: unknown): unknown => {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  if (code === '') return error;
  const details = { cause: code };
  if (full.has(code))
    return new AppError('DISK_FULL', 'The disk is full.', details, { cause: error });
  if (denied.has(code)) {
    return new AppError('DATA_FOLDER_UNWRITABLE', 'The data folder cannot be written.', details, {
      cause: error,
    });
  }
  return new AppError('FILE_WRITE_FAILED', 'The context file could not be written.', details, {
    cause: error,
  });
};

/** What a failed read means: CONTEXT_FILE_NOT_FOUND or CONTEXT_FILE_INVALID. */
export const readFailure = (id: string, error: unknown): unknown => {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  if (code === '') return error;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return fileNotFound(id, error);
  return new AppError(
    'CONTEXT_FILE_INVALID',
    'The context file cannot be read.',
    { id, cause: code },
    { cause: error },
  );
};
