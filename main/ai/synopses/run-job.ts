/** Carries a job out, chapter by chapter: each is kept with what it proposes, so that no chapter is paid twice. */
import { repeatWhileFenced } from '#main/base/failures/repeat-while-fenced.ts';
import type { Usage } from '#shared/domain/run.ts';
import type { JobChapter } from '#shared/domain/synopsis.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import { withSpent } from '#shared/usage-sum.ts';
import type { RunningJob } from '#main/jobs/service.ts';
import { stoppedBy } from '#main/jobs/stopped-by.ts';
import { waitingForPurse } from '#main/jobs/waiting-for-purse.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import { describeJob } from './list-proposals.ts';
import { makeProposal } from './make-proposal.ts';
import { readChapter } from './read-chapter.ts';
import type { StoredJob, StoredProposal, SynopsisStore } from './store.ts';

/** What is wrong with one chapter alone; whatever else happens would happen to the next one too, and stops the job. */
const ofOneChapter: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_TOO_LARGE',
  'MODEL_ANSWER_EMPTY',
  'MODEL_ANSWER_UNUSABLE',
  'MODEL_CONTENT_REFUSED',
  'MODEL_PROMPT_TOO_LONG',
  'MODEL_STREAM_BROKEN',
]);

type Outcome = { chapter: JobChapter; proposal: StoredProposal | null; usage: Usage[] };

/** Reads, asks, and says what became of it. Throws what stops the job. */
const takeChapter = async (
  dependencies: SynopsesDependencies,
  {
    projectId,
    documentId,
    profileId,
  }: { projectId: string; documentId: string; profileId: string },
  usage: Usage[],
  signal: AbortSignal,
): Promise<Outcome> => {
  const onUsage = (took: Usage): void => void usage.push(took);
  const readAndAsk = async (): Promise<Outcome> => {
    const reading = await readChapter(dependencies, projectId, documentId);
    if (reading.kind === 'keptBack') {
      const { reason } = reading;
      return { chapter: { documentId, state: 'skipped', reason }, proposal: null, usage };
    }
    const { chapter } = reading;
    const request = { projectId, documentId, profileId, chapter, onUsage };
    const proposal = await makeProposal(dependencies, request, signal);
    return { chapter: { documentId, state: 'proposed' }, proposal, usage };
  };
  try {
    return await repeatWhileFenced(readAndAsk);
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    const { code } = error;
    if (!ofOneChapter.has(code)) throw error;
    return { chapter: { documentId, state: 'failed', code }, proposal: null, usage };
  }
};

/** @param isBroken a request was sent that nothing was told of */
const plus = (job: StoredJob, usage: readonly Usage[], isBroken: boolean): StoredJob => ({
  ...job,
  usage: withSpent(job.usage, usage, isBroken),
});

/** Until no chapter waits, something stops it, or its signal aborts with the reason as an AppError. Throws only what storing does. */
export const runJob = async (
  dependencies: SynopsesDependencies,
  store: SynopsisStore,
  projectId: string,
  running: RunningJob,
): Promise<void> => {
  const { signal } = running;
  const { clock, events, logger, models } = dependencies;
  const complete = waitingForPurse(events, models);
  const asking = { ...dependencies, models: { ...models, complete } };
  let job = store.job(projectId);
  if (!job) return;
  const keep = (now: StoredJob, proposal: StoredProposal | null = null): void => {
    store.transaction(() => {
      if (proposal) store.put(projectId, proposal);
      store.putJob(projectId, now);
    });
    job = now;
    const { done, chapters } = describeJob(now);
    events.emit('synopses:changed', { projectId, done, total: chapters.length });
    running.report({ step: null, done, total: chapters.length });
    if (now.state !== 'running') running.endAs(now.state, now.error?.code);
  };
  let usage: Usage[] = [];
  try {
    for (;;) {
      const index = job.chapters.findIndex(({ state }) => state === 'waiting');
      const next = job.chapters[index];
      if (!next) break;
      signal.throwIfAborted();
      usage = [];
      const { documentId } = next;
      const asked = { projectId, documentId, profileId: job.profileId };
      const { chapter, proposal } = await takeChapter(asking, asked, usage, signal);
      const isBroken = chapter.code === 'MODEL_STREAM_BROKEN';
      keep(
        { ...plus(job, usage, isBroken), chapters: job.chapters.with(index, chapter) },
        proposal,
      );
    }
    keep({ ...job, state: 'done', error: null, endedAt: clock.now() });
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (!(reason instanceof AppError)) {
      logger.log('error', 'a job for synopses failed', { projectId, ...reportError(reason) });
    }
    keep({ ...plus(job, usage, signal.aborted), ...stoppedBy(reason), endedAt: clock.now() });
  }
};
