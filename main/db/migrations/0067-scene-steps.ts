import type { Migration } from '../migration.ts';

/** Scenes are moved from one place to another: steps that have other sides than splits and merges (W1). */
export const sceneStepsMigration: Migration = {
  number: 67,
  name: 'moves of scenes',
  up(database) {
    database.exec(`
      CREATE TABLE chapter_steps_with_scenes (
        sequence INTEGER PRIMARY KEY,
        step_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        side TEXT NOT NULL CHECK (side IN ('joined', 'parted', 'before', 'after')),
        target TEXT CHECK (target IN ('joined', 'parted', 'before', 'after')),
        created_at INTEGER NOT NULL,
        step TEXT NOT NULL
      ) STRICT;
      INSERT INTO chapter_steps_with_scenes SELECT * FROM chapter_steps;
      DROP TABLE chapter_steps;
      ALTER TABLE chapter_steps_with_scenes RENAME TO chapter_steps;
      CREATE INDEX chapter_steps_by_project ON chapter_steps (project_id);
    `);
  },
};
