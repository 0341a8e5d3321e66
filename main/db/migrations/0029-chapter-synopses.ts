import type { Migration } from '../migration.ts';

/** How far each chapter has come, what happens in it and the writer's words for sorting it (W1). */
export const chapterSynopsesMigration: Migration = {
  number: 29,
  name: 'synopses of chapters',
  up(database) {
    database.exec(`
      ALTER TABLE documents ADD COLUMN status TEXT
        CHECK (status IN ('idea', 'draft', 'revised', 'done'));
      ALTER TABLE documents ADD COLUMN synopsis TEXT NOT NULL DEFAULT '';
      ALTER TABLE documents ADD COLUMN synopsis_version TEXT;
      ALTER TABLE documents ADD COLUMN labels TEXT NOT NULL DEFAULT '[]';
    `);
  },
};
