/** Versions of a book with git (B11). */
import { z } from 'zod';
import { ErrorCode } from '../errors.ts';
import { Count, Timestamp } from './identifiers.ts';

/** A version that git keeps. */
export const GitCommit = z.object({ commitId: z.string(), at: Timestamp, message: z.string() });
export type GitCommit = z.infer<typeof GitCommit>;

/** What git is busy with for a book. */
export const GitWork = z.enum(['commit', 'pull', 'push']);
export type GitWork = z.infer<typeof GitWork>;

export const GitState = z.object({
  /** The version of the program on this machine; null where there is none that can be used, and while it is off. */
  program: z.string().nullable(),
  enabled: z.boolean(),
  /** There is a repository in the book's folder already. */
  hasRepository: z.boolean(),
  branch: z.string().nullable(),
  /** Where the book is pushed to and pulled from; a password in it is not shown. */
  remote: z.string().nullable(),
  /** The writer has said that what is fenced may be pushed too. */
  pushFenced: z.boolean(),
  /** Chapters, entries, relations and constraints that bear a fence. */
  fenced: Count,
  /** Versions that are here and not there, and the other way round, as of the last pull; null where nobody knows. */
  ahead: Count.nullable(),
  behind: Count.nullable(),
  /** The newest first. */
  commits: z.array(GitCommit),
  working: GitWork.nullable(),
  /** Why the last version that was to be kept by itself was not, or the repository cannot be read. */
  failure: ErrorCode.nullable(),
});
export type GitState = z.infer<typeof GitState>;
