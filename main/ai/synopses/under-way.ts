/** What asks models for synopses now, by project: ended with the project, and no chapter asked about twice at once. */
import { AppError } from '#shared/errors.ts';

type Work = { controller: AbortController; ended: Promise<unknown> };

export type UnderWay = {
  has(projectId: string, name: string): boolean;
  /** SYNOPSIS_BUSY where work of this name is under way. `signal` ends it beside `end`. */
  run<T>(
    about: { projectId: string; name: string; signal?: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Ends all work of a project, or that of one name, and waits for it. */
  end(reason: AppError, projectId?: string, name?: string): Promise<void>;
};

const separator = '\n';

export const createUnderWay = (): UnderWay => {
  const works = new Map<string, Work>();
  const keyOf = (projectId: string, name: string): string => `${projectId}${separator}${name}`;
  return {
    has: (projectId, name) => works.has(keyOf(projectId, name)),
    async run({ projectId, name, signal }, work) {
      const key = keyOf(projectId, name);
      if (works.has(key)) {
        throw new AppError('SYNOPSIS_BUSY', 'This is being asked for already.', { projectId });
      }
      const controller = new AbortController();
      const both = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
      const ended = work(both);
      works.set(key, { controller, ended });
      try {
        return await ended;
      } finally {
        works.delete(key);
      }
    },
    async end(reason, projectId, name) {
      const start = projectId === undefined ? '' : `${projectId}${separator}`;
      const meant = [...works].filter(([key]) =>
        projectId !== undefined && name !== undefined
          ? key === keyOf(projectId, name)
          : key.startsWith(start),
      );
      for (const [, { controller }] of meant) controller.abort(reason);
      await Promise.allSettled(meant.map(([, { ended }]) => ended));
    },
  };
};
