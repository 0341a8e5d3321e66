import type { Migration } from '../migration.ts';

/** When the last request was sent: no provider keeps it for long (N5). Null of those that an earlier version noted. */
export const requestTimesMigration: Migration = {
  number: 44,
  name: 'request-times',
  up(database) {
    database.exec('ALTER TABLE last_requests ADD COLUMN sent_at INTEGER');
  },
};
