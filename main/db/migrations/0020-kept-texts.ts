import type { Migration } from '../migration.ts';

/**
 * A chapter in conflict keeps every text beside its file, not the last one alone. Of its encoding it is remembered
 * whether it is known well enough to write in, what a person chose, and how many bytes belong to no character.
 */
export const keptTextsMigration: Migration = {
  number: 20,
  name: 'several texts kept of one conflict, and what is known of encodings',
  up(database) {
    database.exec(`
      CREATE TABLE kept_texts (
        snapshot_id TEXT PRIMARY KEY,
        document_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        base_version TEXT NOT NULL,
        draft_id TEXT,
        origin TEXT NOT NULL
      ) STRICT;
      INSERT INTO kept_texts (snapshot_id, document_id, project_id, base_version, draft_id, origin)
        SELECT snapshot_id, document_id, project_id, base_version, NULL, 'fabula' FROM document_conflicts;
      DROP TABLE document_conflicts;
      ALTER TABLE kept_texts RENAME TO document_conflicts;
      CREATE INDEX document_conflicts_by_document ON document_conflicts (document_id);

      ALTER TABLE documents ADD COLUMN chosen_encoding TEXT;
      ALTER TABLE documents ADD COLUMN encoding_unsure INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE documents ADD COLUMN bad_bytes INTEGER NOT NULL DEFAULT 0;
      -- Guessed ones are looked at anew: no file has an empty inode.
      UPDATE documents SET inode = '' WHERE encoding_guessed = 1;
    `);
  },
};
