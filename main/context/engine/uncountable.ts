/** Whether an error means that nobody can count a text's tokens; they are estimated then (S3-35). */
import { AppError } from '#shared/errors.ts';

export const isUncountable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'TOKENIZER_UNAVAILABLE';
