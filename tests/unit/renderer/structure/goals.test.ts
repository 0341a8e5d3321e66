import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmptyChapter } from '#renderer/app/empty-chapter.ts';
import { readGoal } from '#renderer/app/word-goal.ts';
import {
  aimOf,
  bookAim,
  countedStatuses,
  reachedShare,
  sumOf,
} from '#renderer/features/structure/goals.ts';
import { ChapterStatus } from '#shared/domain/project.ts';
import { aChapter } from '#tests/helpers/assembly-input.ts';

const goals = fc.option(fc.integer({ min: 1, max: 100_000_000 }), { nil: null });
const chapters = fc
  .array(
    fc.record({
      wordCount: fc.integer({ min: 0, max: 500_000 }),
      wordGoal: goals,
      status: fc.constantFrom(null, ...ChapterStatus.options),
      modifiedAt: fc.integer({ min: 1, max: 2_000_000_000_000 }),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((one, at) => aChapter(at + 1, one)));

const sceneOf = (wordGoal: number | null) => ({
  ...{ start: 0, end: 1, words: 1, opening: '雪' },
  facts: {
    ...{ sceneId: 's', status: null, synopsis: '', pointOfViewEntityId: null, opening: '雪' },
    wordGoal,
  },
});

describe('what a chapter is meant to have [W1 W3]', () => {
  it('is its own goal, else what its scenes come to if each has one, else what the book says', () => {
    const chapter = aChapter(1);
    const scenes = [sceneOf(1_000), sceneOf(500)];
    expect(aimOf({ ...chapter, wordGoal: 3_000 }, scenes, 2_000)).toEqual({
      ...{ goal: 3_000, isOwn: true },
    });
    expect(aimOf(chapter, scenes, 2_000)).toEqual({ goal: 1_500, isOwn: false });
    expect(aimOf(chapter, [...scenes, sceneOf(null)], 2_000).goal).toBe(2_000);
    expect(aimOf(chapter, [], null)).toEqual({ goal: null, isOwn: false });
    expect(aimOf(chapter, undefined, null).goal).toBeNull();
  });

  it('is typed in digits of either width, and nothing else is a number of words', () => {
    expect(['', ' ', '3000', '3,000', '3，000', '３０００ ', '1'].map(readGoal)).toEqual([
      ...[null, null, 3_000, 3_000, 3_000, 3_000, 1],
    ]);
    for (const text of ['0', '-3', '2.5', '三千', '1e3', '100000001', '∞', '9'.repeat(40)]) {
      expect(readGoal(text)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (goal) => {
        expect(readGoal(goal.toLocaleString('en'))).toBe(goal);
      }),
    );
  });

  it('is in groups of three, or of four as Chinese counts: what was typed behind a number is no larger one [W3]', () => {
    expect(['12,0000', '120 000', '1,200,000'].map(readGoal)).toEqual([
      ...[120_000, 120_000, 1_200_000],
    ]);
    const none = ['1,5002000', '1,50', ',500', '1,500,', '1,2,3'];
    expect(none.map(readGoal)).toEqual(none.map(() => undefined));
  });

  it('fills its bar and no more', () => {
    expect([reachedShare(0, 10), reachedShare(5, 10), reachedShare(50, 10)]).toEqual([0, 0.5, 1]);
  });
});

describe('what chapters come to [W1 W3]', () => {
  const sum = (all: ReturnType<typeof aChapter>[]) => sumOf(all, ({ wordGoal }) => wordGoal);

  it('is the same in one go and part by part', () => {
    fc.assert(
      fc.property(chapters, fc.nat(40), (all, at) => {
        const [whole, one, other] = [sum(all), sum(all.slice(0, at)), sum(all.slice(at))];
        for (const key of ['chapters', 'words', 'aimed', 'aimedWords'] as const) {
          expect(whole[key]).toBe(one[key] + other[key]);
        }
        expect(whole.goal ?? 0).toBe((one.goal ?? 0) + (other.goal ?? 0));
        for (const status of ChapterStatus.options) {
          expect(whole.statuses[status]).toBe(one.statuses[status] + other.statuses[status]);
        }
        expect(whole.changedAt ?? 0).toBe(Math.max(one.changedAt ?? 0, other.changedAt ?? 0));
        expect(whole.goal === null).toBe(whole.aimed === 0);
      }),
    );
  });

  it('names how many have come how far, the farthest first, and not what nobody said', () => {
    const all = (['draft', null, 'done', 'draft'] as const).map((status, at) =>
      aChapter(at + 1, { status }),
    );
    expect(countedStatuses(sum(all))).toEqual([
      { status: 'done', count: 1 },
      { status: 'draft', count: 2 },
    ]);
  });

  it('has no last change where nothing stands in them but titles', () => {
    const empty = aChapter(1, { title: '第十二章 退潮', wordCount: 6, modifiedAt: 900 });
    expect([isEmptyChapter(empty), isEmptyChapter({ ...empty, wordCount: 7 })]).toEqual([
      ...[true, false],
    ]);
    expect(sum([empty]).changedAt).toBeNull();
    const written = aChapter(2, { wordCount: 900, modifiedAt: 700 });
    expect(sum([empty, written]).changedAt).toBe(700);
  });
});

describe('what is still to be written of a book [W3]', () => {
  const sumWith = (all: { wordCount: number; wordGoal: number | null }[]) =>
    sumOf(
      all.map((one, at) => aChapter(at + 1, one)),
      ({ wordGoal }) => wordGoal,
    );

  it('goes by the goal of the book, else by those of its chapters, and is not told without one', () => {
    const all = sumWith([
      { wordCount: 900, wordGoal: 1_000 },
      { wordCount: 50, wordGoal: 500 },
    ]);
    expect(bookAim(all, 5_000)).toEqual({ goal: 5_000, left: 4_050, aimed: null });
    expect(bookAim(all, null)).toEqual({ goal: 1_500, left: 550, aimed: null });
    expect(bookAim(sumWith([{ wordCount: 900, wordGoal: null }]), null)).toBeNull();
    expect(bookAim(sumWith([]), null)).toBeNull();
  });

  it('does not count the words of chapters without a goal for those with one', () => {
    const some = sumWith([
      { wordCount: 900, wordGoal: null },
      { wordCount: 50, wordGoal: 500 },
    ]);
    expect(bookAim(some, null)).toEqual({ goal: 500, left: 450, aimed: 1 });
  });

  it('is never less than nothing', () => {
    fc.assert(
      fc.property(chapters, goals, (all, perBook) => {
        const aim = bookAim(sum(all), perBook);
        if (aim === null) return;
        expect(aim.left).toBeGreaterThanOrEqual(0);
        expect(aim.left).toBeLessThanOrEqual(aim.goal);
      }),
    );
    function sum(all: ReturnType<typeof aChapter>[]) {
      return sumOf(all, ({ wordGoal }) => wordGoal);
    }
  });
});
