import { expect, it } from 'vitest';
import { createMemory } from '#main/services/retrieval/remember.ts';

it('answers an equal question once, until the index changes or it is pushed out', () => {
  const memory = createMemory<number>(2);
  let made = 0;
  const ask = (generation: number, question: string): number =>
    memory.answer(generation, question, () => ++made);
  expect([ask(1, 'a'), ask(1, 'b'), ask(1, 'a')]).toEqual([1, 2, 1]);
  expect(ask(1, 'c')).toBe(3);
  expect(ask(1, 'a')).toBe(4);
  expect(ask(2, 'c')).toBe(5);
});
