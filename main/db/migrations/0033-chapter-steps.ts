import type { Migration } from '../migration.ts';

/** Splits and merges of chapters: written down before a file changes, and kept for their undo (W1). */
export const chapterStepsMigration: Migration = {
  number: 33,
  name: 'splits and merges of chapters',
  up(database) {
    database.exec(`
      CREATE TABLE chapter_steps (
        sequence INTEGER PRIMARY KEY,
        step_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        side TEXT NOT NULL CHECK (side IN ('joined', 'parted')),
        target TEXT CHECK (target IN ('joined', 'parted')),
        created_at INTEGER NOT NULL,
        step TEXT NOT NULL
      ) STRICT;
      CREATE INDEX chapter_steps_by_project ON chapter_steps (project_id);
    `);
  },
};
