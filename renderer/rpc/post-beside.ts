/** Has calls posted by a worker, which is started by the first of them. */
import type { FromWorker, Post, ToWorker } from './post-messages.ts';

/** What of a worker is needed. */
export type PostWorker = Pick<Worker, 'postMessage' | 'addEventListener'>;

export type PostBeside = {
  /** False once a worker could not be had: the page posts itself. */
  isPossible(): boolean;
  /**
   * The body of the answer.
   * @throws Error when no answer came, the worker died, or `signal` aborted
   */
  post(what: Omit<Post, 'id'>, signal: AbortSignal | undefined): Promise<string>;
};

type Waiting = { resolve: (text: string) => void; reject: (reason: Error) => void };

/** @param start makes the worker */
export const createPostBeside = (start: () => PostWorker): PostBeside => {
  const waiting = new Map<number, Waiting>();
  let worker: PostWorker | null = null;
  let hasFailed = false;
  let serial = 0;

  const giveUp = (): void => {
    hasFailed = true;
    for (const { reject } of waiting.values()) reject(new Error('The worker of calls ended.'));
    waiting.clear();
  };
  const settle = (reply: FromWorker): void => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('text' in reply) asked?.resolve(reply.text);
    else asked?.reject(new Error(reply.failure));
  };
  const startOnce = (): PostWorker => {
    if (worker !== null) return worker;
    worker = start();
    worker.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) settle(event.data as FromWorker);
    });
    worker.addEventListener('error', giveUp);
    return worker;
  };

  return {
    isPossible: () => !hasFailed,
    async post(what, signal) {
      signal?.throwIfAborted();
      serial += 1;
      const id = serial;
      const posting = startOnce();
      const say = (message: ToWorker): void => posting.postMessage(message);
      const abort = (): void => say({ id, path: null });
      signal?.addEventListener('abort', abort, { once: true });
      try {
        return await new Promise<string>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          say({ ...what, id });
        });
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
  };
};
