import type { Migration } from '../migration.ts';

/** What each chapter's text is known by, so that a synopsis outlives trifles (E3); '' until it is read or written again. */
export const chapterSketchesMigration: Migration = {
  number: 46,
  name: 'sketches of chapters',
  up(database) {
    database.exec(`ALTER TABLE documents ADD COLUMN sketch TEXT NOT NULL DEFAULT ''`);
  },
};
