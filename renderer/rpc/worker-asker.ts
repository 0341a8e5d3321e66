/** Asks a worker of the page, which is started by the first question; answers come in any order. */

/** What of a worker is needed. */
export type AskedWorker = Pick<Worker, 'postMessage' | 'addEventListener'>;

export type WorkerAsker<Question, Answer> = {
  /** False once the worker could not be had. */
  isPossible(): boolean;
  /**
   * Null when the worker cannot be had or dies before it answers. A question whose `signal` aborts is withdrawn, and answered by
   * the worker all the same.
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer | null>;
};

/**
 * @param start makes the worker; called once, by the first question
 * @param withdraw what tells the worker that nobody waits for the answer of that id any more
 */
export const createWorkerAsker = <Question extends object, Answer extends { id: number }>(
  start: () => AskedWorker,
  withdraw: ((id: number) => object) | null = null,
): WorkerAsker<Question, Answer> => {
  const waiting = new Map<number, (answer: Answer | null) => void>();
  let worker: AskedWorker | null = null;
  let hasFailed = false;
  let serial = 0;

  const settleAll = (): void => {
    hasFailed = true;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  };
  const startOnce = (): AskedWorker => {
    if (worker !== null) return worker;
    worker = start();
    worker.addEventListener('message', (event) => {
      if (!(event instanceof MessageEvent)) return;
      const answer = event.data as Answer;
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    });
    worker.addEventListener('error', settleAll);
    return worker;
  };

  return {
    isPossible: () => !hasFailed,
    async ask(question, signal) {
      if (hasFailed) return null;
      serial += 1;
      const id = serial;
      const asked = startOnce();
      const giveUp = (): void => {
        if (withdraw) asked.postMessage(withdraw(id));
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      try {
        return await new Promise<Answer | null>((resolve) => {
          waiting.set(id, resolve);
          asked.postMessage({ ...question, id });
        });
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    },
  };
};
