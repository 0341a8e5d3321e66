import type { Migration } from '../migration.ts';

/** A relation that was deleted while it was fenced keeps its row: versions that were kept of the book hold it still (N3). */
export const deletedRelationsMigration: Migration = {
  number: 52,
  name: 'deleted relations',
  up(database) {
    database.exec(`
      ALTER TABLE relations ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
    `);
  },
};
