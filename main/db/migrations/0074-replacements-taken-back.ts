import type { Migration } from '../migration.ts';

/**
 * Whether a replacement was taken back: the latest that was not has its way back after a restart too (W2). Of those before
 * nobody noted it, so that none of them is offered; each is kept, for a window that still holds its way back.
 */
export const replacementsTakenBackMigration: Migration = {
  number: 74,
  name: 'replacements taken back',
  up(database) {
    database.exec(`
      ALTER TABLE replacements
        ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0 CHECK (taken_back IN (0, 1));
      UPDATE replacements SET taken_back = 1;
    `);
  },
};
