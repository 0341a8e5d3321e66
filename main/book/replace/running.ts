/** Replacements and undos under way, so that the writer can end them and a look at the book leaves them alone. */

export type RunningReplacements = {
  /** Hands `work` the signal that {@link cancel} aborts. */
  run<T>(projectId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  isRunning(projectId: string): boolean;
  /** Does nothing when nothing is under way. */
  cancel(projectId: string): void;
};

export const createRunningReplacements = (): RunningReplacements => {
  const running = new Map<string, Set<AbortController>>();
  return {
    async run(projectId, work) {
      const controller = new AbortController();
      const all = running.get(projectId) ?? new Set();
      running.set(projectId, all.add(controller));
      try {
        return await work(controller.signal);
      } finally {
        all.delete(controller);
        if (all.size === 0) running.delete(projectId);
      }
    },
    isRunning: (projectId) => running.has(projectId),
    cancel(projectId) {
      for (const controller of running.get(projectId) ?? []) controller.abort();
    },
  };
};
