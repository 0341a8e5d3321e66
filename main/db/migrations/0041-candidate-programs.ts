import type { Migration } from '../migration.ts';

/** The program outside of the desk that offers a candidate (N16). */
export const candidateProgramsMigration: Migration = {
  number: 41,
  name: 'candidate-programs',
  up(database) {
    database.exec('ALTER TABLE ai_candidates ADD COLUMN program TEXT');
  },
};
