/** Makes the room of threads: what was promised to the reader, where, and what became of it (N13). */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { createProjectCache } from '#main/db/project-cache.ts';
import { reportError } from '#main/error-report.ts';
import type { EventBus } from '#main/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { maxThreadPlaces, threadLimit, usualSilence } from '#shared/domain/thread.ts';
import { AppError } from '#shared/errors.ts';
import { createArrangeRows } from '../arrange-rows.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { StoredThreadPlaces } from '../record-source.ts';
import { storeMarked } from './anchor-given.ts';
import {
  asThread,
  describeNear,
  describeThread,
  isOpen,
  lastWritten,
  type Standpoint,
} from './describe-threads.ts';
import { followDue, followMoved } from './follow-moved.ts';
import { createLocateBook } from './locate-book.ts';
import { createRelocation } from './relocation.ts';
import type { Reanchored, StoredThread, ThreadsService } from './service.ts';
import { createThreadStore, type ThreadStore } from './store.ts';
import { createThreadRecords } from './thread-records.ts';

export type ThreadsDependencies = {
  database: Database;
  events: EventBus;
  clock: Clock;
  logger: Logger;
  documents: Pick<DocumentsService, 'read' | 'info' | 'list' | 'byId'>;
};

const notFound = (threadId: string): AppError =>
  new AppError('THREAD_NOT_FOUND', 'There is no such thread in this project.', { threadId });

/** Rows of threads, read once and written all or nothing. An id of another project behaves as one that does not exist (S3-41). */
const createRows = ({ database, events }: ThreadsDependencies, store: ThreadStore) => {
  const cached = createProjectCache(database, (projectId) => store.list(projectId));
  const write = <T>(projectId: string, run: () => T): T => {
    try {
      return store.transaction(run);
    } finally {
      cached.drop(projectId);
    }
  };
  const tell = (projectId: string): void => events.emit('threads:changed', { projectId });
  const findLive = (projectId: string, threadId: string): StoredThread => {
    const found = store.find(projectId, threadId);
    if (!found || found.deleted) throw notFound(threadId);
    return found.thread;
  };
  return {
    ...{ cached, write, tell, findLive },
    /** Changes a thread that is there, and says so. */
    change(projectId: string, threadId: string, work: (thread: StoredThread) => StoredThread) {
      const changed = write(projectId, () => {
        const thread = work(findLive(projectId, threadId));
        store.update(projectId, thread);
        return thread;
      });
      tell(projectId);
      return changed;
    },
    checkLimit(projectId: string): void {
      if (store.count(projectId) < threadLimit) return;
      const words = `A project holds at most ${threadLimit} threads.`;
      throw new AppError('THREAD_LIMIT', words, { limit: threadLimit });
    },
    /** No edit of the writer's: versions stay. What was marked anew or taken away meanwhile stays so. */
    move(projectId: string, changes: readonly Reanchored[]): void {
      for (const { threadId, places } of changes) {
        const thread = store.find(projectId, threadId)?.thread;
        if (!thread) continue;
        const moved = Object.entries(places).filter(([placeId]) => placeId in thread.places);
        if (moved.length === 0) continue;
        const now = { ...thread.places, ...Object.fromEntries(moved) };
        store.update(projectId, { ...thread, places: now });
      }
    },
  };
};

const checkPlaces = (places: StoredThreadPlaces): StoredThreadPlaces => {
  if (Object.keys(places).length <= maxThreadPlaces) return places;
  const words = `A thread has at most ${maxThreadPlaces} places.`;
  throw new AppError('THREAD_LIMIT', words, { limit: maxThreadPlaces });
};

export const createThreads = (dependencies: ThreadsDependencies): ThreadsService => {
  const { clock, documents, logger } = dependencies;
  const store = createThreadStore(dependencies.database);
  const rows = createRows(dependencies, store);
  const { cached, write, tell } = rows;
  const listStored = (projectId: string) => cached.get(projectId).items;
  const book = createLocateBook({
    documents,
    listStored,
    noteFound(projectId, changes) {
      if (changes.length > 0) write(projectId, () => rows.move(projectId, changes));
      tell(projectId);
    },
  });
  const relocation = createRelocation({
    events: dependencies.events,
    isMarked: (projectId, documentId) =>
      listStored(projectId).some(({ places }) =>
        Object.values(places).some((place) => place.documentId === documentId),
      ),
    relocate: async (projectId, documentIds) => void (await book.locate(projectId, documentIds)),
    onFailure: (error) =>
      logger.log('warn', 'places of threads were not looked for', reportError(error)),
  });
  const standpointOf = async (
    projectId: string,
    ids?: ReadonlySet<string>,
  ): Promise<Standpoint> => {
    const located = await book.locate(projectId, ids);
    return { located, byId: documents.byId(projectId) };
  };
  const requireDue = (projectId: string, due: StoredThread['due'] | undefined): void => {
    if (due) documents.info(projectId, due.documentId);
  };

  return {
    records: createThreadRecords({
      ...{ store, clock, write, tell },
      arrange: createArrangeRows(dependencies.database, 'threads', 'thread_id'),
    }),
    listStored,
    malformed: (projectId) => cached.get(projectId).malformed,

    async list({ projectId, silentAfter = usualSilence }) {
      const standpoint = await standpointOf(projectId);
      const chapters = documents.list(projectId);
      const now = lastWritten(chapters);
      const items = listStored(projectId).map((thread) =>
        describeThread(thread, standpoint, { now, silentAfter }),
      );
      return { items, now, chapters: chapters.length };
    },

    async listNear(projectId, documentId, { ahead, behind }) {
      const { chapter } = documents.info(projectId, documentId);
      const byId = documents.byId(projectId);
      const isNear = ({ due }: StoredThread): boolean => {
        const dueIn = due && byId.get(due.documentId)?.chapter;
        return typeof dueIn === 'number' && dueIn <= chapter + ahead && dueIn >= chapter - behind;
      };
      const near = listStored(projectId).filter((thread) => isOpen(thread) && isNear(thread));
      if (near.length === 0) return [];
      const marked = near.flatMap(({ places }) => Object.values(places));
      const ids = new Set(marked.map((place) => place.documentId));
      const standpoint = await standpointOf(projectId, ids);
      const wanted = new Set(near.map(({ threadId }) => threadId));
      return listStored(projectId)
        .filter((thread) => wanted.has(thread.threadId) && isOpen(thread))
        .flatMap((thread) => describeNear(thread, standpoint) ?? []);
    },

    async create({ projectId, name, note = '', due = null, send = true, places = [] }) {
      requireDue(projectId, due);
      const stored: StoredThreadPlaces = {};
      for (const place of places) {
        stored[nanoid()] = await storeMarked(documents, projectId, place);
      }
      const now = clock.now();
      const thread: StoredThread = {
        ...{ threadId: nanoid(), name, note, due, send, places: stored },
        ...{ version: 1, createdAt: now, updatedAt: now },
      };
      write(projectId, () => {
        rows.checkLimit(projectId);
        store.insert(projectId, thread);
      });
      tell(projectId);
      return asThread(thread);
    },

    update({ projectId, threadId, expectedVersion, ...given }) {
      rows.findLive(projectId, threadId);
      requireDue(projectId, given.due);
      const changed = rows.change(projectId, threadId, (current) => {
        if (expectedVersion !== undefined && expectedVersion !== current.version) {
          const details = { threadId, currentVersion: current.version };
          throw new AppError('THREAD_CONFLICT', 'It was changed in the meantime.', details);
        }
        const { name = current.name, note = current.note, send = current.send } = given;
        const due = given.due === undefined ? current.due : given.due;
        const next = { ...current, name, note, send, due };
        return { ...next, version: current.version + 1, updatedAt: clock.now() };
      });
      return asThread(changed);
    },

    remove(projectId, threadId) {
      write(projectId, () => {
        rows.findLive(projectId, threadId);
        store.setDeleted(projectId, threadId, clock.now());
      });
      tell(projectId);
    },

    restore(projectId, threadId) {
      const thread = write(projectId, () => {
        const found = store.find(projectId, threadId);
        if (!found) throw notFound(threadId);
        if (found.deleted) {
          rows.checkLimit(projectId);
          store.setDeleted(projectId, threadId, null);
        }
        return found.thread;
      });
      tell(projectId);
      return asThread(thread);
    },

    async mark({ projectId, threadId, ...marked }) {
      rows.findLive(projectId, threadId);
      const place = await storeMarked(documents, projectId, marked);
      let placeId = nanoid();
      rows.change(projectId, threadId, (thread) => {
        const same = Object.entries(thread.places).find(
          ([, one]) => JSON.stringify(one) === JSON.stringify(place),
        );
        // Two windows, or a key pressed twice.
        if (same) {
          [placeId] = same;
          return thread;
        }
        const places = checkPlaces({ ...thread.places, [placeId]: place });
        return { ...thread, places, version: thread.version + 1, updatedAt: clock.now() };
      });
      return { placeId };
    },

    unmark({ projectId, threadId, placeId }) {
      rows.change(projectId, threadId, (thread) => {
        const { [placeId]: gone, ...places } = thread.places;
        if (!gone) throw notFound(threadId);
        return { ...thread, places, version: thread.version + 1, updatedAt: clock.now() };
      });
    },

    followText(move) {
      const { projectId, whole, parts } = move;
      const threads = store.list(projectId).items;
      book.forget([whole, ...parts].map(({ documentId }) => documentId));
      rows.move(projectId, followMoved(threads, move));
      for (const { threadId } of threads) {
        const thread = store.find(projectId, threadId)?.thread;
        const due = thread && followDue(thread, move);
        if (thread && due !== thread.due) store.update(projectId, { ...thread, due: due ?? null });
      }
      if (threads.length === 0) return;
      cached.drop(projectId);
      tell(projectId);
    },

    forgetProject: (projectId) => write(projectId, () => store.forget(projectId)),
    close: relocation.close,
  };
};
