import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exchangeSettings } from '#main/book/documents/chapter-settings.ts';
import type { DocumentsContext } from '#main/book/documents/context.ts';
import { createOpenFolder } from '#main/book/documents/open-folder.ts';
import type { DecidedSettings } from '#main/book/documents/service.ts';

let base: string;
let database: Database.Database;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fabula-exchange-'));
  database = new Database(join(base, 'data.sqlite'));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE notes (text TEXT)');
});
afterEach(() => {
  database.close();
  rmSync(base, { recursive: true, force: true });
});

const exchange = (decide: () => DecidedSettings): Promise<void> => {
  const context = { database, announce: () => undefined } as Partial<DocumentsContext>;
  const start = { projectId: 'book', root: base, readOnly: null, fencesListed: false };
  const folder = createOpenFolder({ ...start, manualOrder: null });
  return exchangeSettings(context as DocumentsContext, folder, decide);
};

const nothing = { changes: [], order: undefined };

it('lets others have their turns while it is worked out what becomes of many chapters, and notes it in one transaction [B5 B10]', async () => {
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  const noted: boolean[] = [];
  await exchange(() => ({
    ahead: (function* () {
      // Comes to an end only where others have their turn.
      while (!hadTurn) yield;
    })(),
    take() {
      noted.push(database.inTransaction);
      return nothing;
    },
  }));
  expect(noted).toEqual([true]);
});

it('decides anew on what stands there, when another process wrote while it was worked out [B5]', async () => {
  const other = new Database(join(base, 'data.sqlite'));
  const taken: number[] = [];
  let asked = 0;
  const decide = (write: () => void) => (): DecidedSettings => {
    asked += 1;
    const number = asked;
    return {
      ahead: (function* () {
        if (number === 1) write();
        yield;
      })(),
      take() {
        taken.push(number);
        return nothing;
      },
    };
  };
  await exchange(decide(() => void other.exec("INSERT INTO notes VALUES ('elsewhere')")));
  expect(taken).toEqual([2]);
  asked = 0;
  await exchange(decide(() => void database.exec("INSERT INTO notes VALUES ('here')")));
  expect(taken).toEqual([2, 1]);
  other.close();
});
