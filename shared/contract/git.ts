/** The calls of versions with git. */
import { z } from 'zod';
import { GitLocks, GitState } from '../domain/git.ts';
import { Count, Identifier, ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

/** `taskId`: it stands among the jobs under this name, and goes on without who asked (W9). CANCELLED. */
const Exchange = ProjectScope.extend({ taskId: Identifier.optional() });

/**
 * Row B11. Errors of all that runs git: GIT_MISSING, GIT_OFF, GIT_BUSY, GIT_LOCKED, GIT_TIMEOUT, GIT_FILTER_FAILED,
 * GIT_FAILED, PROJECT_LOCKED, CANCELLED.
 */
export const gitContract = {
  'git:get': defineChannel(ProjectScope, GitState),
  /**
   * Switching it on makes a repository in the book's folder and keeps a first version. GIT_REPOSITORY_THERE where the
   * folder has one and `adopt` is not said; GIT_IN_REPOSITORY, GIT_REMOTE_INVALID. Switching it off leaves all as it is.
   */
  'git:update': defineChannel(
    ProjectScope.extend({
      enabled: z.boolean().optional(),
      adopt: z.boolean().optional(),
      /** Null: none. */
      remote: z.string().max(2000).nullable().optional(),
      pushFenced: z.boolean().optional(),
    }),
    GitState,
  ),
  /** Keeps a version now; `committed` is false when nothing had changed. */
  'git:commit': defineChannel(
    ProjectScope.extend({
      message: z
        .string()
        .max(10_000)
        .refine((words) => !words.includes('\0'), 'The words of a version hold no NUL.')
        .optional(),
    }),
    z.object({ committed: z.boolean(), state: GitState }),
  ),
  /**
   * Takes in what is there and not here. Chapters that were changed on both sides in one place stay as they are here; the other
   * text is kept beside each (`conflicts`). GIT_REMOTE_NONE, GIT_UNREACHABLE, GIT_UNAUTHORIZED, GIT_UNRELATED,
   * GIT_UNSAFE, GIT_FILES_IN_THE_WAY.
   */
  'git:pull': defineChannel(
    Exchange,
    z.object({ files: Count, conflicts: Count, state: GitState }),
  ),
  /**
   * Sends what is here and not there; `commits`: how many. GIT_FENCED while something is fenced and the writer has not
   * allowed it, GIT_CONFLICTS_OPEN, GIT_BEHIND, GIT_REFUSED, and those of pulling.
   */
  'git:push': defineChannel(Exchange, z.object({ commits: Count, state: GitState })),
  /** What locks the repository, and whether it may be taken away. */
  'git:locks': defineChannel(ProjectScope, GitLocks),
  /**
   * Takes the locks away that a dead git left; GIT_LOCKED with `obstacle` where one is at work or could be. Changes no file of
   * the book and no version.
   */
  'git:unlock': defineChannel(
    ProjectScope,
    z.object({ removed: z.array(z.string()), state: GitState }),
  ),
  /** Ends what git does for the book. */
  'git:cancel': defineChannel(ProjectScope, z.object({})),
};
