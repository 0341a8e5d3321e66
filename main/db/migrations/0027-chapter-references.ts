import type { Migration } from '../migration.ts';

/**
 * Spans of chapters are stored by the ids of their chapters (B3). The numbers of before stay until their book is opened
 * next, for only then is it known which chapter each of them names.
 */
export const chapterReferencesMigration: Migration = {
  number: 27,
  name: 'chapters by id',
  up(database) {
    for (const table of ['entities', 'relations']) {
      for (const column of ['valid_from_reference', 'valid_to_reference']) {
        database.exec(
          `ALTER TABLE ${table} ADD COLUMN ${column} TEXT CHECK (${column} IS NULL OR json_valid(${column}))`,
        );
      }
    }
  },
};
