import type { EventPayload } from '#shared/contract/events.ts';
import type { CandidateState } from '#shared/domain/candidate.ts';
import type { Coverage, Finding } from '#shared/domain/finding.ts';
import type { OutputNote, Run, RunRequest, RunState, Unjudged, Usage } from '#shared/domain/run.ts';
import type { ErrorCode, ReplyError } from '#shared/errors.ts';

/** A run as the panel shows it. */
export type RunView = {
  runId: string;
  assemblyId: string;
  documentId: string;
  skillId: string;
  /** What the writer asked beside the skill. */
  instruction: string;
  state: RunState;
  text: string;
  /** The model is being asked what to look up before it writes (E6). */
  isLookingUp: boolean;
  /** Why and when it will be tried again; null while it goes well. */
  retry: { attempt: number; delay: number; code: ErrorCode } | null;
  candidateId: string | null;
  candidateState: CandidateState | null;
  usage: Usage | null;
  notes: readonly OutputNote[];
  /** Null while it is not known whether the judge looked. */
  findings: readonly Finding[] | null;
  /** What `findings` were looked for; null when nobody judged it. */
  coverage: Coverage | null;
  unjudged: Unjudged | null;
  /** Findings the first try had, when there was a second one. */
  firstFaults: number | null;
  error: ReplyError | null;
  /** Null for runs of an earlier version: they cannot be asked again. */
  request: RunRequest | null;
  /** The run this one is to be compared with. */
  rerunOf: string | null;
  startedAt: number;
};

export const viewOfRun = (run: Run): RunView => ({
  runId: run.runId,
  assemblyId: run.assemblyId,
  documentId: run.documentId,
  skillId: run.skillId,
  instruction: run.request?.additionalInput ?? '',
  state: run.state,
  text: run.text,
  isLookingUp: false,
  retry: null,
  candidateId: run.candidateId,
  candidateState: run.candidateState,
  usage: run.usage,
  notes: run.notes,
  findings: run.findings,
  coverage: run.coverage,
  unjudged: run.unjudged,
  firstFaults: run.firstFaults,
  error: run.error,
  request: run.request,
  rerunOf: run.rerunOf,
  startedAt: run.startedAt,
});

/** A run that has just been started. */
export const begunRun = (
  started: { runId: string; assemblyId: string },
  asked: { documentId: string; skillId: string; request: RunRequest; rerunOf: string | null },
): RunView => ({
  ...started,
  ...asked,
  instruction: asked.request.additionalInput ?? '',
  state: 'running',
  text: '',
  isLookingUp: false,
  retry: null,
  candidateId: null,
  candidateState: null,
  usage: null,
  notes: [],
  findings: null,
  coverage: null,
  unjudged: null,
  firstFaults: null,
  error: null,
  startedAt: Date.now(),
});

export const withDelta = (run: RunView, text: string): RunView => ({
  ...run,
  text: run.text + text,
  isLookingUp: false,
  retry: null,
});

/** It is asked for with what was looked up. */
export const withLookedUp = (
  run: RunView,
  { assemblyId }: EventPayload<'ai:lookedUp'>,
): RunView => ({ ...run, assemblyId, isLookingUp: false });

/** The first try had faults: what had come of it is void. */
export const withSecondTry = (
  run: RunView,
  { assemblyId, findings }: EventPayload<'ai:regenerating'>,
): RunView => ({ ...run, assemblyId, text: '', firstFaults: findings.length });

export const withDone = (run: RunView, done: EventPayload<'ai:done'>): RunView => ({
  ...run,
  state: 'done',
  text: done.text,
  isLookingUp: false,
  retry: null,
  usage: done.usage,
  notes: done.notes,
  findings: done.judged ? done.findings : null,
  coverage: done.judged
    ? {
        checked: done.checked,
        unchecked: done.unchecked,
        refusal: done.refusal,
        question: done.question,
      }
    : null,
  unjudged: done.unjudged,
  assemblyId: done.assemblyId,
  // A second try that failed leaves the first one and its request.
  firstFaults: done.assemblyId === run.assemblyId ? run.firstFaults : null,
  candidateId: done.candidateId,
});

export const withFailed = (run: RunView, failed: EventPayload<'ai:failed'>): RunView => ({
  ...run,
  state: failed.error.code === 'CANCELLED' ? 'cancelled' : 'failed',
  text: failed.text,
  isLookingUp: false,
  retry: null,
  error: failed.error,
  candidateId: failed.candidateId,
});

/** What is known from the list and from this sitting, oldest first; this sitting's knowledge wins. */
export function mergeRuns(known: readonly RunView[], listed: readonly Run[]): RunView[] {
  const views = new Map(listed.map((run) => [run.runId, viewOfRun(run)]));
  for (const run of known) {
    const told = views.get(run.runId);
    // Ended while the connection was away: what it ended with is only in the list.
    if (told !== undefined && run.state === 'running' && told.state !== 'running') {
      views.set(run.runId, { ...told, instruction: run.instruction });
    } else {
      views.set(run.runId, { ...run, candidateState: told?.candidateState ?? run.candidateState });
    }
  }
  return [...views.values()].toSorted((a, b) => a.startedAt - b.startedAt);
}
