import type { Migration } from '../migration.ts';

/** Which database this is and how many changes it has seen: what tells a backup from an older or another one. */
export const databaseStateMigration: Migration = {
  number: 17,
  name: 'lineage and change count of the database',
  up(database) {
    database.exec(`
      CREATE TABLE database_state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        lineage TEXT NOT NULL,
        sequence INTEGER NOT NULL
      ) STRICT;
      INSERT INTO database_state (id, lineage, sequence) VALUES (1, lower(hex(randomblob(16))), 0);
    `);
  },
};
