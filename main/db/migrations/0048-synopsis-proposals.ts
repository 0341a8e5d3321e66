import type { Migration } from '../migration.ts';

/** Synopses that a model proposed, and the last job of each book that asks for them chapter by chapter (E3). */
export const synopsisProposalsMigration: Migration = {
  number: 48,
  name: 'synopsis proposals',
  up(database) {
    database.exec(`
      CREATE TABLE synopsis_proposals (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        proposal_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'rejected')),
        text TEXT NOT NULL,
        mark TEXT NOT NULL,
        synopsis_before TEXT NOT NULL,
        model TEXT NOT NULL,
        usage TEXT NOT NULL CHECK (json_valid(usage)),
        redacted INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX synopsis_proposals_by_chapter ON synopsis_proposals (project_id, document_id);
      CREATE TABLE synopsis_jobs (
        project_id TEXT PRIMARY KEY,
        job_id TEXT NOT NULL,
        which TEXT NOT NULL CHECK (which IN ('missing', 'stale', 'all')),
        state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'interrupted', 'cancelled', 'done')),
        profile_id TEXT NOT NULL,
        chapters TEXT NOT NULL CHECK (json_valid(chapters)),
        usage TEXT NOT NULL CHECK (json_valid(usage)),
        error TEXT CHECK (error IS NULL OR json_valid(error)),
        owner TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER
      ) STRICT;
    `);
  },
};
