import type { Migration } from '../migration.ts';

/** What a text was held against is kept beside what was found in it, and for a run why nobody judged it (S3-25). */
export const coverageMigration: Migration = {
  number: 16,
  name: 'coverage',
  up(database) {
    database.exec(`
      ALTER TABLE ai_runs ADD COLUMN coverage TEXT;
      ALTER TABLE ai_runs ADD COLUMN unjudged TEXT;
      ALTER TABLE judge_checks ADD COLUMN coverage TEXT;
      ALTER TABLE judge_checks ADD COLUMN text_digest TEXT;
    `);
  },
};
