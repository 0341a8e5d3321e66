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

/** What another process wrote is told to who watches within so long, ms. */
const lookMs = 2_000;

/** Calls `onWritten` soon after another connection has written; nobody here asks for anything meanwhile. Answers the way to end it. */
export const watchForeignWrites = (database: Database, onWritten: () => void): (() => void) => {
  const writtenElsewhere = createForeignWrites(database);
  const timer = setInterval(() => {
    if (!database.open) clearInterval(timer);
    else if (writtenElsewhere()) onWritten();
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
};
