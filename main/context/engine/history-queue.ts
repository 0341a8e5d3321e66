/** Assemblies that wait to be written behind the answers, one at a time; what the disk refuses waits on. */
import { AppError } from '#shared/errors.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { HistoryWriter, Kept } from './history-writer.ts';

/** So many are never held back. */
const maxWaiting = 600;
/** Milliseconds without a request before writing begins: many at once are answered before the first is written. */
const quiet = 250;
/** Milliseconds between two writes, so that what else is asked for waits for one of them at most (S3-32). */
const pause = 10;
/** The same where twice as many wait: it must not grow without end. */
const shortPause = 1;

export type HistoryQueue = {
  /** Takes it into memory; it is written when no request has come for a moment. */
  add(kept: Kept): void;
  /** Writes all that waits, as far as the disk takes it. */
  flush(): void;
  /** Why the disk does not take this one, which waits; null when it does not wait or nobody refused it. */
  refusalOf(assemblyId: string): AppError | null;
  /** The disk takes nothing. */
  isRefused(): boolean;
  dropProject(projectId: string): void;
};

/** What a killed program had waiting here is lost with it: an answer that was given, and its place in the history. */
export const createHistoryQueue = (
  write: HistoryWriter['write'],
  onFailure: (error: unknown) => void,
): HistoryQueue => {
  let waiting: Kept[] = [];
  let timer: NodeJS.Timeout | null = null;
  /** The timer waits for requests to end, not for the pause between two writes. */
  let waitsForQuiet = false;
  let refusal: AppError | null = null;
  const isWaiting = (): boolean => waiting.length > 0;

  /** False when the disk takes nothing: then all of it waits on for a next try, the newest as far as there is room. */
  const writeNext = (): boolean => {
    const next = waiting.splice(0, 1);
    try {
      write(next);
      refusal = null;
    } catch (error) {
      const told = explainStorageFailure(error);
      // One line for all tries that follow.
      if (refusal === null || !(told instanceof AppError)) onFailure(error);
      refusal = told instanceof AppError ? told : null;
      // What cannot be written for a reason of its own would hold up the others for ever.
      if (refusal) waiting = [...next, ...waiting].slice(-maxWaiting);
    }
    return refusal === null;
  };

  const startTimer = (time: number): void => {
    if (timer) clearTimeout(timer);
    waitsForQuiet = time === quiet;
    timer = setTimeout(() => {
      timer = null;
      if (isWaiting() && writeNext() && isWaiting()) {
        startTimer(waiting.length >= 2 * maxWaiting ? shortPause : pause);
      }
    }, time);
  };

  /** Of a chapter's inspections only the newest is worth writing. */
  const forgetEarlierLook = ({ request: { projectId, documentId } }: Kept): void => {
    const earlier = waiting.findIndex(
      ({ purpose, request }) =>
        purpose === 'inspect' &&
        request.projectId === projectId &&
        request.documentId === documentId,
    );
    if (earlier >= 0) waiting.splice(earlier, 1);
  };

  return {
    add(kept) {
      if (kept.purpose === 'inspect') forgetEarlierLook(kept);
      waiting.push(kept);
      if (timer && waiting.length >= maxWaiting) return;
      if (timer && waitsForQuiet) timer.refresh();
      else startTimer(quiet);
    },
    flush() {
      if (timer) clearTimeout(timer);
      timer = null;
      while (isWaiting() && writeNext());
    },
    refusalOf: (assemblyId) =>
      waiting.some((kept) => kept.assemblyId === assemblyId) ? refusal : null,
    isRefused: () => refusal !== null,
    dropProject(projectId) {
      waiting = waiting.filter(({ request }) => request.projectId !== projectId);
    },
  };
};
