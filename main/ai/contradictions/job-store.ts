/** The last job of each book that asks a model about contradictions. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, parseRow } from '#main/db/columns.ts';
import { ContradictionJob } from '#shared/domain/contradiction.ts';

const StoredJob = ContradictionJob.omit({ done: true }).extend({
  /** The model that the writer agreed to. */
  profileId: z.string(),
  /** The process that has it. */
  owner: z.string(),
});
export type StoredJob = z.infer<typeof StoredJob>;

const JobRow = z.object({ job: jsonColumn(StoredJob) });

export type JobStore = {
  get(projectId: string): StoredJob | null;
  put(projectId: string, job: StoredJob): void;
  forget(projectId: string): void;
};

export const createJobStore = (database: Database): JobStore => {
  const select = database.prepare('SELECT job FROM contradiction_jobs WHERE project_id = ?');
  const put = database.prepare(
    'INSERT OR REPLACE INTO contradiction_jobs (project_id, job) VALUES (?, ?)',
  );
  const forget = database.prepare('DELETE FROM contradiction_jobs WHERE project_id = ?');
  return {
    get(projectId) {
      const row = select.get(projectId);
      return row === undefined ? null : parseRow(JobRow, 'contradiction_jobs', row).job;
    },
    put: (projectId, job) => void put.run(projectId, JSON.stringify(job)),
    forget: (projectId) => void forget.run(projectId),
  };
};

export const describeJob = ({
  owner: _owner,
  profileId: _profile,
  ...job
}: StoredJob): ContradictionJob => ({
  ...job,
  done: job.entries.filter(({ state }) => state !== 'waiting').length,
});
