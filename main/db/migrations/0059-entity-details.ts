import type { Migration } from '../migration.ts';

/** Fields of codex entries and what they say, some from a chapter on (W6). */
export const entityDetailsMigration: Migration = {
  number: 59,
  name: 'entity details',
  up(database) {
    database.exec(`
      ALTER TABLE entities ADD COLUMN details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details));
    `);
  },
};
