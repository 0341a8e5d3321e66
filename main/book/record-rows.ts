/** Records of one kind that a room keeps as rows: read once, written all or nothing, and given to the book's folder (B1). */
import type { Database } from 'better-sqlite3';
import { createProjectCache, type ProjectCache } from '#main/db/project-cache.ts';
import type { SoundRows } from '#main/db/columns.ts';
import type { Clock } from '#main/platform.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { createArrangeRows } from './arrange-rows.ts';
import type { RecordSource } from './record-source.ts';
import { createRowStore, type RowStore, type RowTable } from './row-store.ts';

/** What every row has beside what the writer decided. */
export type KeptRow = { version: number; createdAt: number; updatedAt: number };

type RecordRowsParts<S extends KeptRow, F> = {
  database: Database;
  clock: Clock;
  table: RowTable<S>;
  fieldsOf(row: S): F;
  rowOf(id: string, fields: F, kept: KeptRow): S;
  tell(projectId: string): void;
  limit: number;
  /** What a room's errors are called, and what its records are called in them. */
  codes: { notFound: ErrorCode; conflict: ErrorCode; limit: ErrorCode };
  words: { one: string; many: string };
};

/** An id of another project behaves as one that does not exist (S3-41). */
export type RecordRows<S, F> = {
  store: RowStore<S>;
  cached: ProjectCache<SoundRows<S>>;
  records: RecordSource<F>;
  notFound(id: string): AppError;
  write<T>(projectId: string, run: () => T): T;
  /** Null where it is not there, or deleted. */
  findStored(projectId: string, id: string): S | null;
  /** The code for what is not found. */
  findLive(projectId: string, id: string): S;
  /**
   * Adds a row, and says so. The code for too many.
   * @param isSame knows a row that says the same already: then that one is answered, and nothing added
   */
  insert(projectId: string, row: S, isSame?: (other: S) => boolean): S;
  /** Changes a row that is there, as a new version of it where `work` made it another, and says so; the code for a conflict where another version is expected. */
  change(
    projectId: string,
    id: string,
    work: (row: S) => S,
    options?: { expectedVersion?: number | undefined },
  ): S;
  remove(projectId: string, id: string): void;
  restore(projectId: string, id: string): S;
};

const createRecords = <S extends KeptRow, F>(
  parts: RecordRowsParts<S, F>,
  { store, write }: Pick<RecordRows<S, F>, 'store' | 'write'>,
): RecordSource<F> => {
  const { database, clock, table, fieldsOf, rowOf } = parts;
  const idOf = (row: S): string => String((row as Record<string, unknown>)[table.id]);
  const arrange = createArrangeRows(database, table.table, table.columns[table.id] ?? table.id);
  return {
    list: (projectId) =>
      new Map(store.list(projectId).items.map((row) => [idOf(row), fieldsOf(row)])),
    put: (projectId, id, fields) =>
      write(projectId, () => {
        const stored = store.find(projectId, id);
        const now = clock.now();
        const row = rowOf(id, fields, {
          version: (stored?.row.version ?? 0) + 1,
          createdAt: stored?.row.createdAt ?? now,
          updatedAt: now,
        });
        if (stored) store.update(projectId, row);
        else store.insert(projectId, row);
        if (stored?.deleted) store.setDeleted(projectId, id, null);
      }),
    remove: (projectId, id) => write(projectId, () => store.setDeleted(projectId, id, clock.now())),
    // They have no fences of their own: those of their chapters and of the names in them hold.
    withhold: () => undefined,
    arrange: (projectId, ids) => write(projectId, () => arrange(projectId, ids)),
    listDamaged: (projectId) => store.list(projectId).malformed,
    tell: parts.tell,
  };
};

export const createRecordRows = <S extends KeptRow, F>(
  parts: RecordRowsParts<S, F>,
): RecordRows<S, F> => {
  const { database, clock, table, tell, codes, words } = parts;
  const store = createRowStore(database, table);
  const cached = createProjectCache(database, (projectId) => store.list(projectId));
  const notFound = (id: string): AppError =>
    new AppError(codes.notFound, `There is no such ${words.one} in this project.`, {
      [table.id]: id,
    });
  const write = <T>(projectId: string, run: () => T): T => {
    try {
      return store.transaction(run);
    } finally {
      cached.drop(projectId);
    }
  };
  const findStored = (projectId: string, id: string): S | null => {
    const found = store.find(projectId, id);
    return found && !found.deleted ? found.row : null;
  };
  const findLive = (projectId: string, id: string): S => {
    const found = findStored(projectId, id);
    if (found === null) throw notFound(id);
    return found;
  };
  const checkLimit = (projectId: string): void => {
    if (store.count(projectId) < parts.limit) return;
    const message = `A project holds at most ${parts.limit} ${words.many}.`;
    throw new AppError(codes.limit, message, { limit: parts.limit });
  };
  return {
    ...{ store, cached, notFound, write, findStored, findLive },
    records: createRecords(parts, { store, write }),
    insert(projectId, row, isSame) {
      const kept = write(projectId, () => {
        const known = isSame && store.list(projectId).items.find(isSame);
        if (known) return known;
        checkLimit(projectId);
        store.insert(projectId, row);
        return row;
      });
      if (kept === row) tell(projectId);
      return kept;
    },
    change(projectId, id, work, { expectedVersion } = {}) {
      const changed = write(projectId, () => {
        const row = findLive(projectId, id);
        if (expectedVersion !== undefined && expectedVersion !== row.version) {
          const details = { [table.id]: id, currentVersion: row.version };
          throw new AppError(codes.conflict, 'It was changed in the meantime.', details);
        }
        const next = work(row);
        if (next === row) return row;
        const kept = { ...next, version: row.version + 1, updatedAt: clock.now() };
        store.update(projectId, kept);
        return kept;
      });
      tell(projectId);
      return changed;
    },
    remove(projectId, id) {
      write(projectId, () => {
        findLive(projectId, id);
        store.setDeleted(projectId, id, clock.now());
      });
      tell(projectId);
    },
    restore(projectId, id) {
      const row = write(projectId, () => {
        const found = store.find(projectId, id);
        if (!found) throw notFound(id);
        if (found.deleted) {
          checkLimit(projectId);
          store.setDeleted(projectId, id, null);
        }
        return found.row;
      });
      tell(projectId);
      return row;
    },
  };
};
