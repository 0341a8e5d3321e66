import { AppError } from '#shared/errors.ts';

export type Limiter = {
  /** Runs `task` when a place is free. CONTEXT_BACKPRESSURE when the queue is full, CANCELLED when aborted. */
  run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
};

type Waiting = { start(): void; cancel(error: unknown): void };

/** S3-47: at most `concurrent` at once for a key; the others wait first in, first out, at most `queued` of them. */
export const createLimiter = (concurrent = 4, queued = 64): Limiter => {
  const lanes = new Map<string, { running: number; waiting: Waiting[] }>();

  const cancelled = (): AppError => new AppError('CANCELLED', 'The request was cancelled.');

  const release = (key: string): void => {
    const lane = lanes.get(key);
    if (!lane) return;
    const next = lane.waiting.shift();
    if (next) {
      next.start();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(key);
  };

  const enter = (key: string, signal: AbortSignal): Promise<void> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running < concurrent) {
      lane.running += 1;
      return Promise.resolve();
    }
    if (lane.waiting.length >= queued) {
      return Promise.reject(
        new AppError('CONTEXT_BACKPRESSURE', 'Too many requests for this chapter are waiting.', {
          running: lane.running,
          waiting: lane.waiting.length,
        }),
      );
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', abort);
          resolve();
        },
        cancel: reject,
      };
      const abort = (): void => {
        lane.waiting.splice(lane.waiting.indexOf(waiting), 1);
        waiting.cancel(cancelled());
      };
      signal.addEventListener('abort', abort, { once: true });
      lane.waiting.push(waiting);
    });
  };

  return {
    async run(key, signal, task) {
      if (signal.aborted) throw cancelled();
      await enter(key, signal);
      try {
        return await task();
      } finally {
        release(key);
      }
    },
  };
};
