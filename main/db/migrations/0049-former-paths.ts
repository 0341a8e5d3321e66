import type { Migration } from '../migration.ts';

/** Where a chapter's file was before: told in its record, so that of two machines that renamed it both know (B1). */
export const formerPathsMigration: Migration = {
  number: 49,
  name: 'former paths of chapters',
  up(database) {
    database.exec(`ALTER TABLE record_files ADD COLUMN former TEXT NOT NULL DEFAULT '[]'`);
  },
};
