/** Makes the room of synopses that a model proposes and the writer takes, one by one or as a job over the book (E3). */
import { repeatWhileFenced } from '#main/base/failures/repeat-while-fenced.ts';
import { Mutex } from 'async-mutex';
import { nanoid } from 'nanoid';
import { setImmediate as turn } from 'node:timers/promises';
import { requireAgreement } from '#main/jobs/forecast-many.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import { isOwnerAlive, ownerOf } from '#main/base/processes/process-liveness.ts';
import type { RunningJob } from '#main/jobs/service.ts';
import { brokenOff } from '#main/jobs/stopped-by.ts';
import type { SynopsisProposal } from '#shared/domain/synopsis.ts';
import { AppError } from '#shared/errors.ts';
import { beginJob, planJob } from './begin-job.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import { forecastSynopses } from './forecast-synopses.ts';
import { describeJob, describeProposal, listProposals } from './list-proposals.ts';
import { makeProposal } from './make-proposal.ts';
import { proposeScene } from './propose-scene.ts';
import { readChapter } from './read-chapter.ts';
import { runJob } from './run-job.ts';
import type { SynopsesService } from './service.ts';
import {
  acceptProposals,
  rejectProposals,
  type Replaced,
  rewordProposal,
  takeBackProposals,
} from './settle-proposals.ts';
import { createSynopsisStore, type StoredJob, type StoredProposal } from './store.ts';
import { createUnderWay } from './under-way.ts';

const jobName = 'job';

const cancelled = (): AppError => new AppError('CANCELLED', 'The job was cancelled.');
const interrupted = (): AppError => new AppError('RUN_INTERRUPTED', 'The project was closed.');

export const createSynopses = (dependencies: SynopsesDependencies): SynopsesService => {
  const { clock, documents, events, logger, models, projects } = dependencies;
  const store = createSynopsisStore(dependencies.database);
  const underWay = createUnderWay();
  const settling = new Mutex();
  const replaced: Replaced = new Map();
  const owner = ownerOf(process.pid, nanoid());

  /** The last job; one whose process is gone was interrupted. */
  const jobOf = (projectId: string): StoredJob | null => {
    const job = store.job(projectId);
    if (job?.state !== 'running') return job;
    const isAlive =
      job.owner === owner ? underWay.has(projectId, jobName) : isOwnerAlive(job.owner);
    return isAlive ? job : brokenOff(job);
  };
  const plan = (input: Parameters<typeof planJob>[2]) =>
    planJob(dependencies, { ...store, job: jobOf }, input);
  const tell = (projectId: string): void => {
    const job = jobOf(projectId);
    const { done, chapters } = job ? describeJob(job) : { done: 0, chapters: [] };
    events.emit('synopses:changed', { projectId, done, total: chapters.length });
  };
  const requireWritable = (projectId: string): void => {
    if (!projects.get(projectId).readOnly) return;
    throw new AppError('PROJECT_LOCKED', 'This project cannot be written here.', { projectId });
  };
  /** One job a book, whichever process has it. */
  const putFirst = (projectId: string, job: StoredJob): void =>
    store.transaction(() => {
      if (jobOf(projectId)?.state === 'running') {
        throw new AppError('SYNOPSIS_BUSY', 'A job is under way.', { projectId });
      }
      store.putJob(projectId, job);
    });

  const carryOut = (projectId: string): void => {
    const work = async (job: RunningJob, ending: AbortSignal): Promise<void> => {
      // The answer to the call goes first.
      await turn();
      await runJob(dependencies, store, projectId, { ...job, signal: ending });
    };
    const listed = dependencies.jobs.run(
      { kind: 'synopses', projectId },
      new AbortController().signal,
      (job) =>
        underWay.run({ projectId, name: jobName, signal: job.signal }, (both) => work(job, both)),
    );
    listed.catch((error: unknown) => {
      // It stands as running and is told as interrupted: it can be gone on with.
      const report = { projectId, ...reportError(error) };
      logger.log('error', 'the end of a job for synopses could not be stored', report);
    });
  };

  const findIn = (state: StoredProposal['state'], projectId: string, proposalId: string) => {
    const proposal = store.find(projectId, proposalId);
    return proposal?.state === state ? proposal : null;
  };

  const proposeOne = async (
    { projectId, documentId, ...agreement }: Parameters<SynopsesService['propose']>[0],
    signal: AbortSignal,
  ): Promise<SynopsisProposal> => {
    const chapterIs = documents.info(projectId, documentId);
    const one = { projectId, documentIds: [documentId], ...agreement };
    const forecast = await forecastSynopses(dependencies, one, signal);
    requireAgreement(forecast);
    const proposal = await repeatWhileFenced(async () => {
      const reading = await readChapter(dependencies, projectId, documentId);
      if (reading.kind === 'keptBack') {
        const { reason } = reading;
        throw new AppError('SYNOPSIS_KEPT_BACK', 'The chapter may not be sent.', { reason });
      }
      const { chapter } = reading;
      return makeProposal(dependencies, { projectId, documentId, chapter }, signal);
    });
    store.transaction(() => store.put(projectId, proposal));
    tell(projectId);
    return describeProposal(dependencies, projectId, proposal, chapterIs);
  };

  return {
    list(projectId) {
      const items = listProposals(dependencies, store, projectId);
      const job = jobOf(projectId);
      return { items, job: job && describeJob(job) };
    },
    async propose(input, signal) {
      const { projectId, documentId } = input;
      requireWritable(projectId);
      return underWay.run({ projectId, name: documentId, signal }, async (both) => {
        try {
          return await proposeOne(input, both);
        } catch (error) {
          throw both.aborted ? cancelled() : error;
        }
      });
    },
    async proposeScene(input, signal) {
      const { projectId, at } = input;
      requireWritable(projectId);
      const name = `scene ${at.documentId} ${at.start}`;
      return underWay.run({ projectId, name, signal }, async (both) => {
        try {
          return await proposeScene(dependencies, input, both);
        } catch (error) {
          throw both.aborted ? cancelled() : error;
        }
      });
    },
    async forecast(input, signal) {
      const { projectId } = input;
      const { documentIds } = plan(input);
      return forecastSynopses(dependencies, { projectId, documentIds }, signal);
    },
    async start({ projectId, which, ...agreement }, signal) {
      requireWritable(projectId);
      const { profileId } = models.chatModel();
      const { documentIds } = plan({ projectId, which });
      const asked = { projectId, documentIds, ...agreement };
      requireAgreement(await forecastSynopses(dependencies, asked, signal));
      // What is left may be less by now.
      const job = beginJob(plan({ projectId, which }), { owner, profileId, now: clock.now() });
      putFirst(projectId, job);
      carryOut(projectId);
      return describeJob(job);
    },
    cancel: (projectId) => underWay.end(cancelled(), projectId, jobName),
    accept: (input) =>
      settling.runExclusive(async () => {
        const settled = await acceptProposals(dependencies, { store, replaced }, input);
        tell(input.projectId);
        return settled;
      }),
    takeBack: (input) =>
      settling.runExclusive(async () => {
        const settled = await takeBackProposals(dependencies, { store, replaced }, input);
        tell(input.projectId);
        return settled;
      }),
    reject: (input) =>
      settling.runExclusive(async () => {
        const settled = await rejectProposals(store, input);
        tell(input.projectId);
        return settled;
      }),
    proposals: {
      listWaiting: store.listWaiting,
      findWaiting: (projectId, proposalId) => findIn('waiting', projectId, proposalId),
      findAccepted: (projectId, proposalId) => findIn('accepted', projectId, proposalId),
      reword(projectId, wording) {
        rewordProposal(store, projectId, wording);
        tell(projectId);
      },
      follow(projectId, synopsis) {
        if (store.follow(projectId, synopsis)) tell(projectId);
      },
      isTrue(projectId, documentId) {
        const proposal = store.waitingFor(projectId, documentId);
        if (proposal === null) return false;
        return !documents.synopses.isStale(projectId, documentId, proposal.mark);
      },
      keepTrue(projectId, { documentId, mark }) {
        const proposal = store.waitingFor(projectId, documentId);
        if (proposal === null) return;
        store.remark(proposal.proposalId, mark);
        tell(projectId);
      },
    },
    closeProject: (projectId) => underWay.end(interrupted(), projectId),
    forgetProject: (projectId) => store.forget(projectId),
    close: () => underWay.end(interrupted()),
  };
};
