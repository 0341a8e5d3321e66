/** Does the upkeep from time to time. */

/** Ms after something was written, and between two rounds when nothing was. */
const soon = 2_000;
const regularly = 600_000;

export type Upkeep = {
  /** Something was written: look before long whether it still fits. */
  soon(): void;
  /** No further round; waits for the one under way. */
  close(): Promise<void>;
};

/** Runs `round` now and then, one at a time, without keeping the program alive. */
export const createUpkeep = (
  round: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Upkeep => {
  let timer: NodeJS.Timeout | null = null;
  let due = Number.POSITIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  const plan = (delay: number): void => {
    // What is planned earlier stays: a steady stream of writes must not put it off for ever.
    if (closed || due <= performance.now() + delay) return;
    if (timer) clearTimeout(timer);
    due = performance.now() + delay;
    timer = setTimeout(() => {
      due = Number.POSITIVE_INFINITY;
      running = round().then(
        () => plan(regularly),
        (error: unknown) => {
          failed(error);
          plan(regularly);
        },
      );
    }, delay);
    timer.unref();
  };
  plan(regularly);

  return {
    soon: () => plan(soon),
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
};
