/** Replacements and undos under way, so that the writer can end them and a look at the book leaves them alone. */
import type { Jobs, RunningJob } from '#main/jobs/service.ts';

const kinds = ['replace', 'undoReplace'] as const;

export type RunningReplacements = {
  run<T>(
    projectId: string,
    kind: (typeof kinds)[number],
    work: (job: RunningJob) => Promise<T>,
  ): Promise<T>;
  isRunning(projectId: string): boolean;
  /** Does nothing when nothing is under way. */
  cancel(projectId: string): void;
  /** When nothing is under way any more. Never throws. */
  ended(projectId: string): Promise<void>;
};

/** Who asked and left takes nothing with them: half a replacement is none. */
const never = new AbortController().signal;

export const createRunningReplacements = (jobs: Jobs): RunningReplacements => {
  const running = new Map<string, Set<Promise<unknown>>>();
  return {
    async run(projectId, kind, work) {
      const ofBook = running.get(projectId) ?? new Set();
      const done = jobs.run({ kind, projectId }, never, work);
      running.set(projectId, ofBook.add(done));
      try {
        return await done;
      } finally {
        ofBook.delete(done);
        if (ofBook.size === 0) running.delete(projectId);
      }
    },
    isRunning: (projectId) => running.has(projectId),
    cancel: (projectId) => void jobs.endProject(projectId, kinds),
    async ended(projectId) {
      for (;;) {
        const ofBook = running.get(projectId);
        if (ofBook === undefined) return;
        await Promise.allSettled(ofBook);
      }
    },
  };
};
