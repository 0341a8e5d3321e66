import type { Migration } from '../migration.ts';

/** One row for the whole program; `set_aside` keeps the last stored value that could not be understood. */
export const settingsMigration: Migration = {
  number: 5,
  name: 'settings',
  up(database) {
    database.exec(`
      CREATE TABLE settings (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        value TEXT NOT NULL,
        set_aside TEXT
      ) STRICT;
    `);
  },
};
