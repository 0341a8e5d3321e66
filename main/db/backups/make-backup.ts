/** One backup: copied by SQLite's online backup, checked, and only then put in its place. */
import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { connectForCopying, readDatabaseFile } from '../connect.ts';
import { countRows, type DatabaseState, readDatabaseState } from '../database-state.ts';
import { isDamage } from '#main/base/failures/storage-failure.ts';
import { listUnfinished, unfinishedPath } from './backup-files.ts';
import { installBackup } from './install-backup.ts';

export type BackupRequest = {
  folder: string;
  binding: string | null;
  now: number;
  /** Also takes every older generation away. */
  forgetOlder: boolean;
};

export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** Tries that were cut off are cleared away after so long, ms. */
const unfinishedFor = 600_000;
/** More pages than any database has: the copy is made in one go, from one state of the database. */
const allPages = 0x7fffffff;

const isWhole = (database: Database): boolean =>
  database.pragma('integrity_check(1)', { simple: true }) === 'ok';

const sameRows = (one: Record<string, number>, other: Record<string, number>): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A file of its own: what a copy has of the original's log mode would want two more files beside it. */
const closeCopy = (path: string, binding: string | null): void => {
  chmodSync(path, 0o600);
  const copy = connectForCopying(path, binding);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
};

const assertLikeOriginal = (
  path: string,
  binding: string | null,
  rows: Record<string, number>,
): void => {
  const isSound = readDatabaseFile(
    path,
    binding,
    (copy) => isWhole(copy) && sameRows(countRows(copy), rows),
  );
  if (!isSound) throw new BackupRefused('The copy is not like the database.');
};

/** Copies what the database holds at one moment, while others may go on writing to it. */
const copyTo = async (
  source: Database,
  path: string,
): Promise<{ state: DatabaseState; rows: Record<string, number> }> => {
  source.exec('BEGIN');
  try {
    const state = readDatabaseState(source);
    const rows = countRows(source);
    await source.backup(path, { progress: () => allPages });
    return { state, rows };
  } finally {
    source.exec('ROLLBACK');
  }
};

/**
 * Backs a database up. The log is written into the database first, so that it is not the only place of anything for
 * long. A copy that is damaged, or has other rows than the database had, does not count: BackupRefused. Otherwise
 * throws SQLite's or the file system's error; what was there before stays then.
 * @param source a connection that is in no transaction
 */
export const makeBackup = async (
  source: Database,
  { folder, binding, now, forgetOlder }: BackupRequest,
): Promise<DatabaseState> => {
  for (const path of listUnfinished(folder, now - unfinishedFor)) rmSync(path, { force: true });
  source.pragma('wal_checkpoint(PASSIVE)');
  const path = unfinishedPath(folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    const { state, rows } = await copyTo(source, path);
    closeCopy(path, binding);
    assertLikeOriginal(path, binding, rows);
    installBackup(path, state, { folder, binding, now, forgetOlder });
    return state;
  } catch (error) {
    if (isDamage(error)) throw new BackupRefused('The database is damaged.', { cause: error });
    throw error;
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }
};

/** Before the schema changes, when nothing else runs: the same by a copy that is made at once. */
export const makeBackupNow = (source: Database, request: BackupRequest): void => {
  const { folder, binding } = request;
  const path = unfinishedPath(folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    source.prepare('VACUUM INTO ?').run(path);
    assertLikeOriginal(path, binding, countRows(source));
    installBackup(path, readDatabaseState(source), request);
  } finally {
    rmSync(path, { force: true });
  }
};
