/** Opens a file with SQLite the way the program wants it. */
import { closeSync, existsSync, openSync } from 'node:fs';
import BetterSqlite3, { type Database, type Options } from 'better-sqlite3';

const openFile = (file: string, binding: string | null, options: Options): Database =>
  new BetterSqlite3(file, binding ? { ...options, nativeBinding: binding } : options);

const assertSound = (database: Database): void => {
  const verdict = database.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') {
    throw Object.assign(new Error('quick_check failed'), { code: 'SQLITE_CORRUPT' });
  }
};

/** The program's own database, made when it is absent. Throws SQLite's error; SQLITE_CORRUPT also when a check fails. */
export const connectDatabase = (file: string, binding: string | null): Database => {
  // The log beside it takes its rights over from it. One that is there may be readable only.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const database = openFile(file, binding, {});
  try {
    database.pragma('busy_timeout = 5000');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('foreign_keys = ON');
    // What is deleted is overwritten: a project that was forgotten leaves no words in the file.
    database.pragma('secure_delete = ON');
    assertSound(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Another connection to a database that is in use, to copy it. Throws SQLite's error. */
export const connectForCopying = (file: string, binding: string | null): Database => {
  const database = openFile(file, binding, { fileMustExist: true });
  database.pragma('busy_timeout = 5000');
  return database;
};

/** Looks into a file at rest, such as a backup, and changes nothing. Throws SQLite's error when it is none. */
export const readDatabaseFile = <T>(
  file: string,
  binding: string | null,
  read: (database: Database) => T,
): T => {
  const database = openFile(file, binding, { readonly: true, fileMustExist: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
};

/** Whether a file at rest is a whole database. Throws nothing but what is no matter of the file. */
export const isSoundFile = (file: string, binding: string | null): boolean => {
  try {
    readDatabaseFile(file, binding, assertSound);
    return true;
  } catch {
    return false;
  }
};
