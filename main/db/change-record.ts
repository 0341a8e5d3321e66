/**
 * Remembers beside the database how much it has seen, so that a start notices when the database, or the log in which
 * SQLite keeps the latest changes, is not the one that was left.
 */
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { systemCode } from '#main/base/failures/system-code.ts';

const Remembered = z.object({ lineage: z.string(), sequence: z.number().int() });
export type Remembered = z.infer<typeof Remembered>;

const fileOf = (folder: string): string => join(folder, 'fabula.state.json');

/** Always as long, and so written over itself in place: that works on a full disk too. */
const encode = (state: Remembered): string => `${JSON.stringify(state).padEnd(95)}\n`;

/** What was remembered last; null when nothing was, or it cannot be understood. Throws other failures of the file. */
export const readRemembered = (folder: string): Remembered | null => {
  try {
    return Remembered.safeParse(JSON.parse(readFileSync(fileOf(folder), 'utf8'))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === 'ENOENT') return null;
    throw error;
  }
};

export type ChangeRecord = {
  /**
   * Counts what was written since the last time and remembers it; to be called before a change is acknowledged. Never
   * fails: where the count cannot be written it is tried again with the next call.
   * @returns whether there was a change
   */
  note(): boolean;
  sequence(): number;
  close(): void;
};

/** For a database whose schema is up to date. */
export const createChangeRecord = (
  database: Database,
  folder: string,
  onFailure: (error: unknown) => void,
): ChangeRecord => {
  const totalChanges = database.prepare('SELECT total_changes()').pluck();
  const count = database.prepare('UPDATE database_state SET sequence = sequence + 1 WHERE id = 1');
  const current = database.prepare('SELECT lineage, sequence FROM database_state WHERE id = 1');
  let counted = totalChanges.get();
  let file: number | null = null;
  let failed = false;

  const attempt = (work: () => void): void => {
    try {
      work();
      failed = false;
    } catch (error) {
      // A full disk fails every time; once is enough to say so.
      if (!failed) onFailure(error);
      failed = true;
    }
  };
  const remember = (row: unknown): void => {
    file ??= openSync(fileOf(folder), constants.O_RDWR | constants.O_CREAT, 0o600);
    writeSync(file, encode(Remembered.parse(row)), 0);
  };

  // What came back from a backup has seen less than what was remembered: from now on that is the measure.
  attempt(() => remember(current.get()));
  return {
    note() {
      if (totalChanges.get() === counted) return false;
      attempt(() => {
        // Asked for its row at once it would answer even where the disk takes nothing.
        count.run();
        counted = totalChanges.get();
        remember(current.get());
      });
      return true;
    },
    sequence: () => Remembered.parse(current.get()).sequence,
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
};
