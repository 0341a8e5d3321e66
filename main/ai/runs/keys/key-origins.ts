/** Which scheme, host and port the keys of the environment were given for. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseRow } from '#main/db/columns.ts';

/** By variable. What was noted once stays, also when its profile moves or goes. */
export type KeyOrigins = {
  /** The origin a variable belongs to: this one, if it belonged to none before. */
  claim(variable: string, origin: string): string;
};

const Row = z.object({ origin: z.string() });

export const createKeyOrigins = (database: Database): KeyOrigins => {
  const insert = database.prepare('INSERT OR IGNORE INTO key_origins VALUES (?, ?)');
  const find = database.prepare('SELECT origin FROM key_origins WHERE variable = ?');
  return {
    claim(variable, origin) {
      const known = find.get(variable);
      if (known) return parseRow(Row, 'key_origins', known).origin;
      insert.run(variable, origin);
      return parseRow(Row, 'key_origins', find.get(variable)).origin;
    },
  };
};
