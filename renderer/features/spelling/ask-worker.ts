/** Asks the worker that spells. */
import { type AskedWorker, createWorkerAsker } from '#renderer/rpc/worker-asker.ts';
import type { Answer, Question } from './messages.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';

export type SpellingWorker = {
  /** Which of these words are misspelt; null when the worker cannot be had. */
  findMisspelt(words: readonly string[], variant: Variant): Promise<ReadonlySet<string> | null>;
  /** What may have been meant; null when the worker cannot be had. */
  suggest(word: string, variant: Variant): Promise<readonly string[] | null>;
};

type Asked = Question extends infer Each
  ? Each extends Question
    ? Omit<Each, 'id'>
    : never
  : never;

/** @param start makes the worker; called once, by the first question */
export function createSpellingWorker(start: () => AskedWorker): SpellingWorker {
  const { ask } = createWorkerAsker<Asked, Answer>(start);
  return {
    async findMisspelt(words, variant) {
      const answer = await ask({ kind: 'check', words, variant });
      return answer && new Set(answer.words);
    },
    suggest: async (word, variant) =>
      (await ask({ kind: 'suggest', word, variant }))?.words ?? null,
  };
}
