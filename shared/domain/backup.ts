import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** A backup of one book, as it lies in the data folder. */
export const BookBackup = z.object({
  backupId: Identifier,
  createdAt: Timestamp,
  bytes: Count,
  /** It was restored and compared when it was made, and nothing since has found a byte of it changed. */
  verified: z.boolean(),
  /** Where it lies. */
  path: z.string(),
});
export type BookBackup = z.infer<typeof BookBackup>;
