/** Has calls posted by a worker, which is started by the first of them. */
import type { FromWorker, Post, ToWorker } from './post-messages.ts';
import { type AskedWorker, createWorkerAsker } from './worker-asker.ts';

/** A call as it is posted: to a path of this host, with what lets the page in. */
export type PostedCall = Omit<Post, 'id'>;

export type PostBeside = {
  /** False once a worker could not be had: the page posts itself. */
  isPossible(): boolean;
  /**
   * The body of the answer.
   * @throws Error when no answer came, the worker died, or `signal` aborted
   */
  post(call: PostedCall, signal: AbortSignal | undefined): Promise<string>;
};

/** @param start makes the worker */
export const createPostBeside = (start: () => AskedWorker): PostBeside => {
  const { isPossible, ask } = createWorkerAsker<PostedCall, FromWorker>(
    start,
    (id): ToWorker => ({ id, path: null }),
  );
  return {
    isPossible,
    async post(call, signal) {
      signal?.throwIfAborted();
      const reply = await ask(call, signal);
      if (reply === null) throw new Error('The worker of calls ended.');
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.text;
    },
  };
};
