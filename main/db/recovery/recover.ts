/** Finds the fullest database a data folder has, and puts it where the database should be. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Clock, Logger } from '#main/platform.ts';
import { databaseName } from '../backups/backup-files.ts';
import { type ReadBackup, readBackups } from '../backups/read-generations.ts';
import { readRemembered } from '../change-record.ts';
import { connectDatabase, isSoundFile } from '../connect.ts';
import { readDatabaseState } from '../database-state.ts';
import { putAside } from '../put-aside.ts';
import { isDamage } from '#main/base/failures/storage-failure.ts';
import { chooseStart, type FoundDatabase, type Start } from './choose-start.ts';
import { restoreBackup } from './restore-backup.ts';
import { noticesOf, type StartNotice } from './start-notices.ts';

export type RecoveryNeeds = {
  folder: string;
  binding: string | null;
  clock: Clock;
  logger: Logger;
};

export type Recovered = {
  database: Database;
  notices: StartNotice[];
  /** What the newest readable backup of this database has seen; null when there is none. */
  backedUp: number | null;
};

const sizeOf = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.size;

/** What lies where the database should, open where it can be. */
const find = (
  file: string,
  binding: string | null,
): { foundState: FoundDatabase; database: Database | null } => {
  // SQLite would make an empty one here, and throw away a log that lies beside it.
  if ((sizeOf(file) ?? 0) === 0) {
    return { foundState: { kind: 'absent' }, database: null };
  }
  try {
    const database = connectDatabase(file, binding);
    const state = readDatabaseState(database);
    // Without tables it is one that is just being made, by this process or another.
    return {
      foundState: state.version > 0 ? { kind: 'sound', ...state } : { kind: 'absent' },
      database,
    };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { foundState: { kind: 'damaged' }, database: null };
  }
};

/** Chooses until the backup it chose is whole; one that is not is put aside. */
const choose = (
  needs: RecoveryNeeds,
  foundState: FoundDatabase,
  backups: { readable: ReadBackup[]; damaged: boolean },
): Start<ReadBackup> => {
  const { folder, binding, clock } = needs;
  let { readable, damaged } = backups;
  for (;;) {
    const start = chooseStart(foundState, readable, {
      remembered: readRemembered(folder),
      damaged,
    });
    if (start.use !== 'backup' || isSoundFile(start.backup.path, binding)) return start;
    const { path } = start.backup;
    putAside(path, 'damaged', clock.now());
    readable = readable.filter((backup) => backup.path !== path);
    damaged = true;
  }
};

/** Puts what cannot be used aside and the chosen backup, if any, in its place. */
const settle = (
  { folder, clock }: RecoveryNeeds,
  foundState: FoundDatabase,
  start: Start<ReadBackup>,
): string | null => {
  const file = join(folder, databaseName);
  for (const suffix of ['', '-wal', '-shm']) {
    if (sizeOf(file + suffix) === 0) rmSync(file + suffix);
  }
  const isThere = ['', '-wal'].some((suffix) => existsSync(file + suffix));
  const why = foundState.kind === 'damaged' ? 'damaged' : 'replaced';
  const aside = isThere ? putAside(file, why, clock.now()) : null;
  if (start.use === 'backup') restoreBackup(start.backup.path, file);
  return aside;
};

const newestOf = (backups: readonly ReadBackup[], lineage: string | null): number | null => {
  const own = backups.filter((backup) => lineage !== null && backup.lineage === lineage);
  return own.length === 0 ? null : Math.max(...own.map(({ sequence }) => sequence));
};

/**
 * Opens `<folder>/fabula.sqlite`, or what has most of it. What was put aside, restored or lost is told in the notices.
 * Throws SQLite's or the file system's error when nothing can be opened.
 */
export const recoverDatabase = (needs: RecoveryNeeds): Recovered => {
  const { folder, binding, clock, logger } = needs;
  const file = join(folder, databaseName);
  // In this order: another process may be writing, and a database is never behind a backup made before it was read.
  const { readable, damaged } = readBackups(folder, binding);
  const hasLostLog = !existsSync(file) && (sizeOf(`${file}-wal`) ?? 0) > 0;
  const { foundState, database } = find(file, binding);
  const start = choose(needs, foundState, { readable, damaged: damaged.length > 0 || hasLostLog });
  if (start.use !== 'backup' && database) {
    const lineage = foundState.kind === 'sound' ? foundState.lineage : null;
    const notices = noticesOf(start, null);
    return { database, notices, backedUp: newestOf(readable, lineage) };
  }
  database?.close();
  for (const { path } of damaged) putAside(path, 'damaged', clock.now());
  const aside = settle(needs, foundState, start);
  const notices = noticesOf(start, aside);
  if (notices.length > 0) {
    const because = start.use === 'database' ? '' : start.because;
    logger.log('error', 'the database is not the one that was left', { use: start.use, because });
  }
  const opened = connectDatabase(file, binding);
  return {
    database: opened,
    notices,
    backedUp: start.use === 'backup' ? start.backup.sequence : null,
  };
};
