import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, parseRow } from '#main/db/columns.ts';
import { Candidate } from '#shared/domain/candidate.ts';

/** A candidate as it was made: its place is that of `baseVersion`. */
export const StoredCandidate = Candidate.omit({ hunks: true, stale: true }).extend({
  baseVersion: z.string(),
  beforeContext: z.string(),
  afterContext: z.string(),
});
export type StoredCandidate = z.infer<typeof StoredCandidate>;

const Row = StoredCandidate.extend({ partial: flagColumn });

const columns = `candidate_id AS candidateId, origin, run_id AS runId, project_id AS projectId,
  document_id AS documentId, new_path AS newPath, skill_id AS skillId, assembly_id AS assemblyId,
  base_version AS baseVersion, start, "end", original, before_context AS beforeContext,
  after_context AS afterContext, text, partial, created_at AS createdAt`;

export type CandidateStore = {
  insert(candidate: StoredCandidate): void;
  /** Pending ones, oldest first. */
  list(projectId: string): StoredCandidate[];
  /** A pending one; null when there is none, or it was decided. */
  find(candidateId: string): StoredCandidate | null;
  /** False when it was decided already. */
  decide(
    candidateId: string,
    state: 'accepted' | 'rejected',
    decision: string,
    now: number,
  ): boolean;
  forget(projectId: string): void;
};

/** Decided candidates kept for each project. */
const keptDecided = 200;

export const createCandidateStore = (database: Database): CandidateStore => {
  const insert = database.prepare(`
    INSERT INTO ai_candidates (candidate_id, origin, run_id, project_id, document_id, new_path,
      skill_id, assembly_id, state, base_version, start, "end", original, before_context, after_context, text, partial,
      created_at)
    VALUES (@candidateId, @origin, @runId, @projectId, @documentId, @newPath, @skillId,
      @assemblyId, 'pending', @baseVersion, @start, @end, @original, @beforeContext, @afterContext, @text, @partial,
      @createdAt)`);
  const pending = database.prepare(
    `SELECT ${columns} FROM ai_candidates WHERE project_id = ? AND state = 'pending' ORDER BY sequence`,
  );
  const one = database.prepare(
    `SELECT ${columns} FROM ai_candidates WHERE candidate_id = ? AND state = 'pending'`,
  );
  const decide = database.prepare(
    `UPDATE ai_candidates SET state = ?, decision = ?, decided_at = ?
     WHERE candidate_id = ? AND state = 'pending'`,
  );
  const trim = database.prepare(
    `DELETE FROM ai_candidates WHERE state <> 'pending' AND sequence NOT IN
       (SELECT sequence FROM ai_candidates WHERE state <> 'pending' ORDER BY sequence DESC LIMIT ?)`,
  );
  const forget = database.prepare('DELETE FROM ai_candidates WHERE project_id = ?');
  const parse = (row: unknown): StoredCandidate => parseRow(Row, 'ai_candidates', row);
  return {
    insert: (candidate) => {
      insert.run({ ...candidate, partial: candidate.partial ? 1 : 0 });
    },
    list: (projectId) => pending.all(projectId).map(parse),
    find: (candidateId) => {
      const row = one.get(candidateId);
      return row === undefined ? null : parse(row);
    },
    decide: (candidateId, state, decision, now) => {
      const done = decide.run(state, decision, now, candidateId).changes > 0;
      trim.run(keptDecided);
      return done;
    },
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
