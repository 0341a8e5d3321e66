/**
 * One of the processes of a data folder at a time has a file of it for itself, by SQLite's own lock: the system lets go
 * of it with the process that had it, however that ended.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { systemCode } from '#main/base/failures/system-code.ts';

export type FileHold = { release(): void };

const unwritable = /^(?:SQLITE_(?:CANTOPEN|READONLY|FULL)|EACCES$|EPERM$|EROFS$|ENOSPC$)/;

/** SQLite would let others read it. Never where it is there: to close a file frees all that this process has locked of it. */
const makePrivate = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
};

/**
 * Null while another has it; made when it is absent, and stays empty. Where the folder cannot be written everybody gets
 * it: nobody can change anything there. Never waits. Throws SQLite's or the file system's error.
 */
export const holdFile = (path: string, binding: string | null): FileHold | null => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    makePrivate(path);
    const options = { timeout: 0, ...(binding ? { nativeBinding: binding } : {}) };
    const database = new BetterSqlite3(path, options);
    try {
      // Nothing is ever written: no journal has to lie beside it.
      database.pragma('journal_mode = MEMORY');
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      throw error;
    }
    return { release: () => void database.close() };
  } catch (error) {
    const code = systemCode(error);
    if (code.startsWith('SQLITE_BUSY')) return null;
    if (unwritable.test(code)) return { release: () => undefined };
    throw error;
  }
};
