/** What is wrong with a file, in the codes of the list. */
import { AppError, type JsonObject } from '#shared/errors.ts';

/** `why` is English and for people who debug; it quotes nothing of the file. */
export const damaged = (why: string, cause?: unknown): AppError =>
  new AppError('IMPORT_FILE_DAMAGED', `The file cannot be read: ${why}.`, { why }, { cause });

export const tooLarge = (what: string, details: JsonObject): AppError =>
  new AppError('IMPORT_TOO_LARGE', `There is too much: ${what}.`, { what, ...details });

export const formatUnknown = (why: string): AppError =>
  new AppError('IMPORT_FORMAT_UNKNOWN', `The file cannot be taken in: ${why}.`, { why });

export const isProtected = (why: string): AppError =>
  new AppError('IMPORT_FILE_PROTECTED', `The file is protected: ${why}.`, { why });
