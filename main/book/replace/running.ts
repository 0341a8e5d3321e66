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
};

/** Who asked and left takes nothing with them: half a replacement is none. */
const never = new AbortController().signal;

export const createRunningReplacements = (jobs: Jobs): RunningReplacements => {
  const running = new Map<string, number>();
  return {
    async run(projectId, kind, work) {
      running.set(projectId, (running.get(projectId) ?? 0) + 1);
      try {
        return await jobs.run({ kind, projectId }, never, work);
      } finally {
        const left = (running.get(projectId) ?? 1) - 1;
        if (left === 0) running.delete(projectId);
        else running.set(projectId, left);
      }
    },
    isRunning: (projectId) => running.has(projectId),
    cancel: (projectId) => void jobs.endProject(projectId, kinds),
  };
};
