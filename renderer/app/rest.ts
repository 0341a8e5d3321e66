/** What the program writes down by itself, once nothing has changed for a while. */
import type { ErrorCode } from '#shared/errors.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { createAlarm } from './alarm.ts';

/** Rest before something is written down, ms. */
export const restMs = 1500;
/** Where changes never rest, as while a writer types on, it is written down so often, ms. */
export const longestMs = 4000;
/** How soon it is tried again where the disk or the database does not take it, ms. */
export const againMs = 20_000;

/**
 * The writer did not ask for it and has nothing to decide: what of theirs is not saved is told where they write. It is
 * written down once there is room.
 */
const passing: ReadonlySet<ErrorCode> = new Set([
  ...(['DISK_FULL', 'DATABASE_READ_ONLY', 'DATABASE_LOCKED'] as const),
]);

export type AfterRest = {
  later(work: () => Promise<unknown>): void;
  /** Writes down now what waits; resolves when that is done. Rejects as the work does. */
  flush(): Promise<void>;
  stop(): void;
};

/** @param report told of failures that will not pass by themselves */
export function createAfterRest(report: (error: unknown) => void): AfterRest {
  let last = (): Promise<unknown> => Promise.resolve();
  let isStopped = false;
  /** When the first change came that is not written down. */
  let waitsSince: number | null = null;
  const atRest = createAlarm(() => {
    waitsSince = null;
    last().catch((error: unknown) => {
      if (!passing.has(failureOf(error).code)) report(error);
      // What has changed meanwhile is written down soon enough.
      else if (!atRest.isSet() && !isStopped) atRest.set(againMs);
    });
  });
  return {
    later(work) {
      last = work;
      isStopped = false;
      const now = performance.now();
      waitsSince ??= now;
      atRest.set(Math.max(0, Math.min(restMs, waitsSince + longestMs - now)));
    },
    async flush() {
      if (!atRest.isSet()) return;
      atRest.clear();
      waitsSince = null;
      await last();
    },
    stop() {
      isStopped = true;
      waitsSince = null;
      atRest.clear();
    },
  };
}
