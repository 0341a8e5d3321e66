import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareGoal, sumGoals } from '#main/book/word-goals.ts';
import { maxWordGoal } from '#shared/domain/days.ts';

const goals = fc.integer({ min: 1, max: maxWordGoal });
const words = fc.record({
  first: fc.integer({ min: 0, max: 200_000 }),
  rest: fc.integer({ min: 0, max: 200_000 }),
});

describe('the goal of a chapter that is split or merged [W1 W3]', () => {
  it('is shared by the words of the parts, in hundreds where it is in hundreds', () => {
    expect(shareGoal(3_000, { first: 1_437, rest: 1_500 })).toEqual({ first: 1_500, rest: 1_500 });
    expect(shareGoal(3_000, { first: 2_000, rest: 700 })).toEqual({ first: 2_200, rest: 800 });
    expect(shareGoal(555, { first: 100, rest: 100 })).toEqual({ first: 278, rest: 277 });
  });

  it('stays with the first where nothing was written behind, and nobody has one where there was none', () => {
    expect(shareGoal(3_000, { first: 900, rest: 0 })).toEqual({ first: 3_000, rest: null });
    expect(shareGoal(3_000, { first: 0, rest: 0 })).toEqual({ first: 3_000, rest: null });
    expect(shareGoal(3_000, { first: 0, rest: 900 })).toEqual({ first: null, rest: 3_000 });
    expect(shareGoal(null, { first: 900, rest: 900 })).toEqual({ first: null, rest: null });
  });

  it('is no more and no less in all, whatever is split, and a merge gives it back', () => {
    fc.assert(
      fc.property(goals, words, (goal, counts) => {
        const { first, rest } = shareGoal(goal, counts);
        expect((first ?? 0) + (rest ?? 0)).toBe(goal);
        expect([first, rest].every((part) => part === null || part >= 1)).toBe(true);
        expect(sumGoals([first, rest])).toBe(goal);
      }),
    );
  });

  it('is what those say that say one, as far as a goal goes', () => {
    expect(sumGoals([null, null])).toBeNull();
    expect(sumGoals([2_000, null, 500])).toBe(2_500);
    expect(sumGoals([maxWordGoal, 1])).toBe(maxWordGoal);
  });
});
