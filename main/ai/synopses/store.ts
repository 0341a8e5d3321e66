/** The tables of proposed synopses and of the jobs that ask for them. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, nullableJsonColumn, parseRow, toNullableJson } from '#main/db/columns.ts';
import { Count } from '#shared/domain/identifiers.ts';
import { Spent, Usage } from '#shared/domain/run.ts';
import { JobChapter, SynopsisChoice, SynopsisJobState } from '#shared/domain/synopsis.ts';
import { ReplyError } from '#shared/errors.ts';

const ProposalRow = z.object({
  proposalId: z.string(),
  documentId: z.string(),
  state: z.enum(['waiting', 'accepted', 'rejected']),
  text: z.string(),
  /** The text of the chapter that it was made from. */
  mark: z.string(),
  /** The chapter's synopsis when it was made. */
  before: z.string(),
  model: z.string(),
  usage: jsonColumn(Usage),
  redacted: Count,
  createdAt: z.number(),
});
export type StoredProposal = z.infer<typeof ProposalRow>;

const JobRow = z.object({
  jobId: z.string(),
  which: SynopsisChoice,
  state: SynopsisJobState,
  /** The model that the writer agreed to. */
  profileId: z.string(),
  chapters: jsonColumn(z.array(JobChapter)),
  usage: jsonColumn(Spent),
  error: nullableJsonColumn(ReplyError),
  owner: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
});
export type StoredJob = z.infer<typeof JobRow>;

const columns = `proposal_id AS proposalId, document_id AS documentId, state, text, mark,
  synopsis_before AS before, model, usage, redacted, created_at AS createdAt`;

export type SynopsisStore = {
  /** In the order they were made. */
  listWaiting(projectId: string): StoredProposal[];
  /** Also one that is settled; null for an id of another project (S3-41). */
  find(projectId: string, proposalId: string): StoredProposal | null;
  /** In place of whatever was proposed for the chapter before. */
  put(projectId: string, proposal: StoredProposal): void;
  settle(proposalId: string, state: StoredProposal['state']): void;
  reword(proposalId: string, text: string): void;
  /** Whether something waits for this chapter, whose synopsis was `from` and is `to`. */
  follow(projectId: string, synopsis: { documentId: string; from: string; to: string }): boolean;
  /** What waits for a chapter; null where nothing does. */
  waitingFor(projectId: string, documentId: string): StoredProposal | null;
  /** It was made from a text that is known by this mark. */
  remark(proposalId: string, mark: string): void;
  /** The last job of a book. */
  job(projectId: string): StoredJob | null;
  putJob(projectId: string, job: StoredJob): void;
  forget(projectId: string): void;
  /** Runs all or nothing, while nobody else writes. */
  transaction<T>(run: () => T): T;
};

export const createSynopsisStore = (database: Database): SynopsisStore => {
  const waiting = database.prepare(
    `SELECT ${columns} FROM synopsis_proposals WHERE project_id = ? AND state = 'waiting' ORDER BY sequence`,
  );
  const waitingFor = database.prepare(
    `SELECT ${columns} FROM synopsis_proposals WHERE project_id = ? AND document_id = ? AND state = 'waiting'`,
  );
  const one = database.prepare(
    `SELECT ${columns} FROM synopsis_proposals WHERE project_id = ? AND proposal_id = ?`,
  );
  const removeEarlier = database.prepare(
    'DELETE FROM synopsis_proposals WHERE project_id = ? AND document_id = ?',
  );
  const insert = database.prepare(`
    INSERT INTO synopsis_proposals (proposal_id, project_id, document_id, state, text, mark, synopsis_before,
      model, usage, redacted, created_at)
    VALUES (@proposalId, @projectId, @documentId, @state, @text, @mark, @before, @model, @usage, @redacted,
      @createdAt)`);
  const settle = database.prepare('UPDATE synopsis_proposals SET state = ? WHERE proposal_id = ?');
  const reword = database.prepare('UPDATE synopsis_proposals SET text = ? WHERE proposal_id = ?');
  const remark = database.prepare('UPDATE synopsis_proposals SET mark = ? WHERE proposal_id = ?');
  const follow = database.prepare(`
    UPDATE synopsis_proposals SET synopsis_before = @to
    WHERE project_id = @projectId AND document_id = @documentId AND state = 'waiting' AND synopsis_before = @from`);
  const job = database.prepare(`
    SELECT job_id AS jobId, which, state, profile_id AS profileId, chapters, usage, error, owner,
      started_at AS startedAt, ended_at AS endedAt FROM synopsis_jobs WHERE project_id = ?`);
  const putJob = database.prepare(`
    INSERT OR REPLACE INTO synopsis_jobs (project_id, job_id, which, state, profile_id, chapters, usage, error,
      owner, started_at, ended_at)
    VALUES (@projectId, @jobId, @which, @state, @profileId, @chapters, @usage, @error, @owner, @startedAt,
      @endedAt)`);
  const forget = ['synopsis_proposals', 'synopsis_jobs'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE project_id = ?`),
  );
  return {
    listWaiting: (projectId) =>
      waiting.all(projectId).map((row) => parseRow(ProposalRow, 'synopsis_proposals', row)),
    find(projectId, proposalId) {
      const row = one.get(projectId, proposalId);
      return row === undefined ? null : parseRow(ProposalRow, 'synopsis_proposals', row);
    },
    put(projectId, proposal) {
      removeEarlier.run(projectId, proposal.documentId);
      insert.run({ ...proposal, projectId, usage: JSON.stringify(proposal.usage) });
    },
    settle: (proposalId, state) => void settle.run(state, proposalId),
    reword: (proposalId, text) => void reword.run(text, proposalId),
    follow: (projectId, synopsis) => follow.run({ projectId, ...synopsis }).changes > 0,
    waitingFor(projectId, documentId) {
      const row = waitingFor.get(projectId, documentId);
      return row === undefined ? null : parseRow(ProposalRow, 'synopsis_proposals', row);
    },
    remark: (proposalId, mark) => void remark.run(mark, proposalId),
    job(projectId) {
      const row = job.get(projectId);
      return row === undefined ? null : parseRow(JobRow, 'synopsis_jobs', row);
    },
    putJob: (projectId, { chapters, usage, error, ...rest }) =>
      void putJob.run({
        ...rest,
        projectId,
        chapters: JSON.stringify(chapters),
        usage: JSON.stringify(usage),
        error: toNullableJson(error),
      }),
    forget: (projectId) => {
      for (const statement of forget) statement.run(projectId);
    },
    transaction: (run) => database.transaction(run).immediate(),
  };
};
