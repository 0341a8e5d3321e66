import type { Migration } from '../migration.ts';

/**
 * Fences of chapters are told to other machines by a list in the book's folder: how often each was decided, under which
 * key the list has it, and whether there was a list (B2).
 */
export const fenceListMigration: Migration = {
  number: 25,
  name: 'list of fences',
  up(database) {
    database.exec(`
      ALTER TABLE documents ADD COLUMN fence_revision INTEGER NOT NULL DEFAULT 0 CHECK (fence_revision >= 0);
      ALTER TABLE documents ADD COLUMN fence_key TEXT;
      ALTER TABLE document_folders ADD COLUMN fences_listed INTEGER NOT NULL DEFAULT 0
        CHECK (fences_listed IN (0, 1));
    `);
  },
};
