/** Answers to the last questions, oldest out first; all are forgotten when the index changes. */
export type Memory<T> = {
  /** The remembered answer, or the one `make` gives now. */
  answer(generation: number, question: string, make: () => T): T;
  clear(): void;
};

export const createMemory = <T>(size: number): Memory<T> => {
  const answers = new Map<string, T>();
  let current = -1;
  return {
    answer(generation, question, make) {
      if (generation !== current) {
        answers.clear();
        current = generation;
      }
      const known = answers.get(question);
      if (known !== undefined) return known;
      const made = make();
      answers.set(question, made);
      const oldest = answers.keys().next();
      if (answers.size > size && !oldest.done) answers.delete(oldest.value);
      return made;
    },
    clear: () => answers.clear(),
  };
};
