/** Locks of a repository that nobody holds any more: what there is to say of them, and their removal. */
import { rm } from 'node:fs/promises';
import type { GitLocks } from '#shared/domain/git.ts';
import { AppError } from '#shared/errors.ts';
import { type BookParts, openGit } from './book.ts';
import { findGitProcesses } from './find-git-processes.ts';
import { findLocks, readLock, type RepositoryLock } from './find-locks.ts';
import { hasRepository, readRepository } from './repository.ts';

/** A git of another machine, on a disk that both use, is seen by nobody here: it has ended by then, or is nearly never at work so long. */
const restMs = 10 * 60_000;

const obstacleOf = (processes: number[] | null, isRecent: boolean): GitLocks['obstacle'] => {
  if (processes === null) return 'unknown';
  if (processes.length > 0) return 'running';
  return isRecent ? 'recent' : null;
};

type Found = { locks: RepositoryLock[]; shown: GitLocks };

const look = async (parts: BookParts, projectId: string): Promise<Found> => {
  const { root } = parts.bookOf(projectId);
  const none: GitLocks = { locks: [], obstacle: null, removableAt: null, processes: [] };
  if (!(await hasRepository(root))) return { locks: [], shown: none };
  const git = await openGit(parts, projectId);
  await readRepository(git);
  const locks = await findLocks(git);
  if (locks.length === 0) return { locks, shown: none };
  const lockPaths = locks.map(({ path }) => path);
  const processes = await findGitProcesses({ root: git.root, lockPaths });
  const removableAt = Math.max(...locks.map(({ at }) => at)) + restMs;
  const shown: GitLocks = {
    locks: locks.map(({ name, at }) => ({ name, at: Math.max(0, Math.round(at)) })),
    obstacle: obstacleOf(processes, Date.now() < removableAt),
    removableAt: Math.max(0, Math.round(removableAt)),
    processes: processes ?? [],
  };
  return { locks, shown };
};

/** GIT_MISSING, GIT_FAILED. */
export const describeLocks = async (parts: BookParts, projectId: string): Promise<GitLocks> =>
  (await look(parts, projectId)).shown;

/**
 * Takes away what lies there, none of it while a git is at work or could be: GIT_LOCKED with the obstacle. Changes no file
 * of the book and no version.
 */
export const removeLocks = async (parts: BookParts, projectId: string): Promise<string[]> => {
  const { locks, shown } = await look(parts, projectId);
  const refuse = (obstacle: string): never => {
    throw new AppError('GIT_LOCKED', 'The lock may still be held.', { obstacle });
  };
  if (shown.obstacle !== null) refuse(shown.obstacle);
  for (const { path, gitFolder, name, file } of locks) {
    const now = await readLock(gitFolder, name);
    if (now === null) continue;
    // Somebody took it away meanwhile and locks it anew.
    if (now.file !== file) refuse('running');
    await rm(path);
  }
  return locks.map(({ name }) => name);
};
