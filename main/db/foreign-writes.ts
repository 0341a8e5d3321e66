import type { Database } from 'better-sqlite3';

/**
 * Tells whether another connection has written since it was last asked: a command line beside the running desk
 * writes to the same file. Writes of this connection do not count. The file is asked once a turn: what is done
 * without waiting for anything sees one state of it, and many requests at once share the look.
 */
export const createForeignWrites = (database: Database): (() => boolean) => {
  const version = database.prepare('PRAGMA data_version').pluck();
  let knownVersion = version.get();
  let isAsked = false;
  return () => {
    if (isAsked) return false;
    isAsked = true;
    queueMicrotask(() => {
      isAsked = false;
    });
    const now = version.get();
    const changed = now !== knownVersion;
    knownVersion = now;
    return changed;
  };
};
