/** Long work under way, so that the program's end can end it. */

export type RunningWork = {
  /** Hands `work` a signal that both the caller and the program's end abort. */
  run<T>(signal: AbortSignal, work: (both: AbortSignal) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export const createRunningWork = (): RunningWork => {
  const ending = new AbortController();
  const under = new Set<Promise<unknown>>();
  return {
    async run(signal, work) {
      const running = work(AbortSignal.any([signal, ending.signal]));
      under.add(running);
      try {
        return await running;
      } finally {
        under.delete(running);
      }
    },
    async close() {
      ending.abort();
      await Promise.allSettled(under);
    },
  };
};
