/** What the program writes down by itself, once nothing has changed for a while. */
import type { ErrorCode } from '#shared/errors.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { createAlarm } from './alarm.ts';

/** Rest before something is written down, ms. */
export const restMs = 1500;
/** How soon it is tried again where the disk or the database does not take it, ms. */
export const againMs = 20_000;

/**
 * The writer did not ask for it and has nothing to decide: what of theirs is not saved is told where they write. It is
 * written down once there is room.
 */
const passing: ReadonlySet<ErrorCode> = new Set([
  ...(['DISK_FULL', 'DATABASE_READ_ONLY', 'DATABASE_LOCKED'] as const),
]);

export type AfterRest = { later(work: () => Promise<unknown>): void; stop(): void };

/** @param report told of failures that will not pass by themselves */
export function createAfterRest(report: (error: unknown) => void): AfterRest {
  let last = (): Promise<unknown> => Promise.resolve();
  let isStopped = false;
  const atRest = createAlarm(() => {
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
      atRest.set(restMs);
    },
    stop() {
      isStopped = true;
      atRest.clear();
    },
  };
}
