import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOutOrder } from '#main/book/reports/carry-out-order.ts';
import { loadDictionary } from '#main/book/reports/spelling/dictionary.ts';
import { createProseReader } from '#main/book/reports/read-prose.ts';
import { findEvenRuns } from '#main/book/reports/sections/rhythm.ts';

type Stretch = Parameters<typeof findEvenRuns>[0][number];

const stretchesOf = (lengths: readonly number[]): Stretch[] =>
  lengths.map((length, at) => ({ chapter: 0, start: at, end: at + 1, length }));

/** As one says it: every row is looked at whole, as often as it grows. */
const findPlainly = (sentences: readonly Stretch[]): Stretch[] => {
  const isEven = (row: readonly Stretch[]): boolean => {
    const mean = row.reduce((sum, { length }) => sum + length, 0) / row.length;
    return mean >= 6 && row.every(({ length }) => Math.abs(length - mean) <= 0.2 * mean);
  };
  const found: Stretch[] = [];
  for (let from = 0; from + 6 <= sentences.length; from += 1) {
    let to = from + 6;
    if (!isEven(sentences.slice(from, to))) continue;
    while (to < sentences.length && isEven(sentences.slice(from, to + 1))) to += 1;
    const [first, last] = [sentences[from], sentences[to - 1]];
    if (first && last) found.push({ ...first, end: last.end, length: to - from });
    from = to - 1;
  }
  return found;
};

const report = (text: string) =>
  carryOutOrder(
    {
      chapters: [{ text, known: {} }],
      codex: [],
      watched: [],
      wordList: '',
      spelling: 'both' as const,
      ownWords: [],
    },
    { findNames: () => new Uint32Array(), loadDictionary },
    () => undefined,
  );

describe('the rhythm of a chapter', () => {
  it('has the rows of sentences that are alike, as one would find them one by one [W7]', () => {
    const near = fc.integer({ min: 7, max: 12 });
    const lengths = fc.array(
      fc.oneof({ weight: 6, arbitrary: near }, fc.integer({ min: 1, max: 60 })),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(lengths, (some) => {
        const sentences = stretchesOf(some);
        expect(findEvenRuns(sentences)).toEqual(findPlainly(sentences));
      }),
    );
  });

  it('is told of twenty thousand sentences that are all alike, too [W7]', () => {
    const rhythm = report('他慢慢地走过那条长街。'.repeat(20_000)).sections.find(
      ({ kind }) => kind === 'rhythm',
    );
    const even = rhythm?.lines.find(({ remark }) => remark === 'evenRun');
    expect(even?.figures).toEqual({ sentences: 20_000 });
  });
});

describe('a chapter of marks that never close', () => {
  it('is read through, in one line or in twenty thousand [W7]', () => {
    const readProse = createProseReader();
    expect(readProse('“灯'.repeat(30_000)).speech).toHaveLength(2);
    // Each of them quotes to the end of its line.
    expect(readProse('“灯\n'.repeat(20_000)).speech).toHaveLength(40_000);
    expect(readProse('他走了。\n'.repeat(20_000)).speech).toHaveLength(0);
  });
});
