import type { Migration } from '../migration.ts';

/** Where the last export of a book went on this machine (B10); empty for nowhere yet. */
export const lastExportsMigration: Migration = {
  number: 73,
  name: 'last exports',
  up(database) {
    database.exec(`ALTER TABLE export_choices ADD COLUMN last_export TEXT NOT NULL DEFAULT ''`);
  },
};
