import type { Migration } from '../migration.ts';

/** Which process carries a run out: one whose process is gone is told as interrupted at once, not a minute later. */
export const runOwnersMigration: Migration = {
  number: 53,
  name: 'owners of runs',
  up(database) {
    database.exec('ALTER TABLE ai_runs ADD COLUMN owner TEXT');
  },
};
