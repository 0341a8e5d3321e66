/** Makes the room of threads: what was promised to the reader, where, and what became of it (N13). */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { reportError } from '#main/base/failures/error-report.ts';
import type { EventBus } from '#main/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { maxThreadPlaces, threadLimit, defaultSilence } from '#shared/domain/thread.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import { createLocateMarked } from '../locate-marked.ts';
import type { Marked, Reanchored } from '../marked-places.ts';
import { createFollowMarked } from '../follow-marked.ts';
import { createRecordRows } from '../record-rows.ts';
import type { StoredThreadPlaces, ThreadFields } from '../record-source.ts';
import { createRelocation } from '../relocate-marked.ts';
import { createStoreMarked } from '../store-marked.ts';
import {
  asThread,
  describeMarks,
  describeNear,
  describeThread,
  isOpen,
  lastWritten,
  type BookState,
} from './describe-threads.ts';
import { findSamePlace, withoutRefused, withPlace } from './same-place.ts';
import type { StoredThread, ThreadsService } from './service.ts';
import { threadTable } from './store.ts';

export type ThreadsDependencies = {
  database: Database;
  events: EventBus;
  clock: Clock;
  logger: Logger;
  documents: Pick<DocumentsService, 'read' | 'info' | 'list' | 'byId'>;
};

/** Of its places, and of those that are none. */
const checkPlaces = (places: StoredThreadPlaces): StoredThreadPlaces => {
  const marks = Object.values(places);
  const refused = marks.filter(({ kind }) => kind === 'refused').length;
  if (Math.max(refused, marks.length - refused) <= maxThreadPlaces) return places;
  const words = `A thread has at most ${maxThreadPlaces} places.`;
  throw new AppError('THREAD_LIMIT', words, { limit: maxThreadPlaces });
};

const fieldsOf = ({ name, note, due, send, places }: StoredThread): ThreadFields => ({
  ...{ name, note, due, send, places },
});

const asMarked = ({ threadId, places }: StoredThread): Marked => ({ id: threadId, places });

/** Rows of threads, read once and written all or nothing. */
const createRows = ({ database, clock, events }: ThreadsDependencies) => {
  const rows = createRecordRows<StoredThread, ThreadFields>({
    ...{ database, clock, fieldsOf, table: threadTable, limit: threadLimit },
    tell: (projectId) => events.emit('threads:changed', { projectId }),
    rowOf: (threadId, fields, kept) => ({ threadId, ...fields, ...kept }),
    codes: { notFound: 'THREAD_NOT_FOUND', conflict: 'THREAD_CONFLICT', limit: 'THREAD_LIMIT' },
    words: { one: 'thread', many: 'threads' },
  });
  const { store } = rows;
  return {
    ...rows,
    /** No edit of the writer's: versions stay. What was marked anew or taken away meanwhile stays so. */
    move(projectId: string, changes: readonly Reanchored[]): void {
      for (const { id, places } of changes) {
        const thread = store.find(projectId, id)?.row;
        if (!thread) continue;
        const now = { ...thread.places };
        for (const [placeId, mark] of Object.entries(places)) {
          const known = thread.places[placeId];
          if (known) now[placeId] = { kind: known.kind, ...mark };
        }
        store.update(projectId, { ...thread, places: now });
      }
    },
  };
};

export const createThreads = (dependencies: ThreadsDependencies): ThreadsService => {
  const { clock, documents, logger, events } = dependencies;
  const rows = createRows(dependencies);
  const { store, cached, write } = rows;
  const tell = (projectId: string): void => events.emit('threads:changed', { projectId });
  const storeMarked = createStoreMarked(documents, 'THREAD_INVALID');
  const listStored = (projectId: string) => cached.get(projectId).items;
  const book = createLocateMarked({
    documents,
    listMarked: (projectId) => listStored(projectId).map(asMarked),
    noteFound(projectId, changes) {
      if (changes.length > 0) write(projectId, () => rows.move(projectId, changes));
      tell(projectId);
    },
  });
  const relocation = createRelocation({
    events,
    isMarked: (projectId, documentId) =>
      listStored(projectId).some(({ places }) =>
        Object.values(places).some((place) => place.documentId === documentId),
      ),
    relocate: async (projectId, documentIds) => void (await book.locate(projectId, documentIds)),
    onFailure: (error) =>
      logger.log('warn', 'places of threads were not looked for', reportError(error)),
  });
  const readBookState = async (
    projectId: string,
    ids?: ReadonlySet<string>,
  ): Promise<BookState> => {
    const located = await book.locate(projectId, ids);
    return { located, byId: documents.byId(projectId) };
  };
  const requireDue = (projectId: string, due: StoredThread['due'] | undefined): void => {
    if (due) documents.info(projectId, due.documentId);
  };

  return {
    records: rows.records,
    listStored,
    malformed: (projectId) => cached.get(projectId).malformed,

    async list({ projectId, silentAfter = defaultSilence }) {
      const bookState = await readBookState(projectId);
      const chapters = documents.list(projectId);
      const now = lastWritten(chapters);
      const items = listStored(projectId).map((thread) =>
        describeThread(thread, bookState, { now, silentAfter }),
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
      const bookState = await readBookState(projectId, ids);
      const wanted = new Set(near.map(({ threadId }) => threadId));
      return listStored(projectId)
        .filter((thread) => wanted.has(thread.threadId) && isOpen(thread))
        .flatMap((thread) => describeNear(thread, bookState) ?? []);
    },

    async create({ projectId, name, note = '', due = null, send = true, places = [] }) {
      requireDue(projectId, due);
      let stored: StoredThreadPlaces = {};
      for (const place of places) {
        const marked = { kind: place.kind, ...(await storeMarked(projectId, place)) };
        ({ places: stored } = withPlace(stored, marked));
      }
      const now = clock.now();
      const thread: StoredThread = {
        ...{ threadId: nanoid(), name, note, due, send, places: stored },
        ...{ version: 1, createdAt: now, updatedAt: now },
      };
      rows.insert(projectId, thread);
      return asThread(thread);
    },

    update({ projectId, threadId, expectedVersion, ...given }) {
      rows.findLive(projectId, threadId);
      requireDue(projectId, given.due);
      const changed = rows.change(
        projectId,
        threadId,
        (current) => {
          const { name = current.name, note = current.note, send = current.send } = given;
          const due = given.due === undefined ? current.due : given.due;
          return { ...current, name, note, send, due };
        },
        { expectedVersion },
      );
      return asThread(changed);
    },

    remove: rows.remove,
    restore: (projectId, threadId) => asThread(rows.restore(projectId, threadId)),

    async listMarks(projectId, threadId) {
      const ids = Object.values(rows.findLive(projectId, threadId).places);
      const bookState = await readBookState(
        projectId,
        new Set(ids.map(({ documentId }) => documentId)),
      );
      // It may have been changed while the texts were read.
      const thread = rows.findLive(projectId, threadId);
      return { name: thread.name, marks: describeMarks(thread, bookState) };
    },

    async mark({ projectId, threadId, ...marked }) {
      rows.findLive(projectId, threadId);
      const place = { kind: marked.kind, ...(await storeMarked(projectId, marked)) };
      const located = await book.locate(projectId, new Set([place.documentId]));
      let placeId = '';
      rows.change(projectId, threadId, (thread) => {
        const spanOf = (id: string) => located.spanOf(threadId, id);
        const same = findSamePlace(thread.places, place, spanOf);
        if (same !== null) {
          placeId = same;
          return thread;
        }
        const added = withPlace(withoutRefused(thread.places, place, spanOf), place);
        ({ placeId } = added);
        return { ...thread, places: checkPlaces(added.places) };
      });
      return { placeId };
    },

    unmark({ projectId, threadId, placeId }) {
      rows.change(projectId, threadId, (thread) => {
        const { [placeId]: gone, ...places } = thread.places;
        if (!gone) throw rows.notFound(threadId);
        return { ...thread, places };
      });
    },

    followText: createFollowMarked({ keeper: threadTable.table, rows, book, asMarked, tell }),

    forgetProject: (projectId) => write(projectId, () => store.forget(projectId)),
    close: relocation.close,
  };
};
