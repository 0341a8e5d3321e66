/** The folders of open books: looked at when something changed here or there, one look at a time. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import type { SyncCounts } from '#shared/domain/records.ts';
import { AppError } from '#shared/errors.ts';
import { isMissing } from '#main/base/failures/system-code.ts';
import { takeTurn } from './exchange-turn.ts';
import type { OpenedBook } from './service.ts';
import type { BookToSync, ProjectOutcome } from './sync-project.ts';

/** Several changes at once are written in one go. */
const settleTimeMs = 40;
/** A file that could not be written is tried again. */
const retryTimeMs = 5_000;
/** Another process had the turn: by then it is done with most looks. */
const turnTimeMs = 500;
/** Programs that replace a file by taking it away first put the new one there within this time. */
const replaceTimeMs = 1_000;

type OpenBook = OpenedBook & {
  mutex: Mutex;
  timer: NodeJS.Timeout | null;
  /** Whether something changed since the last look began. */
  isDue: boolean;
  /** Whether a look that nobody asked for waits for the one under way: it sees all that changes until it begins. */
  isWaiting: boolean;
  /** What the folders looked like when the last look began. */
  stamps: string;
  /** Records whose files were not there at the last look, and since when, ms. */
  missing: ReadonlyMap<string, number>;
  problems: string[];
};

type LookRequest = {
  canWrite: boolean;
  /** Takes what is missing for gone at once; otherwise only what stays so. */
  isAsked: boolean;
  /** Whether somebody waits for it, who is told better by a look that has the turn. */
  isAwaited: boolean;
};

export type OpenBooks = {
  attach(book: OpenedBook, isFirst: boolean): Promise<void>;
  detach(projectId: string): Promise<void>;
  /** Never throws. */
  writeWaiting(projectId: string): Promise<void>;
  /** PROJECT_CLOSED. */
  look(projectId: string): Promise<SyncCounts>;
  takeNew(projectId: string): Promise<void>;
  schedule(projectId: string): void;
  problems(projectId: string): string[];
  /** Runs while nobody looks. PROJECT_CLOSED. */
  alone(projectId: string, work: (root: string) => Promise<void>): Promise<void>;
};

const nothingDone: SyncCounts = { read: 0, written: 0, merged: 0, conflicts: 0, withheld: 0 };

const stampOf = async (path: string): Promise<string> => {
  try {
    const { ino, mtimeMs } = await lstat(path);
    return `${ino}:${mtimeMs}`;
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
};

const stampsOf = async (root: string, folders: readonly string[]): Promise<string> =>
  (await Promise.all(folders.map((folder) => stampOf(join(root, folder))))).join(' ');

/** Where records lie, or may come to lie. */
const folders = [
  'codex',
  'constraints',
  'habits',
  '.fabula/chapters',
  '.fabula/expectations',
  '.fabula/threads',
  '.fabula/notes',
  '.fabula/scenes',
  '.fabula/dismissed',
  '.fabula/book',
];

export const createOpenBooks = (parts: {
  sync(book: BookToSync): Promise<ProjectOutcome>;
  /** A look nobody waits for, or a part of any, failed. */
  onFailure(projectId: string, error: unknown): void;
}): OpenBooks => {
  const books = new Map<string, OpenBook>();

  const lookAlone = async (
    book: OpenBook,
    { canWrite, isAsked, isAwaited }: LookRequest,
  ): Promise<SyncCounts> => {
    book.isWaiting = false;
    // A folder that went away, or another in its place, says nothing about the book.
    if (book.canWrite && (await stampOf(join(book.root, '.fabula/project.json'))) === '') {
      return nothingDone;
    }
    if (canWrite) book.isDue = false;
    book.stamps = await stampsOf(book.root, folders);
    const { projectId, root } = book;
    const missing = new Map<string, number>();
    const isGone: BookToSync['isGone'] = (kind, id) => {
      const record = `${kind}/${id}`;
      const since = book.missing.get(record) ?? performance.now();
      if (isAsked || performance.now() - since >= replaceTimeMs) return true;
      missing.set(record, since);
      return false;
    };
    const { mayExchange, isLater, release } = await takeTurn(book, isAwaited);
    let outcome: ProjectOutcome;
    try {
      outcome = await parts.sync({ projectId, root, canWrite, mayExchange, isGone });
    } finally {
      release();
    }
    if (mayExchange) book.missing = missing;
    if (isLater) scheduleIn(book, turnTimeMs);
    if (missing.size > 0) scheduleIn(book, replaceTimeMs + settleTimeMs);
    const { counts, problems, isUnfinished } = outcome;
    for (const error of outcome.failures) parts.onFailure(projectId, error);
    book.problems = problems;
    if (isUnfinished) scheduleIn(book, retryTimeMs);
    return counts;
  };
  const lookAt = (book: OpenBook, request: LookRequest): Promise<SyncCounts> =>
    book.mutex.runExclusive(() => lookAlone(book, request));

  const lookUnasked = async (book: OpenBook, isAwaited: boolean): Promise<void> => {
    try {
      await lookAt(book, { canWrite: book.canWrite, isAsked: false, isAwaited });
    } catch (error) {
      parts.onFailure(book.projectId, error);
    }
  };

  const scheduleIn = (book: OpenBook, delay: number): void => {
    book.isDue = true;
    book.timer ??= setTimeout(() => {
      book.timer = null;
      if (book.isWaiting) return;
      book.isWaiting = true;
      void lookUnasked(book, false);
    }, delay);
    book.timer.unref();
  };

  const settle = async (book: OpenBook): Promise<void> => {
    if (book.timer) clearTimeout(book.timer);
    book.timer = null;
    if (book.isDue && !book.isWaiting) await lookUnasked(book, true);
    await book.mutex.waitForUnlock();
  };

  const bookOf = (projectId: string): OpenBook => {
    const book = books.get(projectId);
    if (book) return book;
    throw new AppError('PROJECT_CLOSED', 'The project is not open.', { projectId });
  };

  return {
    async attach(opened, isFirst) {
      const known = books.get(opened.projectId);
      const book: OpenBook =
        known?.root === opened.root && known.canWrite === opened.canWrite
          ? known
          : {
              ...opened,
              mutex: new Mutex(),
              timer: null,
              isDue: false,
              isWaiting: false,
              stamps: '',
              missing: new Map(),
              problems: [],
            };
      books.set(opened.projectId, book);
      // Nobody waits for the first writing of a whole book.
      await lookAt(book, { canWrite: book.canWrite && !isFirst, isAsked: true, isAwaited: true });
      if (isFirst) scheduleIn(book, settleTimeMs);
    },
    async detach(projectId) {
      const book = books.get(projectId);
      if (!book) return;
      await settle(book);
      if (book.timer) clearTimeout(book.timer);
      books.delete(projectId);
    },
    async writeWaiting(projectId) {
      const book = books.get(projectId);
      if (book?.canWrite) await settle(book);
    },
    look(projectId) {
      const book = bookOf(projectId);
      return lookAt(book, { canWrite: book.canWrite, isAsked: true, isAwaited: true });
    },
    async takeNew(projectId) {
      const book = books.get(projectId);
      const isKnown = async ({ root, stamps }: OpenBook): Promise<boolean> =>
        stamps === (await stampsOf(root, folders));
      if (!book || (await isKnown(book))) return;
      await book.mutex.runExclusive(async () => {
        // Every chapter that is read asks: the first look while they wait is enough for all.
        if (!(await isKnown(book)))
          await lookAlone(book, { canWrite: book.canWrite, isAsked: false, isAwaited: true });
      });
    },
    schedule(projectId) {
      const book = books.get(projectId);
      if (book) scheduleIn(book, settleTimeMs);
    },
    problems: (projectId) => books.get(projectId)?.problems ?? [],
    async alone(projectId, work) {
      const book = bookOf(projectId);
      await book.mutex.runExclusive(() => work(book.root));
    },
  };
};
