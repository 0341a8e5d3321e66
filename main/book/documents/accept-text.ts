/** Takes in a text that is to be saved. */
import { AppError } from '#shared/errors.ts';
import { withPlainLineEnds } from './line-ends.ts';
import { largestFile } from './scan.ts';

/**
 * The text as it can be stored: `\n` line ends and no byte order mark of its own. INVALID_INPUT for NUL
 * characters (the file would no longer be text) and halves of characters (no encoding writes them), DOCUMENT_TOO_LARGE beyond what can be opened again.
 */
export const acceptText = (text: string): string => {
  if (text.includes('\0')) throw new AppError('INVALID_INPUT', 'The text holds NUL characters.');
  if (!text.isWellFormed()) {
    throw new AppError('INVALID_INPUT', 'The text holds half of a character.');
  }
  const accepted = withPlainLineEnds(text).replace(/^\ufeff+/, '');
  const size = Buffer.byteLength(accepted, 'utf8');
  if (size > largestFile) {
    throw new AppError('DOCUMENT_TOO_LARGE', 'The chapter is too large to be opened again.', {
      size,
      limit: largestFile,
    });
  }
  return accepted;
};
