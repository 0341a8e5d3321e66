/** Makes the room that holds requests against what the writer expects of them, like a suite of tests (N11). */
import type { Database } from 'better-sqlite3';
import { AppError, appErrorCode } from '#shared/errors.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { EventBus } from '#main/events.ts';
import { watchForeignWrites } from '#main/db/foreign-writes.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { Looked } from './look.ts';
import type { ExpectationChecks } from './service.ts';
import type { CheckSources } from './sources.ts';
import { createResultStore, toResult } from './store.ts';
import {
  createWatchedBook,
  defaultTiming,
  type WatchedBook,
  type WatchTiming,
} from './watched-book.ts';

export type { WatchTiming } from './watched-book.ts';

const summarise = ({ results, assemblies }: Looked) => {
  const passed = results.filter(({ state }) => state === 'held').length;
  const unjudged = results.filter(({ state }) => state === 'unjudged').length;
  return { passed, failed: results.length - passed, unjudged, assemblies };
};

/** What any request of any book may depend on. */
const concernsAll: ReadonlySet<string> = new Set(['ai:models:changed', 'settings:changed']);
const concernsBook: ReadonlySet<string> = new Set([
  'project:changed',
  'constraints:changed',
  'knowledge:changed',
  'memory:changed',
  'budget:changed',
  'expectations:changed',
  'threads:changed',
  'project:settled',
]);

export const createExpectationChecks = ({
  database,
  clock,
  logger,
  events,
  jobs,
  sources,
  timing = defaultTiming,
}: {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventBus;
  jobs: Jobs;
  sources: CheckSources;
  timing?: WatchTiming | undefined;
}): ExpectationChecks => {
  const store = createResultStore(database);
  const books = new Map<string, WatchedBook>();

  const watch = (projectId: string): WatchedBook => {
    const known = books.get(projectId);
    if (known) return known;
    const book = createWatchedBook({ sources, store, clock, logger }, projectId, {
      timing,
      onLooked(looked) {
        // Every save leads here: a book that expects nothing has nothing to be told.
        if (looked.results.length === 0) return;
        events.emit('expectations:checked', { projectId, ...summarise(looked) });
      },
      onFailure(error) {
        const code = appErrorCode(error);
        if (code === 'PROJECT_CLOSED' || code === 'PROJECT_NOT_FOUND') {
          books.delete(projectId);
          return;
        }
        logger.log('error', 'a look at the expectations failed', {
          projectId,
          ...reportError(error),
        });
      },
    });
    books.set(projectId, book);
    return book;
  };

  const stopListening = events.on((name, payload) => {
    if (concernsAll.has(name)) {
      for (const book of books.values()) book.noteChange();
    } else if (name === 'document:changed') {
      books.get(payload.projectId)?.noteChange(payload.documentId);
    } else if (concernsBook.has(name) && 'projectId' in payload) {
      books.get(String(payload.projectId))?.noteChange();
    }
  });

  const listNow = (projectId: string) => {
    const results = store.list(projectId);
    return sources.expectations.list(projectId).map((expectation) => {
      const stored = results.get(expectation.expectationId);
      const isOfThis = stored?.version === expectation.version;
      return { ...expectation, result: stored && isOfThis ? toResult(stored) : null };
    });
  };
  /** As they were told last, by book. */
  const told = new Map<string, string>();
  const stopWatching = watchForeignWrites(database, () => {
    for (const [projectId, book] of books) {
      book.noteForeignWrite();
      if (told.get(projectId) === JSON.stringify(listNow(projectId))) continue;
      events.emit('expectations:changed', { projectId });
    }
  });

  const leaveProject = async (projectId: string): Promise<void> => {
    const book = books.get(projectId);
    books.delete(projectId);
    told.delete(projectId);
    await book?.stop();
  };

  const requireThem = (projectId: string, ids: readonly string[]): void => {
    const known = new Set(
      sources.expectations.listStored(projectId).map(({ expectationId }) => expectationId),
    );
    const expectationId = ids.find((id) => !known.has(id));
    if (expectationId === undefined) return;
    const words = 'There is no such expectation in this project.';
    throw new AppError('EXPECTATION_NOT_FOUND', words, { expectationId });
  };

  return {
    list(projectId) {
      const items = listNow(projectId);
      told.set(projectId, JSON.stringify(items));
      // Who expects nothing pays nothing; the first expectation of a book is heard of all the same.
      const book = watch(projectId);
      if (items.length > 0) book.begin();
      return items;
    },
    async run(projectId, expectationIds, signal) {
      if (expectationIds) requireThem(projectId, expectationIds);
      const ids = expectationIds ? new Set(expectationIds) : null;
      const about = { kind: 'expectations', projectId } as const;
      const looked = await jobs.run(about, signal, (job) =>
        watch(projectId).lookNow(ids, job.signal),
      );
      return { items: looked.results.map(toResult), ...summarise(looked) };
    },
    leaveProject,
    forgetProject: (projectId) => store.forget(projectId),
    async close() {
      stopListening();
      stopWatching();
      await Promise.all([...books.keys()].map(leaveProject));
    },
  };
};
