import type { Migration } from '../migration.ts';

/** What stands in forms and is not saved (W4, W10). */
export const formDraftsMigration: Migration = {
  number: 72,
  name: 'form drafts',
  up(database) {
    database.exec(`
      CREATE TABLE form_drafts (
        project_id TEXT NOT NULL,
        draft_id TEXT NOT NULL,
        form TEXT NOT NULL,
        step INTEGER NOT NULL,
        fields TEXT NOT NULL,
        page_id TEXT NOT NULL,
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, draft_id)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
