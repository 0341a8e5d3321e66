import type { Database } from 'better-sqlite3';

/**
 * Tells whether another connection has written since it was last asked: a command line beside the running desk
 * writes to the same file. Writes of this connection do not count.
 */
export const createForeignWrites = (database: Database): (() => boolean) => {
  const version = database.prepare('PRAGMA data_version').pluck();
  let known = version.get();
  return () => {
    const now = version.get();
    const changed = now !== known;
    known = now;
    return changed;
  };
};
