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

/** Why locks cannot be taken away: a git is at work, they are too young to be left over, or nobody can see who works there. */
export const GitLockObstacle = z.enum(['running', 'recent', 'unknown']);
export type GitLockObstacle = z.infer<typeof GitLockObstacle>;

/** What locks a repository. */
export const GitLocks = z.object({
  /** The oldest first; names below the repository's own folder. */
  locks: z.array(z.object({ name: z.string(), at: Timestamp })),
  obstacle: GitLockObstacle.nullable(),
  /** From when on they count as left over; null without locks. */
  removableAt: Timestamp.nullable(),
  /** Numbers of the processes that may hold them. */
  processes: z.array(Count),
});
export type GitLocks = z.infer<typeof GitLocks>;
