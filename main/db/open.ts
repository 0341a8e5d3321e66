/** Opens the databases of the data folder. */
import { mkdirSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Clock, Logger } from '#main/platform.ts';
import { makeBackupNow } from './backups/make-backup.ts';
import { explainOpenFailure } from './explain-open-failure.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { recoverDatabase } from './recovery/recover.ts';
import type { StartNotice } from './recovery/start-notices.ts';
import { systemCode } from '#main/base/failures/system-code.ts';

export type OpenedDatabase = {
  database: Database;
  /** What the writer must be told: a backup came back, something is missing, nothing can be written. */
  notices: StartNotice[];
  /** What the newest backup has seen of this database; null when there is none. */
  backedUp: number | null;
};

/** Asks by writing what is there already: SQLite lets a transaction begin on a file it can only read. */
const isReadOnly = (database: Database): boolean => {
  try {
    database.pragma(`user_version = ${schemaVersion(database)}`);
    return false;
  } catch (error) {
    if (systemCode(error).startsWith('SQLITE_READONLY')) return true;
    throw error;
  }
};

const readOnlyNotice: StartNotice = {
  code: 'DATABASE_READ_ONLY',
  message:
    'The database can be read but not written: nothing but the chapters themselves is saved.',
};

/**
 * Opens `<folder>/fabula.sqlite`, brings its schema forward and backs it up before it changes. Where the database is
 * gone, empty, damaged or older than its backup, the fullest backup takes its place and what was there is kept aside;
 * the notices say so.
 * Errors: DATABASE_NEWER, DATABASE_LOCKED, DATABASE_READ_ONLY, DATA_FOLDER_UNWRITABLE, DISK_FULL.
 */
export const openDatabase = (
  folder: string,
  binding: string | null,
  clock: Clock,
  logger: Logger,
): OpenedDatabase => {
  try {
    mkdirSync(folder, { recursive: true });
    const { database, notices, backedUp } = recoverDatabase({ folder, binding, clock, logger });
    try {
      migrate(database, migrations, () => {
        makeBackupNow(database, { folder, binding, now: clock.now(), forgetOlder: false });
      });
      if (isReadOnly(database)) notices.push(readOnlyNotice);
    } catch (error) {
      database.close();
      throw error;
    }
    return { database, notices, backedUp };
  } catch (error) {
    throw explainOpenFailure(folder, error);
  }
};
