import type { Migration } from '../migration.ts';

/** The day that the purse last counted to, and the days that the clock was set back to (N12). */
export const purseClockMigration: Migration = {
  number: 69,
  name: 'purse clock',
  up(database) {
    database.exec(`
      CREATE TABLE purse_clock (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        day TEXT NOT NULL
      ) STRICT;
      CREATE TABLE purse_turned_back (day TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    `);
  },
};
