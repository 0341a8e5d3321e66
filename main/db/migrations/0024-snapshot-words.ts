import type { Migration } from '../migration.ts';

/**
 * How many words a kept text has, counted as everywhere else (F23). Texts of before are counted when the history of
 * their chapter is first looked at: all of them at once would hold up the start of a long book.
 */
export const snapshotWordsMigration: Migration = {
  number: 24,
  name: 'words of kept texts',
  up(database) {
    database.exec('ALTER TABLE snapshot_texts ADD COLUMN word_count INTEGER;');
  },
};
