/** What works for the contradictions of each book: one thing at a time, ended with the book. */
import { AppError } from '#shared/errors.ts';

type Work = { controller: AbortController; ended: Promise<unknown> };

export type UnderWay = {
  /** Ends what is under way for the book first, and waits for it. CANCELLED where `signal` or the book's end aborts. */
  run<T>(
    projectId: string,
    signal: AbortSignal,
    work: (both: AbortSignal) => Promise<T>,
  ): Promise<T>;
  has(projectId: string): boolean;
  end(projectId?: string, reason?: AppError): Promise<void>;
};

const cancelled = (): AppError => new AppError('CANCELLED', 'The check was cancelled.');

export const createUnderWay = (): UnderWay => {
  const works = new Map<string, Work>();
  const end: UnderWay['end'] = async (projectId, reason = cancelled()) => {
    const meant = [...works].filter(([id]) => projectId === undefined || id === projectId);
    for (const [, { controller }] of meant) controller.abort(reason);
    await Promise.allSettled(meant.map(([, { ended }]) => ended));
  };
  return {
    has: (projectId) => works.has(projectId),
    async run(projectId, signal, work) {
      while (works.has(projectId)) await end(projectId);
      const controller = new AbortController();
      const ended = work(AbortSignal.any([signal, controller.signal])).finally(() =>
        works.delete(projectId),
      );
      works.set(projectId, { controller, ended });
      try {
        return await ended;
      } catch (error) {
        throw signal.aborted || controller.signal.aborted ? cancelled() : error;
      }
    },
    end,
  };
};
