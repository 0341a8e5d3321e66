import type { Migration } from '../migration.ts';

/** Projects, what is known of their files, and every version of a chapter that is kept (F18). */
export const projectsMigration: Migration = {
  number: 1,
  name: 'projects, documents and their versions',
  up(database) {
    database.exec(`
      CREATE TABLE projects (
        project_id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        language TEXT NOT NULL,
        path TEXT NOT NULL,
        point_of_view_entity_id TEXT,
        created_at INTEGER NOT NULL,
        opened_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX projects_by_path ON projects (path);

      CREATE TABLE sample_imports (
        project_id TEXT PRIMARY KEY,
        language TEXT NOT NULL,
        imported_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE document_folders (
        project_id TEXT PRIMARY KEY,
        manual_order TEXT
      ) STRICT;

      CREATE TABLE documents (
        document_id TEXT PRIMARY KEY,
        project_id TEXT NOT NULL,
        state TEXT NOT NULL,
        path TEXT NOT NULL,
        trash_path TEXT,
        inode TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified_at REAL NOT NULL,
        version TEXT NOT NULL,
        title TEXT NOT NULL,
        encoding TEXT NOT NULL,
        encoding_guessed INTEGER NOT NULL,
        char_count INTEGER NOT NULL,
        word_count INTEGER NOT NULL,
        point_of_view_entity_id TEXT,
        fence TEXT
      ) STRICT;
      CREATE INDEX documents_by_project ON documents (project_id);

      CREATE TABLE snapshot_texts (
        project_id TEXT NOT NULL,
        version TEXT NOT NULL,
        deflated BLOB NOT NULL,
        PRIMARY KEY (project_id, version)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE snapshots (
        snapshot_id TEXT PRIMARY KEY,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        reason TEXT NOT NULL,
        version TEXT NOT NULL,
        char_count INTEGER NOT NULL,
        original_bytes BLOB
      ) STRICT;
      CREATE INDEX snapshots_by_document ON snapshots (document_id, sequence);
      CREATE INDEX snapshots_by_version ON snapshots (project_id, version);

      CREATE TABLE document_conflicts (
        document_id TEXT PRIMARY KEY,
        project_id TEXT NOT NULL,
        base_version TEXT NOT NULL,
        snapshot_id TEXT NOT NULL
      ) STRICT;
    `);
  },
};
