import type { Migration } from '../migration.ts';

/** How many words a chapter or a scene is meant to have (W3). */
export const wordGoalsMigration: Migration = {
  number: 71,
  name: 'word goals',
  up(database) {
    database.exec(`
      ALTER TABLE documents ADD COLUMN word_goal INTEGER CHECK (word_goal > 0);
      ALTER TABLE scenes ADD COLUMN word_goal INTEGER CHECK (word_goal > 0);
    `);
  },
};
