import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseName } from '#main/db/backups/backup-files.ts';
import { readDatabaseFile } from '#main/db/connect.ts';
import { readDatabaseState } from '#main/db/database-state.ts';
import { openDatabase } from '#main/db/open.ts';

type NewDatabase = { bytes: Buffer; lineage: Buffer };

/** An empty database as the program makes it, and the name by which it tells one database from another. */
const make = (): NewDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-new-'));
  try {
    openDatabase(folder, null, Date, { log: () => undefined }).database.close();
    const file = join(folder, databaseName);
    const { lineage } = readDatabaseFile(file, null, readDatabaseState);
    return { bytes: readFileSync(file), lineage: Buffer.from(lineage ?? '') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

let made: NewDatabase | null = null;

/**
 * Puts the database into a data folder without one that the program would make there, with a lineage of its own. To make
 * it takes five times as long as everything else at the start of a program; it is made once in each process of tests.
 */
export const putNewDatabase = (folder: string): void => {
  const file = join(folder, databaseName);
  if (existsSync(file)) return;
  made ??= make();
  const bytes = Buffer.from(made.bytes);
  const place = bytes.indexOf(made.lineage);
  bytes.write(randomBytes(made.lineage.length / 2).toString('hex'), place, 'latin1');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600 });
};
