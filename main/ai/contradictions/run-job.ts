/** Carries a job out, entry by entry: each is kept with what was found of it, so that none is paid twice. */
import { repeatWhileFenced } from '#main/base/failures/repeat-while-fenced.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { RunningJob } from '#main/jobs/service.ts';
import { stoppedBy } from '#main/jobs/stopped-by.ts';
import { waitingForPurse } from '#main/jobs/waiting-for-purse.ts';
import type { AskedEntry } from '#shared/domain/contradiction.ts';
import type { Usage } from '#shared/domain/run.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { withSpent } from '#shared/usage-sum.ts';
import { askEntry } from './ask-entry.ts';
import type { AskingDependencies } from './dependencies.ts';
import type { Draft } from './draft.ts';
import { describeJob, type JobStore, type StoredJob } from './job-store.ts';
import { sortFound } from './sort-found.ts';
import type { FindingStore } from '#main/book/findings/service.ts';
import type { VerifiedAnswer } from './verify-answer.ts';

/** What is wrong with one answer alone; whatever else happens would happen to the next one too, and stops the job. */
const ofOneEntry: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MODEL_ANSWER_EMPTY',
  'MODEL_ANSWER_UNUSABLE',
  'MODEL_CONTENT_REFUSED',
  'MODEL_STREAM_BROKEN',
]);

type Stores = { store: FindingStore; jobs: JobStore };
type Outcome = { entry: AskedEntry; answer: VerifiedAnswer | null };

/** Asks, and says what became of it. Throws what stops the job. */
const takeEntry = async (
  dependencies: AskingDependencies,
  request: Parameters<typeof askEntry>[1],
  signal: AbortSignal,
): Promise<Outcome> => {
  const { entityId } = request;
  try {
    const answer = await repeatWhileFenced(() => askEntry(dependencies, request, signal));
    return { entry: { entityId, state: answer ? 'asked' : 'skipped' }, answer };
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError) || !ofOneEntry.has(error.code)) throw error;
    return { entry: { entityId, state: 'failed', code: error.code }, answer: null };
  }
};

/** Until no entry waits, something stops it, or its signal aborts with the reason as an AppError. Throws only what storing does. */
export const runJob = async (
  dependencies: AskingDependencies,
  { store, jobs }: Stores,
  projectId: string,
  running: RunningJob,
): Promise<void> => {
  const { signal } = running;
  const { clock, events, logger, models } = dependencies;
  const complete = waitingForPurse(events, models);
  const asking = { ...dependencies, models: { ...models, complete } };
  let job = jobs.get(projectId);
  if (!job) return;
  const scope = job.documentIds && new Set(job.documentIds);
  const keep = (now: StoredJob, drafts: readonly Draft[] = []): void => {
    store.transaction(() => {
      const { fresh, again } = sortFound(store.list(projectId), drafts, clock.now());
      for (const finding of [...fresh, ...again]) store.put(projectId, finding);
      job = { ...now, found: now.found + fresh.length };
      jobs.put(projectId, job);
    });
    events.emit('contradictions:changed', { projectId });
    running.report({ step: null, done: describeJob(now).done, total: now.entries.length });
    if (now.state !== 'running') running.endAs(now.state, now.error?.code);
  };
  let usage: Usage[] = [];
  const paid = (now: StoredJob, isBroken: boolean): StoredJob => ({
    ...now,
    usage: withSpent(now.usage, usage, isBroken),
  });
  try {
    for (;;) {
      const index = job.entries.findIndex(({ state }) => state === 'waiting');
      const next = job.entries[index];
      if (!next) break;
      signal.throwIfAborted();
      usage = [];
      const onUsage = (took: Usage): void => void usage.push(took);
      const { profileId } = job;
      const request = { projectId, entityId: next.entityId, profileId, scope, onUsage };
      const { entry, answer } = await takeEntry(asking, request, signal);
      const leftOut = job.leftOut + (answer?.leftOut ?? 0);
      const isBroken = entry.code === 'MODEL_STREAM_BROKEN';
      const now = { ...paid(job, isBroken), leftOut, entries: job.entries.with(index, entry) };
      usage = [];
      keep(now, answer?.drafts);
    }
    keep({ ...job, state: 'done', error: null, endedAt: clock.now() });
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (!(reason instanceof AppError)) {
      logger.log('error', 'a job for contradictions failed', { projectId, ...reportError(reason) });
    }
    keep({ ...paid(job, signal.aborted), ...stoppedBy(reason), endedAt: clock.now() });
  }
};
