import type { Migration } from '../migration.ts';

/** Candidates of the assistant: they have no skill and no assembly, and may be chapters that are not there yet. */
export const candidatesMigration: Migration = {
  number: 12,
  name: 'candidates',
  up(database) {
    database.exec(`
      CREATE TABLE ai_candidates_new (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        candidate_id TEXT NOT NULL UNIQUE,
        origin TEXT NOT NULL CHECK (origin IN ('skill', 'assistant')),
        run_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        new_path TEXT,
        skill_id TEXT,
        assembly_id TEXT,
        state TEXT NOT NULL CHECK (state IN ('pending', 'accepted', 'rejected')),
        base_version TEXT NOT NULL,
        start INTEGER NOT NULL,
        "end" INTEGER NOT NULL,
        original TEXT NOT NULL,
        before_context TEXT NOT NULL,
        after_context TEXT NOT NULL,
        text TEXT NOT NULL,
        partial INTEGER NOT NULL CHECK (partial IN (0, 1)),
        created_at INTEGER NOT NULL,
        decided_at INTEGER,
        decision TEXT
      ) STRICT;
      INSERT INTO ai_candidates_new (sequence, candidate_id, origin, run_id, project_id, document_id,
        skill_id, assembly_id, state, base_version, start, "end", original, before_context,
        after_context, text, partial, created_at, decided_at, decision)
      SELECT sequence, candidate_id, 'skill', run_id, project_id, document_id, skill_id,
        assembly_id, state, base_version, start, "end", original, before_context, after_context,
        text, partial, created_at, decided_at, decision
      FROM ai_candidates ORDER BY sequence;
      DROP TABLE ai_candidates;
      ALTER TABLE ai_candidates_new RENAME TO ai_candidates;
      CREATE INDEX ai_candidates_by_project ON ai_candidates (project_id, state);
    `);
  },
};
