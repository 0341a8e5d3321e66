import type { Migration } from '../migration.ts';

/** What the writer calls a kept version, and what was about to happen when it was kept (W8). */
export const namedSnapshotsMigration: Migration = {
  number: 36,
  name: 'names and causes of versions',
  up(database) {
    database.exec(`
      ALTER TABLE snapshots ADD COLUMN name TEXT;
      ALTER TABLE snapshots ADD COLUMN cause TEXT;
    `);
  },
};
