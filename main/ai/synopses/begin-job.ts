/** Writes down a job that is to begin, or the rest of the last one. */
import { nanoid } from 'nanoid';
import type { Parsed } from '#shared/contract/index.ts';
import type { JobChapter, SynopsisChoice } from '#shared/domain/synopsis.ts';
import { AppError } from '#shared/errors.ts';
import { nothingSpent } from '#shared/usage-sum.ts';
import { chooseChapters } from '#shared/choose-chapters.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import { listProposals } from './list-proposals.ts';
import type { StoredJob, SynopsisStore } from './store.ts';

type JobInput = Parsed<'synopses:job:forecast'>;

/** What is known of a job before it begins; `earlier`: the one it goes on with. */
export type JobPlan = {
  which: SynopsisChoice;
  documentIds: readonly string[];
  earlier: StoredJob | null;
};

const isWaiting = ({ state }: JobChapter): boolean => state === 'waiting';

/** SYNOPSIS_JOB_NOT_FOUND where nothing of a job is left. */
export const planJob = (
  dependencies: Pick<SynopsesDependencies, 'documents'>,
  store: SynopsisStore,
  { projectId, which }: JobInput,
): JobPlan => {
  if (which !== 'rest') {
    const waiting = listProposals(dependencies, store, projectId).filter(({ isStale }) => !isStale);
    const proposed = new Set(waiting.map(({ documentId }) => documentId));
    const chapters = dependencies.documents.list(projectId);
    return { which, documentIds: chooseChapters(chapters, which, proposed), earlier: null };
  }
  const earlier = store.job(projectId);
  const rest = earlier?.chapters.filter(isWaiting) ?? [];
  if (earlier && rest.length > 0) {
    const documentIds = rest.map(({ documentId }) => documentId);
    return { which: earlier.which, documentIds, earlier };
  }
  throw new AppError('SYNOPSIS_JOB_NOT_FOUND', 'No job is left to go on with.', { projectId });
};

/** `own`: the process and the model it is begun with. The caller knows that none is running. */
export const beginJob = (
  { which, documentIds, earlier }: JobPlan,
  own: { owner: string; profileId: string; now: number },
): StoredJob => ({
  jobId: earlier?.jobId ?? nanoid(),
  which,
  state: 'running',
  profileId: own.profileId,
  chapters:
    earlier?.chapters ?? documentIds.map((documentId) => ({ documentId, state: 'waiting' })),
  usage: earlier?.usage ?? nothingSpent,
  error: null,
  owner: own.owner,
  startedAt: earlier?.startedAt ?? own.now,
  endedAt: null,
});
