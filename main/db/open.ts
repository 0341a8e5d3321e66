import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { AppError } from '#shared/errors.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

export type OpenedDatabase = {
  database: Database;
  /** What the writer must be told: a damaged database was put aside, a backup came back. */
  notices: { code: 'DATABASE_CORRUPT'; message: string }[];
};

type Places = { file: string; backup: string };

const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_CORRUPT' || error.code === 'SQLITE_NOTADB');

const connect = (file: string, binding: string | null): Database => {
  const database = binding
    ? new BetterSqlite3(file, { nativeBinding: binding })
    : new BetterSqlite3(file);
  try {
    database.pragma('busy_timeout = 5000');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('foreign_keys = ON');
    // What is deleted is overwritten: a project that was forgotten leaves no words in the file.
    database.pragma('secure_delete = ON');
    const verdict = database.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') {
      throw Object.assign(new Error('quick_check failed'), { code: 'SQLITE_CORRUPT' });
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const putAside = (places: Places, now: number): string => {
  const aside = `${places.file}.damaged-${now}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(places.file + suffix)) renameSync(places.file + suffix, aside + suffix);
  }
  return aside;
};

const unwritable: ReadonlySet<string> = new Set([
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
]);

const translate = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    return new AppError(
      'DATABASE_LOCKED',
      'Another program holds the database.',
      {},
      { cause: error },
    );
  }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new AppError('DISK_FULL', 'The disk is full.', {}, { cause: error });
  }
  if (unwritable.has(code)) {
    return new AppError(
      'DATA_FOLDER_UNWRITABLE',
      'The data folder cannot be written.',
      {},
      { cause: error },
    );
  }
  return error;
};

/**
 * Opens `<folder>/fabula.sqlite`, brings its schema forward and backs it up before it changes. A damaged file
 * is kept aside under a new name and the last backup takes its place; the notices say so.
 * Errors: DATABASE_NEWER, DATABASE_LOCKED, DATA_FOLDER_UNWRITABLE.
 */
export const openDatabase = (
  folder: string,
  binding: string | null,
  clock: Clock,
  logger: Logger,
): OpenedDatabase => {
  const places: Places = {
    file: join(folder, 'fabula.sqlite'),
    backup: join(folder, 'fabula.backup.sqlite'),
  };
  const notices: OpenedDatabase['notices'] = [];
  try {
    mkdirSync(folder, { recursive: true });
    let database: Database;
    try {
      database = connect(places.file, binding);
    } catch (error) {
      if (!isDamage(error)) throw error;
      const aside = putAside(places, clock.now());
      const restored = existsSync(places.backup);
      if (restored) copyFileSync(places.backup, places.file);
      logger.log('error', 'damaged database put aside', { restored });
      notices.push({
        code: 'DATABASE_CORRUPT',
        message: restored
          ? `The database was damaged. It is kept as ${aside}; the last backup is in use.`
          : `The database was damaged. It is kept as ${aside}; there was no backup, so a new one was made.`,
      });
      database = connect(places.file, binding);
    }
    try {
      migrate(database, migrations, () => backUpDatabase(database, folder));
    } catch (error) {
      database.close();
      throw error;
    }
    return { database, notices };
  } catch (error) {
    throw translate(error);
  }
};

/** Writes a complete copy beside the database; the previous copy stays until the new one is whole. */
export const backUpDatabase = (database: Database, folder: string): void => {
  const backup = join(folder, 'fabula.backup.sqlite');
  const fresh = `${backup}.new`;
  rmSync(fresh, { force: true });
  database.prepare('VACUUM INTO ?').run(fresh);
  renameSync(fresh, backup);
};
