/** Versions of a book with the git program of the machine, where the writer switched that on (B11). */
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { GitWork } from '#shared/domain/git.ts';
import { AppError, appErrorCode, type ErrorCode } from '#shared/errors.ts';
import { type BookParts, openBook } from './book.ts';
import { changeBook } from './change-book.ts';
import { commitBook } from './commit-book.ts';
import type { GitDependencies } from './dependencies.ts';
import { describeState } from './describe-state.ts';
import { findGit, type GitProgram } from './find-git.ts';
import { pullBook } from './pull-book.ts';
import { pushBook } from './push-book.ts';
import { describeLocks, removeLocks } from './remove-locks.ts';
import type { GitService } from './service.ts';
import { createGitStore } from './store.ts';

type Running = { work: GitWork; abort: AbortController };

const kindOf = { pull: 'gitPull', push: 'gitPush' } as const;

export const createGitVersions = (dependencies: GitDependencies): GitService => {
  const { database, platform, events, documents } = dependencies;
  const store = createGitStore(database);
  const folder = join(platform.paths.data, 'git');
  const turns = new Map<string, Mutex>();
  const running = new Map<string, Running>();
  const failures = new Map<string, ErrorCode>();
  let found: GitProgram | null = null;
  const program = async (): Promise<GitProgram | null> => {
    // What was found once is asked no more; one that is missing may be installed meanwhile.
    found ??= await findGit(dependencies.environment);
    return found;
  };
  const parts: BookParts = { ...dependencies, store, folder, program };

  const turnOf = (projectId: string): Mutex => {
    const turn = turns.get(projectId) ?? new Mutex();
    turns.set(projectId, turn);
    return turn;
  };
  const announce = (projectId: string): void => events.emit('git:changed', { projectId });

  /** One thing at a time for a book; `work` is told what it may use. */
  const inTurn = <T>(
    projectId: string,
    work: GitWork,
    { signal, run }: { signal: AbortSignal; run(signal: AbortSignal): Promise<T> },
  ): Promise<T> =>
    turnOf(projectId).runExclusive(async () => {
      const abort = new AbortController();
      running.set(projectId, { work, abort });
      announce(projectId);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      try {
        const answer = await run(AbortSignal.any([signal, abort.signal]));
        failures.delete(projectId);
        return answer;
      } finally {
        running.delete(projectId);
        announce(projectId);
      }
    });

  /**
   * What goes over the network may take minutes: it stands in the list of long work, is called off there too, and ends in
   * there whatever became of it and of who asked (W9).
   */
  const exchange = <T>(
    { projectId, taskId }: Parsed<'git:pull'>,
    work: 'pull' | 'push',
    { signal, run }: { signal: AbortSignal; run(signal: AbortSignal): Promise<T> },
  ): Promise<T> =>
    dependencies.jobs.run(
      { kind: kindOf[work], projectId, taskId, outlives: true },
      signal,
      (job) => inTurn(projectId, work, { signal: job.signal, run }),
    );

  const get: GitService['get'] = async (projectId) => {
    const shown = await describeState(parts, projectId);
    return {
      ...shown,
      fenced: documents.countFenced(projectId) + dependencies.countFencedRecords(projectId),
      working: running.get(projectId)?.work ?? null,
      failure: shown.failure ?? failures.get(projectId) ?? null,
    };
  };

  const savePoint: GitService['savePoint'] = async (projectId, signal) => {
    try {
      if (store.find(projectId) === null) return;
      await inTurn(projectId, 'commit', {
        signal,
        run: async (within) => {
          const book = await openBook(parts, projectId, within);
          await commitBook(book.git, { ...book, message: null });
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      failures.set(projectId, appErrorCode(error));
      const known = error instanceof AppError ? { code: error.code } : reportError(error);
      platform.logger.log('error', 'git kept no version of a book', { projectId, ...known });
      announce(projectId);
    }
  };

  const end = async (projectId: string): Promise<void> => {
    running.get(projectId)?.abort.abort();
    await turns.get(projectId)?.waitForUnlock();
  };

  return {
    get,
    async update({ projectId, ...change }, signal) {
      dependencies.requireWritable(projectId);
      const run = (within: AbortSignal) => changeBook(parts, { projectId, change, signal: within });
      await inTurn(projectId, 'commit', { signal, run });
      return get(projectId);
    },
    async commit({ projectId, message }, signal) {
      dependencies.requireWritable(projectId);
      const committed = await inTurn(projectId, 'commit', {
        signal,
        run: async (within) => {
          await dependencies.records.writeWaiting(projectId);
          const book = await openBook(parts, projectId, within);
          return commitBook(book.git, { ...book, message: message ?? null });
        },
      });
      return { committed, state: await get(projectId) };
    },
    async pull(input, signal) {
      const { projectId } = input;
      dependencies.requireWritable(projectId);
      const run = (within: AbortSignal) => pullBook(parts, projectId, within);
      const pulled = await exchange(input, 'pull', { signal, run });
      return { ...pulled, state: await get(projectId) };
    },
    async push(input, signal) {
      const { projectId } = input;
      dependencies.requireWritable(projectId);
      const run = (within: AbortSignal) => pushBook(parts, projectId, within);
      const commits = await exchange(input, 'push', { signal, run });
      return { commits, state: await get(projectId) };
    },
    locks: (projectId) => turnOf(projectId).runExclusive(() => describeLocks(parts, projectId)),
    async unlock(projectId, signal) {
      dependencies.requireWritable(projectId);
      const run = () => removeLocks(parts, projectId);
      const removed = await inTurn(projectId, 'commit', { signal, run });
      return { removed, state: await get(projectId) };
    },
    cancel(projectId) {
      running.get(projectId)?.abort.abort();
    },
    savePoint,
    closeProject: end,
    async close() {
      await Promise.all([...running.keys()].map(end));
    },
    async eraseProject(projectId) {
      await end(projectId);
      for (const name of [projectId, `${projectId}.json`]) {
        await rm(join(folder, encodeURIComponent(name)), { recursive: true, force: true });
      }
    },
    forgetProject(projectId) {
      store.remove(projectId);
      failures.delete(projectId);
    },
  };
};
