/** All long work of this program in one list: every window sees it and can call it off (W9). */
import { nanoid } from 'nanoid';
import { toldError } from '#main/base/failures/storage-failure.ts';
import type { Clock, Logger, Platform } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Job, JobKind } from '#shared/domain/job.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { kindRules } from './kinds.ts';
import { createJobNotes, type NotedJob } from './notes.ts';
import type { JobAbout, Jobs, Progress, RunningJob } from './service.ts';

/** Tells of one step, at most: a page draws no more. */
const maxTold = 100;
/** Jobs that have ended, in the list. */
const maxEnded = 30;
/** Names of work that was called off before it began. */
const maxEarly = 100;

type Entry = {
  job: NotedJob;
  /** Of the note; null where there is none. */
  note: string | null;
  /** Null once it has ended. */
  running: { leaving: AbortController; ended: Promise<unknown> } | null;
  /** The end of the program ended it. */
  isBrokenOff: boolean;
  endsItself: boolean;
  told: string;
};

const isUnderWay = ({ state }: NotedJob): boolean => state === 'running' || state === 'cancelling';

/** AbortSignal's own error stands for a call that was called off, too. */
const codeOf = (error: unknown): ErrorCode =>
  error instanceof Error && error.name === 'AbortError' ? 'CANCELLED' : toldError(error).code;

export const createJobs = ({
  paths: { data },
  clock,
  logger,
  events,
  nameOf,
}: {
  paths: Pick<Platform['paths'], 'data'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  /** The name of a book; null for one that nobody knows. */
  nameOf(projectId: string): string | null;
}): Jobs => {
  const notes = createJobNotes(data, logger);
  const entries = new Map<string, Entry>();
  const early = new Set<string>();
  const closing = new AbortController();

  const describe = ({ job }: Entry): Job => ({
    ...job,
    book: job.projectId === null ? null : nameOf(job.projectId),
    // From `opening` on everything is in its place.
    canCancel: job.state === 'running' && job.step !== 'opening',
    canResume: !isUnderWay(job) && job.state !== 'done' && kindRules[job.kind].canResume,
  });
  const tell = (entry: Entry): void =>
    events.emit('jobs:changed', { jobId: entry.job.jobId, job: describe(entry) });
  const remove = ({ job: { jobId }, note }: Entry): void => {
    if (note !== null) notes.remove(note);
    entries.delete(jobId);
    events.emit('jobs:changed', { jobId, job: null });
  };
  const ended = (): Entry[] => [...entries.values()].filter(({ running }) => running === null);

  for (const [note, job] of notes.takeOver()) {
    const state = isUnderWay(job) ? 'interrupted' : job.state;
    const entry = { running: null, isBrokenOff: false, endsItself: false, told: '' };
    entries.set(job.jobId, { ...entry, note, job: { ...job, state } });
  }

  /** What became of the one before is not asked for any more when another begins. */
  const removeEarlier = ({ kind, projectId }: JobAbout): void => {
    const all = ended();
    const surplus = all.slice(0, Math.max(0, all.length - maxEnded + 1));
    const earlier = all.filter(({ job }) => job.kind === kind && job.projectId === projectId);
    for (const entry of new Set([...surplus, ...earlier])) remove(entry);
  };

  const report = (entry: Entry, { step, done, total }: Progress): void => {
    const share = total === 0 ? 0 : Math.floor((done / total) * maxTold);
    const told = `${step} ${share}`;
    if (told === entry.told || !isUnderWay(entry.job)) return;
    const isPlaced = step === 'opening' && entry.job.step !== 'opening';
    entry.told = told;
    entry.job = { ...entry.job, step, done, total };
    // Who finds it broken off must know that nothing was taken back.
    if (isPlaced && entry.note !== null) notes.write(entry.job, entry.note);
    tell(entry);
  };

  /** Writes down how it ended. What can be gone on with, or broke off, is told by the next start too. */
  const end = (entry: Entry, state: Job['state'], code: ErrorCode | null): void => {
    entry.running = null;
    entry.job = { ...entry.job, state, code, endedAt: clock.now() };
    const { kind, projectId } = entry.job;
    const { staysWhenDone, canResume, isNoted, isNotedWhenDone } = kindRules[kind];
    const isKept = state === 'done' && isNotedWhenDone === true && projectId !== null;
    const isTold = canResume || (isNoted === true && state === 'interrupted');
    if (!staysWhenDone && (state === 'done' || !isTold)) {
      remove(entry);
      return;
    }
    // What the end of the program broke off was not paused by anybody.
    if (state === 'paused' && isNoted === 'paused' && !entry.isBrokenOff) {
      entry.note = notes.write(entry.job);
    } else if (entry.note !== null && (isKept || state === 'paused' || state === 'interrupted')) {
      notes.write(entry.job, entry.note);
    } else if (entry.note !== null) {
      notes.remove(entry.note);
      entry.note = null;
    }
    tell(entry);
  };

  const begin = (about: JobAbout, leaving: AbortController): Entry => {
    const { kind, projectId, taskId, endsItself = false } = about;
    const isFree = taskId !== undefined && !entries.get(taskId)?.running;
    const job: NotedJob = {
      jobId: isFree ? taskId : nanoid(),
      ...{ kind, projectId, state: 'running', step: null, done: 0, total: 0, code: null },
      startedAt: clock.now(),
      endedAt: null,
    };
    const note = kindRules[kind].isNoted === true ? notes.write(job) : null;
    const running = { leaving, ended: Promise.resolve() };
    const entry: Entry = { job, note, running, isBrokenOff: false, endsItself, told: '' };
    entries.delete(job.jobId);
    entries.set(job.jobId, entry);
    tell(entry);
    return entry;
  };

  const carryOut = async <T>(
    entry: Entry,
    signal: AbortSignal,
    work: (job: RunningJob) => Promise<T> | T,
  ): Promise<T> => {
    let noted: { state: Job['state']; code: ErrorCode | null } = { state: 'done', code: null };
    try {
      const answer = await work({
        signal,
        report: (progress) => report(entry, progress),
        endAs: (state, code = null) => {
          noted = { state, code };
        },
      });
      end(entry, noted.state, noted.code);
      return answer;
    } catch (error) {
      const code = codeOf(error);
      if (entry.isBrokenOff) end(entry, 'interrupted', null);
      else if (code === 'CANCELLED' || signal.aborted) end(entry, 'cancelled', null);
      else end(entry, 'failed', code);
      throw error;
    }
  };

  const abort = (entry: Entry): void => {
    if (entry.job.state === 'running') {
      entry.job = { ...entry.job, state: 'cancelling' };
      tell(entry);
    }
    entry.running?.leaving.abort(new AppError('CANCELLED', 'The work was called off.'));
  };
  const underWay = (): Entry[] => [...entries.values()].filter(({ running }) => running !== null);
  const whenEnded = async (meant: readonly Entry[]): Promise<void> => {
    await Promise.allSettled(meant.flatMap(({ running }) => (running ? [running.ended] : [])));
  };

  return {
    async run(about, signal, work) {
      const { taskId, outlives, endsItself } = about;
      if (taskId !== undefined && early.delete(taskId)) {
        throw new AppError('CANCELLED', 'The work was called off before it began.');
      }
      removeEarlier(about);
      const leaving = new AbortController();
      const ending = endsItself
        ? leaving.signal
        : AbortSignal.any([leaving.signal, closing.signal]);
      const isOnItsOwn = taskId !== undefined && outlives === true;
      const entry = begin(about, leaving);
      const all = isOnItsOwn ? ending : AbortSignal.any([signal, ending]);
      const running = carryOut(entry, all, work);
      if (entry.running) entry.running.ended = running;
      return running;
    },
    list: () => [
      ...underWay().map(describe),
      ...ended()
        .map(describe)
        .sort((one, other) => (other.endedAt ?? other.startedAt) - (one.endedAt ?? one.startedAt)),
    ],
    cancel(jobId) {
      const entry = entries.get(jobId);
      if (!entry) {
        early.add(jobId);
        for (const oldest of [...early].slice(0, Math.max(0, early.size - maxEarly))) {
          early.delete(oldest);
        }
      } else if (describe(entry).canCancel) abort(entry);
    },
    dismiss(jobId) {
      const entry = entries.get(jobId);
      if (entry?.running === null) remove(entry);
    },
    async endProject(projectId, kinds) {
      const isMeant = (kind: JobKind): boolean => kinds?.includes(kind) ?? true;
      const meant = underWay().filter(
        ({ job }) => job.projectId === projectId && isMeant(job.kind),
      );
      for (const entry of meant) abort(entry);
      await whenEnded(meant);
    },
    forgetProject(projectId) {
      for (const entry of ended()) if (entry.job.projectId === projectId) remove(entry);
    },
    async close() {
      const left = underWay().filter(({ endsItself }) => !endsItself);
      for (const entry of left) entry.isBrokenOff ||= entry.job.state === 'running';
      closing.abort();
      await whenEnded(left);
    },
  };
};
