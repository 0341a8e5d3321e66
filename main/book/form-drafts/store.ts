/** The table of what stands in forms. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseRow, soundRows } from '#main/db/columns.ts';
import { type FormDraft, KeptFormDraft } from '#shared/domain/form-draft.ts';

export type FormDraftStore = {
  /** The one told last first; a damaged row is left out. */
  list(projectId: string): KeptFormDraft[];
  count(projectId: string): number;
  /** The page that has it now; null for a draft nobody told of. */
  pageOf(projectId: string, draftId: string): string | null;
  /** What comes with a step that is no higher changes nothing; what only becomes another page's is as old as it was. */
  put(projectId: string, draft: FormDraft & { pageId: string; changedAt: number }): void;
  remove(projectId: string, draftId: string): void;
  forget(projectId: string): void;
  /** Runs all or nothing. */
  transaction(run: () => void): void;
};

const CountRow = z.object({ count: z.number().int() });
const PageRow = z.object({ pageId: z.string() });

export const createFormDraftStore = (database: Database): FormDraftStore => {
  const select = database.prepare(
    `SELECT form, draft_id AS draftId, step, fields, page_id AS pageId, changed_at AS changedAt
     FROM form_drafts WHERE project_id = ? ORDER BY changed_at DESC, draft_id`,
  );
  const count = database.prepare('SELECT count(*) AS count FROM form_drafts WHERE project_id = ?');
  const page = database.prepare(
    'SELECT page_id AS pageId FROM form_drafts WHERE project_id = ? AND draft_id = ?',
  );
  const put = database.prepare(
    `INSERT INTO form_drafts (project_id, draft_id, form, step, fields, page_id, changed_at)
     VALUES (@projectId, @draftId, @form, @step, @fields, @pageId, @changedAt)
     ON CONFLICT (project_id, draft_id) DO UPDATE SET
       form = excluded.form, step = excluded.step, fields = excluded.fields,
       page_id = excluded.page_id,
       changed_at = iif(excluded.fields = form_drafts.fields, changed_at, excluded.changed_at)
     WHERE excluded.step > form_drafts.step`,
  );
  const remove = database.prepare('DELETE FROM form_drafts WHERE project_id = ? AND draft_id = ?');
  const forget = database.prepare('DELETE FROM form_drafts WHERE project_id = ?');
  return {
    list: (projectId) => soundRows(KeptFormDraft, 'draftId', select.all(projectId)).items,
    count: (projectId) => parseRow(CountRow, 'form_drafts', count.get(projectId)).count,
    pageOf(projectId, draftId) {
      const row = page.get(projectId, draftId);
      return row === undefined ? null : parseRow(PageRow, 'form_drafts', row).pageId;
    },
    put: (projectId, draft) => void put.run({ projectId, ...draft }),
    remove: (projectId, draftId) => void remove.run(projectId, draftId),
    forget: (projectId) => void forget.run(projectId),
    transaction: (run) => database.transaction(run).immediate(),
  };
};
