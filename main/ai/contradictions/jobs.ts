/** The jobs that ask a model about contradictions: one a book, gone on with after a kill. */
import { nanoid } from 'nanoid';
import { setImmediate as turn } from 'node:timers/promises';
import { reportError } from '#main/base/failures/error-report.ts';
import { requireAgreement } from '#main/jobs/forecast-many.ts';
import type { RunningJob } from '#main/jobs/service.ts';
import { brokenOff } from '#main/jobs/stopped-by.ts';
import { isOwnerAlive, ownerOf } from '#main/base/processes/process-liveness.ts';
import type { ContradictionJob } from '#shared/domain/contradiction.ts';
import { AppError } from '#shared/errors.ts';
import type { AskingDependencies } from './dependencies.ts';
import { createJobStore, describeJob, type StoredJob } from './job-store.ts';
import { beginJob, type JobRequest, planJob } from './plan-job.ts';
import { runJob } from './run-job.ts';
import type { ContradictionsService } from './service.ts';
import type { FindingStore } from '#main/book/findings/service.ts';
import { createUnderWay } from './under-way.ts';

export type ContradictionJobs = Pick<ContradictionsService, 'forecast' | 'start' | 'cancel'> & {
  /** The last job of a book; one whose process is gone was interrupted. */
  of(projectId: string): ContradictionJob | null;
  closeProject(projectId: string): Promise<void>;
  forgetProject(projectId: string): void;
  close(): Promise<void>;
};

const interrupted = (): AppError => new AppError('RUN_INTERRUPTED', 'The project was closed.');

export const createContradictionJobs = (
  dependencies: AskingDependencies,
  store: FindingStore,
): ContradictionJobs => {
  const { clock, documents, logger, models } = dependencies;
  const jobs = createJobStore(dependencies.database);
  const underWay = createUnderWay();
  const owner = ownerOf(process.pid, nanoid());

  const jobOf = (projectId: string): StoredJob | null => {
    const job = jobs.get(projectId);
    if (job?.state !== 'running') return job;
    const isAlive = job.owner === owner ? underWay.has(projectId) : isOwnerAlive(job.owner);
    return isAlive ? job : brokenOff(job);
  };

  /** CONTRADICTION_JOB_NOT_FOUND where nothing of a job is left. */
  const requestOf = ({
    projectId,
    documentIds,
    rest,
  }: Parameters<ContradictionsService['forecast']>[0]): JobRequest => {
    for (const documentId of documentIds ?? []) documents.info(projectId, documentId);
    if (rest !== true) return { projectId, documentIds: documentIds ?? null, earlier: null };
    const earlier = jobOf(projectId);
    if (earlier?.entries.some(({ state }) => state === 'waiting')) {
      return { projectId, documentIds: earlier.documentIds, earlier };
    }
    const message = 'No job is left to go on with.';
    throw new AppError('CONTRADICTION_JOB_NOT_FOUND', message, { projectId });
  };

  /** One job a book, whichever process has it. */
  const putFirst = (projectId: string, job: StoredJob): void =>
    store.transaction(() => {
      if (jobOf(projectId)?.state === 'running') {
        throw new AppError('CONTRADICTION_BUSY', 'A job is under way.', { projectId });
      }
      jobs.put(projectId, job);
    });

  const carryOut = (projectId: string): void => {
    const work = async (job: RunningJob, ending: AbortSignal): Promise<void> => {
      // The answer to the call goes first.
      await turn();
      await runJob(dependencies, { store, jobs }, projectId, { ...job, signal: ending });
    };
    const listed = dependencies.jobs.run(
      { kind: 'contradictionsAsked', projectId },
      new AbortController().signal,
      (job) => underWay.run(projectId, job.signal, (both) => work(job, both)),
    );
    listed.catch((error: unknown) => {
      // It stands as running and is told as interrupted: it can be gone on with.
      const report = { projectId, ...reportError(error) };
      logger.log('error', 'the end of a job for contradictions could not be stored', report);
    });
  };

  return {
    of(projectId) {
      const job = jobOf(projectId);
      return job && describeJob(job);
    },
    async forecast(input, signal) {
      const { forecast } = await planJob(dependencies, requestOf(input), {}, signal);
      return forecast;
    },
    async start({ isAgreed, agreedTo, ...input }, signal) {
      const { projectId } = input;
      const { profileId } = models.chatModel();
      const request = requestOf(input);
      const agreement = { isAgreed, agreedTo };
      const { entityIds, forecast } = await planJob(dependencies, request, agreement, signal);
      requireAgreement(forecast);
      const job = beginJob(entityIds, request, { owner, profileId, now: clock.now() });
      putFirst(projectId, job);
      carryOut(projectId);
      return describeJob(job);
    },
    cancel: (projectId) => underWay.end(projectId),
    closeProject: (projectId) => underWay.end(projectId, interrupted()),
    forgetProject: (projectId) => jobs.forget(projectId),
    close: () => underWay.end(undefined, interrupted()),
  };
};
