/** Tells the program what was typed since the last save, so that it outlives this page (W10). */
import { createAlarm } from '#renderer/app/alarm.ts';

/**
 * From the first key that is not told to the look at it, ms; a moment between two keys comes soon after. In a browser
 * each costs a request: told four times as often, every key took 2 ms more of the page's time (docs/benchmarks.md).
 */
const tellMs = 400;
/** Waits for a moment between two keys no longer than this, ms. */
const longestWait = { timeout: 100 };

const betweenKeys = (act: () => void): void =>
  void (typeof requestIdleCallback === 'function' ? requestIdleCallback(act, longestWait) : act());

export type DraftTeller = { changed(): void; dispose(): void };

/** @param tell false while it cannot be told yet: it is tried again */
export const createDraftTeller = (tell: () => boolean): DraftTeller => {
  const alarm = createAlarm(() =>
    betweenKeys(() => {
      if (!tell()) alarm.set(tellMs);
    }),
  );
  return {
    changed() {
      if (!alarm.isSet()) alarm.set(tellMs);
    },
    dispose: () => alarm.clear(),
  };
};
