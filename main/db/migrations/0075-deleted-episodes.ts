import type { Migration } from '../migration.ts';

/** A record of past work that was deleted keeps its row, so that an undo brings back the very same one, with its time. */
export const deletedEpisodesMigration: Migration = {
  number: 75,
  name: 'deleted episodes',
  up(database) {
    database.exec('ALTER TABLE memory_episodes ADD COLUMN deleted_at INTEGER');
  },
};
