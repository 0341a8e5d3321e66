import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { type Chapters, createChapters } from '#main/book/chapters.ts';
import { openDatabase } from '#main/db/open.ts';
import type { Clock } from '#main/platform.ts';
import { createTokens, type Tokens } from '#main/context/tokens/index.ts';
import type { EventName, EventSink } from '#shared/contract/events.ts';
import { putNewDatabase } from './new-database.ts';

export type StoreWorld = {
  database: Database;
  events: EventSink & { heard: { name: EventName; payload: unknown }[] };
  /** Stands still; every look is one millisecond later. */
  clock: Clock;
  /** The real service over one token per UTF-16 code unit. */
  tokens: Tokens;
  /** Of a book without chapters: numbers stay what they are. */
  chapters(): Chapters;
  /** The same file, opened anew. */
  reopen(): Database;
  close(): void;
};

const noChapters = createChapters([], []);

/** A real database in a folder of its own, and the plainest surroundings a store can have. */
export const openStoreWorld = (): StoreWorld => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-store-'));
  putNewDatabase(folder);
  let time = 1_700_000_000_000;
  const clock: Clock = {
    now: () => {
      time += 1;
      return time;
    },
  };
  const opened: Database[] = [];
  const open = (): Database => {
    const { database } = openDatabase(folder, null, clock, { log: () => undefined });
    opened.push(database);
    return database;
  };
  const heard: { name: EventName; payload: unknown }[] = [];
  return {
    database: open(),
    events: {
      heard,
      emit: (name, payload) => {
        heard.push({ name, payload });
      },
    },
    clock,
    tokens: createTokens({ countTokens: (text) => text.length }),
    chapters: () => noChapters,
    reopen: open,
    close: () => {
      for (const database of opened) database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
