/** Makes the room of threads: what was promised to the reader, where, and what became of it (N13). */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { reportError } from '#main/base/failures/error-report.ts';
import type { EventBus } from '#main/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import {
  defaultSilence,
  type ListedThread,
  type MarkedPlace,
  type MarkedStretch,
  maxThreadPlaces,
  threadLimit,
  type ThreadMarkKind,
} from '#shared/domain/thread.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import { createLocateMarked, followedMarks } from '../locate-marked.ts';
import type { Located, Marked, Reanchored } from '../marked-places.ts';
import { createFollowMarked } from '../follow-marked.ts';
import { createRecordRows } from '../record-rows.ts';
import type { StoredThreadPlace, StoredThreadPlaces, ThreadFields } from '../record-source.ts';
import { createRelocation } from '../relocate-marked.ts';
import { createStoreMarked } from '../store-marked.ts';
import {
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
import { createTakenMarks } from './taken-marks.ts';

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

/** As they stand in the book's folder. */
const fieldsOf = ({ title, note, due, send, places }: StoredThread): ThreadFields => ({
  ...{ name: title, note, due, send, places },
});

type GivenMark = MarkedStretch & { kind: ThreadMarkKind };
type MadeMark = { place: StoredThreadPlace; located: Located };

type GivenEnds = { opened?: MarkedStretch | undefined; paidOff?: MarkedStretch | undefined };

const givenPlaces = ({ opened, paidOff }: GivenEnds): MarkedPlace[] => [
  ...(opened ? [{ kind: 'opened' as const, ...opened }] : []),
  ...(paidOff ? [{ kind: 'paid' as const, ...paidOff }] : []),
];

/** The thread with one more mark, or as it is where that place is marked already. */
const withMark = (thread: StoredThread, { place, located }: MadeMark) => {
  const spanOf = (id: string) => located.spanOf(thread.threadId, id);
  const same = findSamePlace(thread.places, place, spanOf);
  if (same !== null) return { thread, placeId: same, isNew: false };
  const { placeId, places } = withPlace(withoutRefused(thread.places, place, spanOf), place);
  return { thread: { ...thread, places: checkPlaces(places) }, placeId, isNew: true };
};

const asMarked = ({ threadId, places }: StoredThread): Marked => ({ id: threadId, places });

/** Rows of threads, read once and written all or nothing. */
const createRows = ({ database, clock, events }: ThreadsDependencies) => {
  const rows = createRecordRows<StoredThread, ThreadFields>({
    ...{ database, clock, fieldsOf, table: threadTable, limit: threadLimit },
    tell: (projectId) => events.emit('threads:changed', { projectId }),
    rowOf: (threadId, { name: title, ...fields }, kept) => ({
      threadId,
      title,
      ...fields,
      ...kept,
    }),
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
  const taken = createTakenMarks();
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
  const locate = async (projectId: string, documentIds: ReadonlySet<string>): Promise<void> => {
    await book.locate(projectId, documentIds);
  };
  const isMarked = (projectId: string, documentId: string): boolean =>
    listStored(projectId).some(({ places }) =>
      Object.values(places).some((place) => place.documentId === documentId),
    );
  const relocation = createRelocation({
    events,
    isMarked,
    relocate: locate,
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

  const describe = async (projectId: string, threadId: string): Promise<ListedThread> => {
    const marks = Object.values(rows.findLive(projectId, threadId).places);
    const chapterIds = new Set(marks.map(({ documentId }) => documentId));
    const bookState = await readBookState(projectId, chapterIds);
    const now = lastWritten(documents.list(projectId));
    // It may have been changed while the texts were read.
    const thread = rows.findLive(projectId, threadId);
    return describeThread(thread, bookState, { now, silentAfter: defaultSilence });
  };
  /** A mark that is to be made, with where all marks of its chapter stand now. */
  const placeFor = async (projectId: string, marked: GivenMark): Promise<MadeMark> => {
    const place = { kind: marked.kind, ...(await storeMarked(projectId, marked)) };
    return { place, located: await book.locate(projectId, new Set([place.documentId])) };
  };

  return {
    records: rows.records,
    marks: followedMarks(book, { isMarked, locate }),
    listStored,
    findStored: rows.findStored,
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
      const near = listStored(projectId).filter((thread) => isOpen(thread, byId) && isNear(thread));
      if (near.length === 0) return [];
      const marked = near.flatMap(({ places }) => Object.values(places));
      const ids = new Set(marked.map((place) => place.documentId));
      const bookState = await readBookState(projectId, ids);
      const wanted = new Set(near.map(({ threadId }) => threadId));
      return listStored(projectId)
        .filter((thread) => wanted.has(thread.threadId) && isOpen(thread, bookState.byId))
        .flatMap((thread) => describeNear(thread, bookState) ?? []);
    },

    async create({ projectId, title, note = '', due = null, send = true, ...given }) {
      requireDue(projectId, due);
      let stored: StoredThreadPlaces = {};
      for (const place of [...givenPlaces(given), ...(given.places ?? [])]) {
        const marked = { kind: place.kind, ...(await storeMarked(projectId, place)) };
        ({ places: stored } = withPlace(stored, marked));
      }
      const now = clock.now();
      const thread: StoredThread = {
        ...{ threadId: nanoid(), title, note, due, send, places: checkPlaces(stored) },
        ...{ version: 1, createdAt: now, updatedAt: now },
      };
      rows.insert(projectId, thread);
      return describe(projectId, thread.threadId);
    },

    async update({ projectId, threadId, expectedVersion, ...given }) {
      rows.findLive(projectId, threadId);
      requireDue(projectId, given.due);
      const marks = await Promise.all(
        givenPlaces(given).map((place) => placeFor(projectId, place)),
      );
      rows.change(
        projectId,
        threadId,
        (current) => {
          const { title = current.title, note = current.note, send = current.send } = given;
          const due = given.due === undefined ? current.due : given.due;
          const marked = marks.reduce((thread, made) => withMark(thread, made).thread, current);
          return { ...marked, title, note, send, due };
        },
        { expectedVersion },
      );
      return describe(projectId, threadId);
    },

    reword(projectId, { threadId, expectedVersion, title, note }) {
      rows.change(projectId, threadId, (thread) => ({ ...thread, title, note }), {
        expectedVersion,
      });
    },

    remove: rows.remove,
    restore(projectId, threadId) {
      rows.restore(projectId, threadId);
      return describe(projectId, threadId);
    },

    async listMarks(projectId, threadId) {
      const ids = Object.values(rows.findLive(projectId, threadId).places);
      const bookState = await readBookState(
        projectId,
        new Set(ids.map(({ documentId }) => documentId)),
      );
      // It may have been changed while the texts were read.
      const thread = rows.findLive(projectId, threadId);
      return { title: thread.title, marks: describeMarks(thread, bookState) };
    },

    async mark({ projectId, threadId, ...marked }) {
      rows.findLive(projectId, threadId);
      const made = await placeFor(projectId, marked);
      let marks = { placeId: '', isNew: false };
      rows.change(projectId, threadId, (current) => {
        const { thread, ...added } = withMark(current, made);
        marks = added;
        return thread;
      });
      return marks;
    },

    unmark({ projectId, threadId, placeId }) {
      rows.change(projectId, threadId, (thread) => {
        const { [placeId]: gone, ...places } = thread.places;
        if (!gone) throw rows.notFound(threadId);
        taken.note({ projectId, threadId, placeId }, gone);
        return { ...thread, places };
      });
    },
    restoreMark({ projectId, threadId, placeId }) {
      const place = taken.find({ projectId, threadId, placeId });
      if (!place) throw rows.notFound(threadId);
      rows.change(projectId, threadId, (thread) => ({
        ...thread,
        places: checkPlaces({ ...thread.places, [placeId]: place }),
      }));
    },

    followText: createFollowMarked({ keeper: threadTable.table, rows, book, asMarked, tell }),

    forgetProject(projectId) {
      taken.forget(projectId);
      write(projectId, () => store.forget(projectId));
    },
    close: relocation.close,
  };
};
