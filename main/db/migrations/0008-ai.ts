import type { Migration } from '../migration.ts';

/** Model profiles (never their keys), runs, candidates, what was learnt of counting and of taste. */
export const aiMigration: Migration = {
  number: 8,
  name: 'ai',
  up(database) {
    database.exec(`
      CREATE TABLE model_profiles (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        profile_id TEXT NOT NULL UNIQUE,
        provider TEXT NOT NULL,
        base_url TEXT NOT NULL,
        model TEXT NOT NULL,
        context_window INTEGER NOT NULL CHECK (context_window > 0),
        max_output INTEGER NOT NULL CHECK (max_output > 0),
        tool_protocol TEXT NOT NULL,
        caching INTEGER NOT NULL CHECK (caching IN (0, 1)),
        prices TEXT,
        selected INTEGER NOT NULL CHECK (selected IN (0, 1)),
        updated_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE ai_runs (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        run_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        skill_id TEXT NOT NULL,
        profile_id TEXT NOT NULL,
        assembly_id TEXT NOT NULL,
        state TEXT NOT NULL,
        text TEXT NOT NULL,
        partial INTEGER NOT NULL CHECK (partial IN (0, 1)),
        candidate_id TEXT,
        usage TEXT,
        reconciliation TEXT,
        notes TEXT NOT NULL,
        error TEXT,
        target TEXT,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        seen_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX ai_runs_by_project ON ai_runs (project_id, sequence);

      CREATE TABLE ai_candidates (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        candidate_id TEXT NOT NULL UNIQUE,
        run_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        skill_id TEXT NOT NULL,
        assembly_id TEXT NOT NULL,
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
      CREATE INDEX ai_candidates_by_project ON ai_candidates (project_id, state);

      CREATE TABLE ai_calibration (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        model TEXT NOT NULL,
        han REAL NOT NULL,
        characters REAL NOT NULL,
        marks REAL NOT NULL,
        other REAL NOT NULL,
        reported INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX ai_calibration_by_model ON ai_calibration (model, sequence);

      CREATE TABLE ai_preferences (
        project_id TEXT NOT NULL,
        pattern TEXT NOT NULL,
        votes INTEGER NOT NULL,
        rule_id TEXT,
        PRIMARY KEY (project_id, pattern)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
