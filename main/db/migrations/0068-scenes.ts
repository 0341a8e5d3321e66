import type { Migration } from '../migration.ts';

/** What the writer decided of scenes beside their text: status, synopsis, point of view (W1). */
export const scenesMigration: Migration = {
  number: 68,
  name: 'scenes',
  up(database) {
    database.exec(`
      CREATE TABLE scenes (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        scene_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        status TEXT CHECK (status IN ('idea', 'draft', 'revised', 'done')),
        synopsis TEXT NOT NULL,
        point_of_view_entity_id TEXT,
        places TEXT NOT NULL CHECK (json_valid(places)),
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX scenes_by_id ON scenes (project_id, scene_id);
    `);
  },
};
