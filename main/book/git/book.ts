/** A book as git's operations need it. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { createKindOfPath, type KindOfPath } from './book-paths.ts';
import { clearDeadLocks, forgetProcess, noteProcess } from './dead-locks.ts';
import type { GitDependencies } from './dependencies.ts';
import type { GitProgram } from './find-git.ts';
import { createGit, type Git } from './git.ts';
import { hasRepository, readRepository, type Repository, requireIdle } from './repository.ts';
import type { GitStore } from './store.ts';

export type BookParts = Omit<GitDependencies, 'database' | 'platform' | 'events'> & {
  store: GitStore;
  /** Null where there is none that can be used. */
  program(): Promise<GitProgram | null>;
  /** Of this program, for what is under way. */
  folder: string;
};

export type GitBookContext = {
  projectId: string;
  root: string;
  name: string;
  language: Language;
  git: Git;
  repository: Repository & { branch: string };
  kindOf: KindOfPath;
};

const fileIn = (folder: string, name: string): string => join(folder, encodeURIComponent(name));

/** Where two versions are merged. */
export const mergeFolderOf = ({ folder }: BookParts, projectId: string): string =>
  fileIn(folder, projectId);

const noteFileOf = ({ folder }: BookParts, projectId: string): string =>
  fileIn(folder, `${projectId}.json`);

/** git in a book's folder, whether that is a repository or not. GIT_MISSING. */
export const openGit = async (
  parts: BookParts,
  projectId: string,
  signal?: AbortSignal,
): Promise<Git> => {
  const { environment, folder } = parts;
  const found = await parts.program();
  if (!found) throw new AppError('GIT_MISSING', 'There is no git that can be used.');
  const noteFile = noteFileOf(parts, projectId);
  return createGit({
    program: found.path,
    root: await realpath(parts.bookOf(projectId).root),
    environment,
    noHooks: join(folder, 'no-hooks'),
    signal,
    // A look writes nothing, and has no folder to note it in.
    ...(signal
      ? {
          onStarted: (pid: number) => noteProcess(noteFile, pid),
          onEnded: () => forgetProcess(noteFile),
        }
      : {}),
  });
};

/** GIT_OFF, GIT_MISSING, GIT_BUSY; clears away what a killed git of ours left. */
export const openBook = async (
  parts: BookParts,
  projectId: string,
  signal: AbortSignal,
): Promise<GitBookContext> => {
  const { name, language } = parts.bookOf(projectId);
  if (parts.store.find(projectId) === null) {
    throw new AppError('GIT_OFF', 'git does not keep this book.', { projectId });
  }
  return openRepository(parts, { projectId, name, language, signal });
};

/** The same for a book that git does not keep yet. */
export const openRepository = async (
  parts: BookParts,
  book: Pick<GitBookContext, 'projectId' | 'name' | 'language'> & { signal: AbortSignal },
): Promise<GitBookContext> => {
  const { projectId, name, language, signal } = book;
  const look = await openGit(parts, projectId);
  const { root } = look;
  if (!(await hasRepository(root))) {
    throw new AppError('GIT_OFF', 'The repository of this book is gone.', { projectId });
  }
  const state = await readRepository(look);
  await clearDeadLocks(noteFileOf(parts, projectId), state.gitFolder, state.branch);
  const repository = await requireIdle(state);
  const kindOf = createKindOfPath(parts.tools.isChapterPath, await parts.findRecordFolders(root));
  const git = await openGit(parts, projectId, signal);
  return { projectId, root, name, language, git, repository, kindOf };
};
