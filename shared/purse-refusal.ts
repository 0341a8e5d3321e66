/** What a refusal by a cap says (N12). */
import { PurseExcess } from './domain/purse.ts';
import { AppError } from './errors.ts';

/** The figures of PURSE_EXCEEDED; undefined for every other failure. */
export const purseRefusalOf = (error: unknown): PurseExcess | undefined =>
  error instanceof AppError && error.code === 'PURSE_EXCEEDED'
    ? PurseExcess.safeParse(error.details).data
    : undefined;
