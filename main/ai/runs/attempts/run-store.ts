/** The table of runs. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  flagColumn,
  jsonColumn,
  nullableJsonColumn,
  parseRow,
  toNullableJson,
} from '#main/db/columns.ts';
import { Count } from '#shared/domain/identifiers.ts';
import { Coverage, Finding } from '#shared/domain/finding.ts';
import { OutputNote, Reconciliation, Run, RunRequest, Usage } from '#shared/domain/run.ts';
import { ReplyError } from '#shared/errors.ts';
import { isOwnerAlive, ownerOf } from '#main/base/processes/process-liveness.ts';

/** Where a run's answer would go; null when it goes to the panel. */
export const Target = z.object({
  version: z.string(),
  start: Count,
  end: Count,
  original: z.string(),
  before: z.string(),
  after: z.string(),
});

const Row = Run.omit({ candidateState: true }).extend({
  partial: flagColumn,
  usage: nullableJsonColumn(Usage),
  reconciliation: nullableJsonColumn(Reconciliation),
  notes: jsonColumn(z.array(OutputNote)),
  findings: nullableJsonColumn(z.array(Finding)),
  coverage: nullableJsonColumn(Coverage),
  request: nullableJsonColumn(RunRequest),
  error: nullableJsonColumn(ReplyError),
});
/** A run without what became of its candidate. */
export type StoredRun = z.infer<typeof Row>;
const Abandoned = Row.extend({ target: nullableJsonColumn(Target) });
const CarriedOut = z.object({ owner: z.string().nullable(), seenAt: z.number() });
const PlaceRow = z.object({ place: nullableJsonColumn(Target) });
export type AbandonedRun = z.infer<typeof Abandoned>;

const ClosedRow = z.object({ closed: nullableJsonColumn(z.array(z.string())) });

const columns = `run_id AS runId, project_id AS projectId, document_id AS documentId,
  skill_id AS skillId, profile_id AS profileId, assembly_id AS assemblyId, state, text, partial,
  candidate_id AS candidateId, usage, reconciliation, notes, findings,
  coverage, unjudged, first_faults AS firstFaults, error, request, rerun_of AS rerunOf, started_at AS startedAt,
  ended_at AS endedAt`;

/** What a run was begun under. */
type Circumstances = {
  /** What fences closed to its request, by key. */
  closed: readonly string[];
  /** Where what it works on stands. */
  place: z.infer<typeof Target>;
};

export type RunStore = {
  begin(run: Run, target: z.infer<typeof Target> | null, circumstances: Circumstances): void;
  /** What was closed to the run's request; null when nobody noted it. */
  closedTo(runId: string): string[] | null;
  /** Keeps what has come, and shows that somebody still writes it. */
  progress(runId: string, text: string, now: number): void;
  /** Another request is sent for it than the one it was begun with. */
  putRequest(runId: string, assemblyId: string): void;
  /** A whole answer that is being tried once more: it is what is left when the process dies. */
  hold(runId: string, text: string, firstFaults: number): void;
  end(run: StoredRun): void;
  /** Keeps what the judge said of an answer later on. */
  putJudgement(runId: string, judgement: { findings: Finding[]; coverage: Coverage }): void;
  list(projectId: string, limit: number): StoredRun[];
  find(projectId: string, runId: string): StoredRun | null;
  /** Null for runs of an earlier version of the program. */
  placeOf(projectId: string, runId: string): z.infer<typeof Target> | null;
  /** Runs whose process is gone, or that nobody has touched since `before`. */
  abandoned(before: number): AbandonedRun[];
  forget(projectId: string): void;
};

/** Runs kept of each project. */
const keptRuns = 200;

export const createRunStore = (database: Database): RunStore => {
  const insert = database.prepare(`
    INSERT INTO ai_runs (run_id, project_id, document_id, skill_id, profile_id, assembly_id, state,
      text, partial, candidate_id, notes, target, request, place, rerun_of, started_at, seen_at, closed, owner)
    VALUES (@runId, @projectId, @documentId, @skillId, @profileId, @assemblyId, @state, @text, 0,
      NULL, '[]', @target, @request, @place, @rerunOf, @startedAt, @startedAt, @closed, @owner)`);
  const closedTo = database.prepare('SELECT closed FROM ai_runs WHERE run_id = ?');
  const progress = database.prepare(
    "UPDATE ai_runs SET text = ?, seen_at = ? WHERE run_id = ? AND state = 'running'",
  );
  const putRequest = database.prepare('UPDATE ai_runs SET assembly_id = ? WHERE run_id = ?');
  const hold = database.prepare(
    "UPDATE ai_runs SET text = ?, first_faults = ? WHERE run_id = ? AND state = 'running'",
  );
  const end = database.prepare(`
    UPDATE ai_runs SET state = @state, assembly_id = @assemblyId, text = @text, partial = @partial,
      candidate_id = @candidateId, usage = @usage, reconciliation = @reconciliation, notes = @notes,
      findings = @findings, coverage = @coverage, unjudged = @unjudged, first_faults = @firstFaults, error = @error, target = NULL, ended_at = @endedAt
    WHERE run_id = @runId`);
  const putJudgement = database.prepare(
    'UPDATE ai_runs SET findings = ?, coverage = ?, unjudged = NULL WHERE run_id = ?',
  );
  const newest = database.prepare(
    `SELECT ${columns} FROM ai_runs WHERE project_id = ? ORDER BY sequence DESC LIMIT ?`,
  );
  const one = database.prepare(
    `SELECT ${columns} FROM ai_runs WHERE project_id = ? AND run_id = ?`,
  );
  const selectPlace = database.prepare(
    'SELECT place FROM ai_runs WHERE project_id = ? AND run_id = ?',
  );
  const running = database.prepare(
    `SELECT ${columns}, target, owner, seen_at AS seenAt FROM ai_runs WHERE state = 'running'`,
  );
  const owner = ownerOf(process.pid);
  const isAbandoned = (row: unknown, before: number): boolean => {
    const carried = parseRow(CarriedOut, 'ai_runs', row);
    return carried.seenAt < before || (carried.owner !== null && !isOwnerAlive(carried.owner));
  };
  const trim = database.prepare(
    `DELETE FROM ai_runs WHERE project_id = @projectId AND sequence NOT IN
       (SELECT sequence FROM ai_runs WHERE project_id = @projectId ORDER BY sequence DESC LIMIT @kept)`,
  );
  const forget = database.prepare('DELETE FROM ai_runs WHERE project_id = ?');
  return {
    begin: (run, target, { closed, place }) => {
      const { runId, projectId, documentId, skillId, profileId, assemblyId, state, text } = run;
      const row = { runId, projectId, documentId, skillId, profileId, assemblyId, state, text };
      insert.run({
        ...row,
        rerunOf: run.rerunOf,
        request: toNullableJson(run.request),
        startedAt: run.startedAt,
        target: toNullableJson(target),
        closed: JSON.stringify(closed),
        owner,
        place: JSON.stringify(place),
      });
      trim.run({ projectId, kept: keptRuns });
    },
    closedTo(runId) {
      const row = closedTo.get(runId);
      return row === undefined ? null : parseRow(ClosedRow, 'ai_runs', row).closed;
    },
    progress: (runId, text, now) => {
      progress.run(text, now, runId);
    },
    putRequest: (runId, assemblyId) => {
      putRequest.run(assemblyId, runId);
    },
    hold: (runId, text, firstFaults) => {
      hold.run(text, firstFaults, runId);
    },
    end: (run) => {
      const { runId, assemblyId, state, text, candidateId, endedAt } = run;
      end.run({
        runId,
        assemblyId,
        state,
        text,
        candidateId,
        endedAt,
        partial: run.partial ? 1 : 0,
        usage: toNullableJson(run.usage),
        reconciliation: toNullableJson(run.reconciliation),
        notes: JSON.stringify(run.notes),
        findings: toNullableJson(run.findings),
        coverage: toNullableJson(run.coverage),
        unjudged: run.unjudged,
        firstFaults: run.firstFaults,
        error: toNullableJson(run.error),
      });
    },
    putJudgement: (runId, { findings, coverage }) => {
      putJudgement.run(JSON.stringify(findings), JSON.stringify(coverage), runId);
    },
    list: (projectId, limit) =>
      newest.all(projectId, limit).map((row) => parseRow(Row, 'ai_runs', row)),
    find: (projectId, runId) => {
      const row = one.get(projectId, runId);
      return row === undefined ? null : parseRow(Row, 'ai_runs', row);
    },
    placeOf: (projectId, runId) => {
      const row = selectPlace.get(projectId, runId);
      return row === undefined ? null : parseRow(PlaceRow, 'ai_runs', row).place;
    },
    abandoned: (before) =>
      running
        .all()
        .filter((row) => isAbandoned(row, before))
        .map((row) => parseRow(Abandoned, 'ai_runs', row)),
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
