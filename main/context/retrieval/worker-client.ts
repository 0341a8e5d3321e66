import { Worker } from 'node:worker_threads';
import { AppError, type JsonObject } from '#shared/errors.ts';
import type { TaskName, TaskReply, Tasks, WorkerData } from './protocol.ts';

export type WorkerClient = {
  /** RETRIEVAL_UNAVAILABLE when the task fails or the worker dies; the next call starts a new worker. */
  run<N extends TaskName>(name: N, input: Tasks[N]['input']): Promise<Tasks[N]['output']>;
  /**
   * Ends the worker if it has nothing to do: what it needed for a whole book goes back to the system. The next task
   * starts a fresh one.
   */
  rest(): void;
  /** Starts the worker if it rests: the task that is about to come need not wait for that. */
  wake(): void;
  close(): Promise<void>;
};

/** Garbage of indexing is collected early, so that the worker stays small beside the program. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 };

type Waiting = { resolve(output: unknown): void; reject(error: Error): void };

const unavailable = (message: string, cause?: unknown, details?: JsonObject): AppError =>
  new AppError('RETRIEVAL_UNAVAILABLE', message, details, { cause });

/** Talks to the worker, which starts with the first task. */
export const createWorkerClient = (entry: URL, settings: WorkerData): WorkerClient => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  /** Settles when every worker that was told to has ended. */
  let ended: Promise<unknown> = Promise.resolve();
  let closed = false;
  let lastId = 0;

  const fail = (dead: Worker, error: Error): void => {
    if (worker !== dead) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(entry, { workerData: settings, resourceLimits });
    started.on('message', (reply: TaskReply) => {
      const task = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.ok) task?.resolve(reply.output);
      else task?.reject(unavailable('The index could not do it.', undefined, reply.report));
    });
    started.on('error', (error) => fail(started, unavailable('The index worker failed.', error)));
    started.on('exit', () => fail(started, unavailable('The index worker ended.')));
    return started;
  };

  const end = (): void => {
    const open = worker;
    if (!open) return;
    worker = null;
    ended = Promise.all([
      ended,
      new Promise<void>((resolve) => open.once('exit', () => resolve())),
    ]);
    open.postMessage('close');
  };

  return {
    run<N extends TaskName>(name: N, input: Tasks[N]['input']) {
      if (closed) return Promise.reject(unavailable('The index is closed.'));
      lastId++;
      const id = lastId;
      return new Promise<Tasks[N]['output']>((resolve, reject) => {
        // `Tasks` is the one description both sides share: the answer to a task of name N has its output.
        waiting.set(id, { resolve: (output) => resolve(output as Tasks[N]['output']), reject });
        worker ??= start();
        worker.postMessage({ id, name, input });
      });
    },
    rest() {
      if (waiting.size === 0) end();
    },
    wake() {
      if (!closed) worker ??= start();
    },
    async close() {
      closed = true;
      end();
      await ended;
    },
  };
};
