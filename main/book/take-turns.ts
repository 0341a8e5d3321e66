/** Long work in the services' process, cut so that others have their turn. */
import { setImmediate } from 'node:timers/promises';

/** How long, in ms, the process may be kept from its other work. */
const turn = 10;

/** Called between pieces of work: lets others have their turn when it is time. */
export const createTurns = (signal?: AbortSignal): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turn) return;
    await setImmediate();
    signal?.throwIfAborted();
    since = performance.now();
  };
};
