import type { Migration } from '../migration.ts';

/** Narrative person, tense and style of a book; NULL is "not settled" (S3-48). */
export const bookSettingsMigration: Migration = {
  number: 21,
  name: 'book settings',
  up(database) {
    database.exec(`
      ALTER TABLE projects ADD COLUMN narrative_person TEXT;
      ALTER TABLE projects ADD COLUMN tense TEXT;
      ALTER TABLE projects ADD COLUMN style TEXT;
    `);
  },
};
