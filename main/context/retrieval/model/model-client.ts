/** Talks to the worker of one sentence model, which starts with the first text and ends when none has come for a while. */
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { ModelOrder, ModelReply, ModelRequest, Pooling } from './protocol.ts';

export type ReadText = { vector: Float32Array; pooling: Pooling };

export type ModelClient = {
  /** SENTENCE_MODEL_… ; SENTENCE_MODEL_FAILED when the worker dies, the next text starts a new one. */
  read(text: string): Promise<ReadText>;
  /** Ends the worker at once, whatever it is about. */
  close(): Promise<void>;
};

type Waiting = { resolve(read: ReadText): void; reject(error: AppError): void };

/** Ms without a text after which its memory goes back to the system. */
const idle = 120_000;

const failed = (code: ErrorCode, cause?: unknown): AppError =>
  new AppError(code, 'The sentence model could not read a text.', undefined, { cause });

export const createModelClient = (entry: URL, order: ModelOrder): ModelClient => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lastId = 0;

  const end = (code: ErrorCode, cause?: unknown): Promise<number> | null => {
    const open = worker;
    worker = null;
    if (timer) clearTimeout(timer);
    for (const { reject } of waiting.values()) reject(failed(code, cause));
    waiting.clear();
    return open?.terminate() ?? null;
  };

  const endLater = (): void => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      if (waiting.size === 0) void end('CANCELLED');
    }, idle);
    timer.unref();
  };

  const start = (): Worker => {
    const started = new Worker(entry, { workerData: order });
    started.on('message', (reply: ModelReply) => {
      const task = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.ok) task?.resolve(reply);
      else task?.reject(failed(reply.code));
      endLater();
      // A model that could not be opened is opened anew next time: its files may be there by then.
      if (!reply.ok && worker === started) void end(reply.code);
    });
    const died = (cause?: unknown): void => {
      if (worker === started) void end('SENTENCE_MODEL_FAILED', cause);
    };
    started.on('error', died);
    started.on('exit', () => died());
    return started;
  };

  return {
    read(text) {
      lastId++;
      const request: ModelRequest = { id: lastId, text };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        worker ??= start();
        worker.postMessage(request);
      });
    },
    async close() {
      await end('CANCELLED');
    },
  };
};
