/** Asks the worker that spells, which is started by the first question and remembers what it was asked. */

import type { Answer, Question } from './messages.ts';
import type { Variant } from './speller.ts';

export type SpellingWorker = {
  /** Which of these words are misspelt; null when the worker cannot be had. */
  findMisspelt(words: readonly string[], variant: Variant): Promise<ReadonlySet<string> | null>;
  /** What may have been meant; nothing when the worker cannot be had. */
  suggest(word: string, variant: Variant): Promise<readonly string[]>;
};

type Waiting = (words: readonly string[] | null) => void;
type Asked = Question extends infer Each
  ? Each extends Question
    ? Omit<Each, 'id'>
    : never
  : never;

/** @param start makes the worker; called once, by the first question */
export function createSpellingWorker(start: () => Worker): SpellingWorker {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let hasFailed = false;
  let serial = 0;

  const settleAll = (): void => {
    hasFailed = true;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };

  const workerNow = (): Worker => {
    if (worker !== null) return worker;
    worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      waiting.get(data.id)?.(data.words);
      waiting.delete(data.id);
    });
    worker.addEventListener('error', settleAll);
    return worker;
  };

  const ask = (question: Asked): Promise<readonly string[] | null> => {
    if (hasFailed) return Promise.resolve(null);
    serial += 1;
    const id = serial;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      workerNow().postMessage({ ...question, id } satisfies Question);
    });
  };

  return {
    async findMisspelt(words, variant) {
      const misspelt = await ask({ kind: 'check', words, variant });
      return misspelt === null ? null : new Set(misspelt);
    },
    suggest: async (word, variant) => (await ask({ kind: 'suggest', word, variant })) ?? [],
  };
}
