import type { Migration } from '../migration.ts';

/** The largest request a model is sent (E2); NULL: the usual limit. */
export const maxInputMigration: Migration = {
  number: 40,
  name: 'max-input',
  up(database) {
    database.exec('ALTER TABLE model_profiles ADD COLUMN max_input INTEGER');
  },
};
