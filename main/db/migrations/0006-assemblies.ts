import type { Migration } from '../migration.ts';

/** Budgets per project (S3-15) and the assemblies kept for replay, their texts stored once by content (N1). */
export const assembliesMigration: Migration = {
  number: 6,
  name: 'budgets and assemblies',
  up(database) {
    database.exec(`
      CREATE TABLE budgets (
        project_id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        budget TEXT NOT NULL
      ) STRICT;

      CREATE TABLE assemblies (
        assembly_id TEXT PRIMARY KEY,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        skill_id TEXT NOT NULL,
        model TEXT NOT NULL,
        purpose TEXT NOT NULL,
        token_count INTEGER NOT NULL,
        stable_prefix_hash TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        record TEXT NOT NULL
      ) STRICT;
      CREATE INDEX assemblies_by_project ON assemblies (project_id, sequence);

      CREATE TABLE assembly_texts (
        project_id TEXT NOT NULL,
        hash TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (project_id, hash)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
