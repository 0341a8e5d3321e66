import type { Migration } from '../migration.ts';

/** Whether a replacement came to its end: one that a killed program left half done is taken back when its book is next opened. */
export const replacementEndsMigration: Migration = {
  number: 37,
  name: 'replacement-ends',
  up(database) {
    database.exec(`
      ALTER TABLE replacements
        ADD COLUMN under_way INTEGER NOT NULL DEFAULT 0 CHECK (under_way IN (0, 1));
    `);
  },
};
