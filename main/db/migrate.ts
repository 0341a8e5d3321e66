/** Brings a database to today's shape. */
import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/errors.ts';
import type { Migration } from './migration.ts';

export const schemaVersion = (database: Database): number =>
  Number(database.pragma('user_version', { simple: true }));

/**
 * Brings the schema forward, each step in its own transaction; a new database, which has nothing to lose, in one, for each
 * waits for the disk. `beforeFirst` runs once before anything changes
 * (the backup). Refuses a schema from a newer program with DATABASE_NEWER; nothing is touched then.
 */
export const migrate = (
  database: Database,
  migrations: readonly Migration[],
  beforeFirst: () => void,
): { from: number; to: number } => {
  const from = schemaVersion(database);
  const newest = migrations.at(-1)?.number ?? 0;
  if (from > newest) {
    throw new AppError(
      'DATABASE_NEWER',
      `The data folder was written by a newer Fabula (schema ${from}, this program knows ${newest}).`,
      { found: from, known: newest },
    );
  }
  const pending = migrations.filter((migration) => migration.number > from);
  if (pending.length > 0 && from > 0) beforeFirst();
  const bringForward = database.transaction((steps: readonly Migration[]) => {
    for (const migration of steps) {
      // Another process may have been quicker.
      if (schemaVersion(database) >= migration.number) continue;
      migration.up(database);
      database.pragma(`user_version = ${migration.number}`);
    }
  });
  for (const steps of from === 0 ? [pending] : pending.map((one) => [one])) {
    bringForward.immediate(steps);
  }
  return { from, to: newest };
};
