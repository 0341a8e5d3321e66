/** The table of candidates. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, jsonColumn, parseRow } from '#main/db/columns.ts';
import { Candidate, type CandidateState } from '#shared/domain/candidate.ts';

/** A candidate as it was made: its place is that of `baseVersion`. */
export const StoredCandidate = Candidate.omit({
  hunks: true,
  stale: true,
  instruction: true,
  model: true,
}).extend({
  baseVersion: z.string(),
  beforeContext: z.string(),
  afterContext: z.string(),
});
export type StoredCandidate = z.infer<typeof StoredCandidate>;

const Row = StoredCandidate.extend({ partial: flagColumn });

const columns = `candidate_id AS candidateId, origin, run_id AS runId, program, project_id AS projectId,
  document_id AS documentId, new_path AS newPath, skill_id AS skillId, assembly_id AS assemblyId,
  base_version AS baseVersion, start, "end", original, before_context AS beforeContext,
  after_context AS afterContext, text, partial, created_at AS createdAt`;

const StoredDecision = z.union([
  z.object({
    hunks: z.array(z.number()),
    of: z.number(),
    episodeId: z.string().optional(),
  }),
  z.object({ setAside: z.literal(true) }),
]);

/** How a candidate was decided: so many of its hunks were taken, and what is remembered of that; or another one for its passage was. */
export type Decision = z.infer<typeof StoredDecision>;

const StateRow = z.object({
  candidateId: z.string(),
  state: z.enum(['pending', 'accepted', 'rejected']),
  decision: z.string().nullable(),
});
const RejectedRow = Row.extend({ decision: z.string().nullable() });
const ProjectRow = z.object({ projectId: z.string() });
const MarkRow = z.object({ projectId: z.string(), documentId: z.string(), mark: z.string() });

export type RejectedCandidate = { candidate: StoredCandidate; episodeId: string | null };

const episodeOf = (decision: string | null): string | null => {
  const { data } = jsonColumn(StoredDecision).safeParse(decision);
  return data && 'episodeId' in data ? (data.episodeId ?? null) : null;
};

/** Decisions of an earlier version, and those that cannot be read, say no more than their state. */
const stateOf = ({ state, decision }: z.infer<typeof StateRow>): CandidateState => {
  if (state === 'pending') return 'waiting';
  const parsed = jsonColumn(StoredDecision).safeParse(decision);
  if (!parsed.success) return state;
  if ('setAside' in parsed.data) return 'setAside';
  return state === 'accepted' && parsed.data.hunks.length < parsed.data.of ? 'partly' : state;
};

export type CandidateStore = {
  insert(candidate: StoredCandidate): void;
  /** Pending ones, oldest first. */
  list(projectId: string): StoredCandidate[];
  /** Those that wait, or can be made to wait again. */
  listReturnable(projectId: string): StoredCandidate[];
  /** By project and chapter what distinguishes the open ones now from others, and from the same ones moved. */
  openMarks(): Map<string, Map<string, string>>;
  /** Another chapter and place for one. */
  move(candidate: StoredCandidate): void;
  /** One that is pending or was set aside; null when there is none, or the writer decided on it. */
  find(candidateId: string): StoredCandidate | null;
  /** False when it was decided already. */
  decide(
    candidateId: string,
    state: 'accepted' | 'rejected',
    decision: Decision,
    now: number,
  ): boolean;
  /** False when there is none that was rejected or set aside. */
  restore(candidateId: string): boolean;
  /** One that was rejected or set aside, with what is remembered of its refusal; null when there is none. */
  findRejected(candidateId: string): RejectedCandidate | null;
  /** What became of the project's candidates that are still known, by id. */
  states(projectId: string): Map<string, CandidateState>;
  forget(projectId: string): void;
};

/** What was set aside was not the writer's word on it: it can still be taken or refused. */
const isOpen = `(state = 'pending' OR decision = '{"setAside":true}')`;

/** Decided candidates kept for each project. */
const keptDecided = 200;

export const createCandidateStore = (database: Database): CandidateStore => {
  const insert = database.prepare(`
    INSERT INTO ai_candidates (candidate_id, origin, run_id, program, project_id, document_id, new_path,
      skill_id, assembly_id, state, base_version, start, "end", original, before_context, after_context, text, partial,
      created_at)
    VALUES (@candidateId, @origin, @runId, @program, @projectId, @documentId, @newPath, @skillId,
      @assemblyId, 'pending', @baseVersion, @start, @end, @original, @beforeContext, @afterContext, @text, @partial,
      @createdAt)`);
  const pending = database.prepare(
    `SELECT ${columns} FROM ai_candidates WHERE project_id = ? AND state = 'pending' ORDER BY sequence`,
  );
  const returnable = database.prepare(
    `SELECT ${columns} FROM ai_candidates WHERE project_id = ? AND state <> 'accepted' ORDER BY sequence`,
  );
  const marks = database.prepare(`
    SELECT project_id AS projectId, document_id AS documentId,
      json_group_array(json_array(candidate_id, state, base_version, start) ORDER BY sequence) AS mark
    FROM ai_candidates WHERE ${isOpen} GROUP BY project_id, document_id`);
  const move = database.prepare(`
    UPDATE ai_candidates SET document_id = @documentId, base_version = @baseVersion, start = @start,
      "end" = @end, before_context = @beforeContext, after_context = @afterContext
    WHERE candidate_id = @candidateId`);
  const one = database.prepare(
    `SELECT ${columns} FROM ai_candidates WHERE candidate_id = ? AND ${isOpen}`,
  );
  const decide = database.prepare(
    `UPDATE ai_candidates SET state = ?, decision = ?, decided_at = ?
     WHERE candidate_id = ? AND ${isOpen} RETURNING project_id AS projectId`,
  );
  const restore = database.prepare(
    `UPDATE ai_candidates SET state = 'pending', decision = NULL, decided_at = NULL
     WHERE candidate_id = ? AND state = 'rejected'`,
  );
  const rejected = database.prepare(
    `SELECT ${columns}, decision FROM ai_candidates WHERE candidate_id = ? AND state = 'rejected'`,
  );
  const states = database.prepare(
    'SELECT candidate_id AS candidateId, state, decision FROM ai_candidates WHERE project_id = ?',
  );
  const trim = database.prepare(
    `DELETE FROM ai_candidates WHERE project_id = @projectId AND state <> 'pending' AND sequence NOT IN
       (SELECT sequence FROM ai_candidates WHERE project_id = @projectId AND state <> 'pending'
        ORDER BY sequence DESC LIMIT @kept)`,
  );
  const forget = database.prepare('DELETE FROM ai_candidates WHERE project_id = ?');
  const parse = (row: unknown): StoredCandidate => parseRow(Row, 'ai_candidates', row);
  return {
    insert: (candidate) => {
      insert.run({ ...candidate, partial: candidate.partial ? 1 : 0 });
    },
    list: (projectId) => pending.all(projectId).map(parse),
    listReturnable: (projectId) => returnable.all(projectId).map(parse),
    openMarks() {
      const found = new Map<string, Map<string, string>>();
      for (const row of marks.all()) {
        const { projectId, documentId, mark } = parseRow(MarkRow, 'ai_candidates', row);
        const chapters = found.get(projectId) ?? new Map<string, string>();
        found.set(projectId, chapters.set(documentId, mark));
      }
      return found;
    },
    move: ({ candidateId, documentId, baseVersion, start, end, beforeContext, afterContext }) => {
      const place = { start, end, beforeContext, afterContext };
      move.run({ candidateId, documentId, baseVersion, ...place });
    },
    find: (candidateId) => {
      const row = one.get(candidateId);
      return row === undefined ? null : parse(row);
    },
    decide: (candidateId, state, decision, now) => {
      const decided = decide.get(state, JSON.stringify(decision), now, candidateId);
      if (decided === undefined) return false;
      const { projectId } = parseRow(ProjectRow, 'ai_candidates', decided);
      trim.run({ projectId, kept: keptDecided });
      return true;
    },
    restore: (candidateId) => restore.run(candidateId).changes > 0,
    findRejected: (candidateId) => {
      const row = rejected.get(candidateId);
      if (row === undefined) return null;
      const { decision, ...candidate } = parseRow(RejectedRow, 'ai_candidates', row);
      return { candidate, episodeId: episodeOf(decision) };
    },
    states: (projectId) =>
      new Map(
        states
          .all(projectId)
          .map((row) => parseRow(StateRow, 'ai_candidates', row))
          .map((row) => [row.candidateId, stateOf(row)]),
      ),
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
