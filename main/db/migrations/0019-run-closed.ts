import type { Migration } from '../migration.ts';

/** What fences closed to a run when it was made, by key, as JSON; NULL of runs from before anybody noted it. */
export const runClosedMigration: Migration = {
  number: 19,
  name: 'run-closed',
  up(database) {
    database.exec('ALTER TABLE ai_runs ADD COLUMN closed TEXT');
  },
};
