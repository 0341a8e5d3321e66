/** The tables of the judge: its mode, last checks and waivers. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, nullableJsonColumn, parseRow, toNullableJson } from '#main/db/columns.ts';
import { Coverage, Finding, JudgeMode } from '#shared/domain/finding.ts';

const WaiverRow = z.object({
  findingId: z.string(),
  constraintId: z.string().nullable(),
  entityId: z.string().nullable(),
  version: z.number().int(),
  /** Of what the finding rests on, as it was worded then. */
  digest: z.string(),
  quote: z.string(),
  reason: z.string(),
  createdAt: z.number().int(),
});
export type StoredWaiver = z.infer<typeof WaiverRow>;

/** A chapter's last check; each finding with the digest of what it rested on. */
const CheckRow = z.object({
  documentId: z.string(),
  findings: jsonColumn(z.array(z.object({ finding: Finding, digest: z.string() }))),
  needsModel: jsonColumn(z.array(z.string())),
  model: z.enum(['absent', 'answered', 'failed']),
  /** Both null for checks of an earlier version. */
  coverage: nullableJsonColumn(Coverage),
  textDigest: z.string().nullable(),
});
export type StoredCheck = z.infer<typeof CheckRow>;

const ModeRow = z.object({ mode: JudgeMode }).optional();

export type JudgeStore = {
  /** Newest first. */
  listWaivers(projectId: string): StoredWaiver[];
  putWaiver(projectId: string, waiver: StoredWaiver): void;
  deleteWaiver(projectId: string, findingId: string): void;
  listChecks(projectId: string): StoredCheck[];
  putCheck(projectId: string, check: StoredCheck): void;
  deleteCheck(projectId: string, documentId: string): void;
  /** Null when the writer has chosen none. */
  readMode(projectId: string): JudgeMode | null;
  writeMode(projectId: string, mode: JudgeMode): void;
  forget(projectId: string): void;
};

export const createJudgeStore = (database: Database): JudgeStore => {
  const select = database.prepare(`
    SELECT finding_id AS findingId, constraint_id AS constraintId, entity_id AS entityId, version, digest, quote,
      reason, created_at AS createdAt
    FROM judge_waivers WHERE project_id = ? ORDER BY created_at DESC, finding_id
  `);
  const put = database.prepare(`
    INSERT INTO judge_waivers (project_id, finding_id, constraint_id, entity_id, version, digest, quote, reason,
      created_at)
    VALUES (@projectId, @findingId, @constraintId, @entityId, @version, @digest, @quote, @reason, @createdAt)
    ON CONFLICT (project_id, finding_id) DO UPDATE SET
      constraint_id = excluded.constraint_id, entity_id = excluded.entity_id, version = excluded.version,
      digest = excluded.digest, quote = excluded.quote, reason = excluded.reason, created_at = excluded.created_at
  `);
  const remove = database.prepare(
    'DELETE FROM judge_waivers WHERE project_id = ? AND finding_id = ?',
  );
  const selectChecks = database.prepare(`
    SELECT document_id AS documentId, findings, needs_model AS needsModel, model, coverage, text_digest AS textDigest
    FROM judge_checks WHERE project_id = ? ORDER BY document_id
  `);
  const putCheck = database.prepare(`
    INSERT INTO judge_checks (project_id, document_id, findings, needs_model, model, coverage, text_digest)
    VALUES (@projectId, @documentId, @findings, @needsModel, @model, @coverage, @textDigest)
    ON CONFLICT (project_id, document_id) DO UPDATE SET
      findings = excluded.findings, needs_model = excluded.needs_model, model = excluded.model,
      coverage = excluded.coverage, text_digest = excluded.text_digest
  `);
  const removeCheck = database.prepare(
    'DELETE FROM judge_checks WHERE project_id = ? AND document_id = ?',
  );
  const selectMode = database.prepare('SELECT mode FROM judge_settings WHERE project_id = ?');
  const putMode = database.prepare(`
    INSERT INTO judge_settings (project_id, mode) VALUES (?, ?)
    ON CONFLICT (project_id) DO UPDATE SET mode = excluded.mode
  `);
  const forgetWaivers = database.prepare('DELETE FROM judge_waivers WHERE project_id = ?');
  const forgetChecks = database.prepare('DELETE FROM judge_checks WHERE project_id = ?');
  const forgetMode = database.prepare('DELETE FROM judge_settings WHERE project_id = ?');

  return {
    listWaivers: (projectId) =>
      select.all(projectId).map((row) => parseRow(WaiverRow, 'judge_waivers', row)),
    putWaiver: (projectId, waiver) => {
      put.run({ ...waiver, projectId });
    },
    deleteWaiver: (projectId, findingId) => {
      remove.run(projectId, findingId);
    },
    listChecks: (projectId) =>
      selectChecks.all(projectId).map((row) => parseRow(CheckRow, 'judge_checks', row)),
    putCheck: (projectId, { findings, needsModel, coverage, ...check }) => {
      putCheck.run({
        ...check,
        projectId,
        findings: JSON.stringify(findings),
        needsModel: JSON.stringify(needsModel),
        coverage: toNullableJson(coverage),
      });
    },
    deleteCheck: (projectId, documentId) => {
      removeCheck.run(projectId, documentId);
    },
    readMode: (projectId) =>
      parseRow(ModeRow, 'judge_settings', selectMode.get(projectId))?.mode ?? null,
    writeMode: (projectId, mode) => {
      putMode.run(projectId, mode);
    },
    forget: database.transaction((projectId: string) => {
      forgetWaivers.run(projectId);
      forgetChecks.run(projectId);
      forgetMode.run(projectId);
    }),
  };
};
