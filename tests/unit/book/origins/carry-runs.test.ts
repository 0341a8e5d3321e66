import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryFromAll, carryRuns } from '#main/book/origins/carry-runs.ts';
import { countOrigins } from '#main/book/origins/count-origins.ts';
import { followMove } from '#main/book/origins/follow-move.ts';
import { joinMove, reverseMove } from '#main/book/text-move.ts';
import { keptStretches } from '#main/book/origins/kept-stretches.ts';
import type { OriginCode, OriginRuns } from '#shared/domain/origins.ts';
import {
  changeRuns,
  fillUnknown,
  joinRuns,
  lengthOfRuns,
  runsOf,
  sliceRuns,
} from '#shared/origin-runs.ts';

const code: fc.Arbitrary<OriginCode> = fc.constantFrom(
  'typed',
  'pasted',
  'imported',
  'unknown',
  'model:one',
);
const piece = fc.constantFrom(
  '林远',
  '走了。',
  'a',
  ' ',
  '\n',
  '\n\n',
  '𠀀',
  '👩‍🚀',
  'the sea. ',
  '雪',
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const runsFor = (length: number): fc.Arbitrary<OriginRuns> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 9 }), code), { maxLength: 30 })
    .map((runs) => joinRuns(sliceRuns([...runs, [length, 'unknown'] as const], 0, length)));
const known = text.chain((words) => runsFor(words.length).map((runs) => ({ text: words, runs })));

/** One letter for each unit. */
const unitsOf = (runs: OriginRuns): OriginCode[] =>
  runs.flatMap(([length, one]) => Array.from({ length }, () => one));

describe('origins that are carried to another text [N14]', () => {
  it('are as long as it, tell of nothing that they did not know, and keep what stayed with its own words', () => {
    fc.assert(
      fc.property(known, text, (before, after) => {
        const carried = carryRuns(before, after);
        expect(lengthOfRuns(carried)).toBe(after.length);
        const [was, now] = [unitsOf(before.runs), unitsOf(carried)];
        const stayed = new Set<number>();
        for (const kept of keptStretches(before.text, after)) {
          const words = after.slice(kept.after, kept.after + kept.length);
          expect(words).toBe(before.text.slice(kept.before, kept.before + kept.length));
          expect(words.isWellFormed()).toBe(true);
          for (let at = 0; at < kept.length; at += 1) {
            expect(now[kept.after + at]).toBe(was[kept.before + at]);
            stayed.add(kept.after + at);
          }
        }
        now.forEach((one, at) => {
          expect(stayed.has(at) || one === 'unknown').toBe(true);
        });
      }),
    );
  });

  it('keep as much as stands before and behind one edit, and all where nothing was edited', () => {
    fc.assert(
      fc.property(known, text, fc.nat(), fc.nat(), (before, put, a, b) => {
        const [from = 0, to = 0] = [a, b]
          .map((one) => one % (before.text.length + 1))
          .toSorted((x, y) => x - y);
        const after = before.text.slice(0, from) + put + before.text.slice(to);
        const kept = keptStretches(before.text, after).reduce((sum, { length }) => sum + length, 0);
        // Half a character at either end is not kept without its other half.
        expect(kept).toBeGreaterThanOrEqual(from + before.text.length - to - 2);
        expect(carryRuns(before, before.text)).toEqual(before.runs);
      }),
    );
  });

  it('take nothing from words that only begin alike in a passage that was written anew', () => {
    const before = { text: 'He went home by the sea.', runs: runsOf(24, 'typed') };
    const after = 'Nobody here was ever seen again.';
    const told = carryRuns(before, after).filter(([, one]) => one !== 'unknown');
    expect(told).toEqual([[1, 'typed']]);
  });

  it('find a paragraph that came to stand between others, however short it is', () => {
    const mine = { text: '# 一\n\n她在岸上等。\n\n灯还亮着。\n', runs: runsOf(20, 'typed') };
    const both = '# 一\n\n船靠了岸。\n\n她在岸上等。\n\n雨停了。\n\n灯还亮着。\n';
    const carried = unitsOf(carryRuns(mine, both));
    const at = both.indexOf('她在岸上等。');
    expect(new Set(carried.slice(at, at + 6))).toEqual(new Set(['typed']));
    expect(carried[both.indexOf('雨')]).toBe('unknown');
  });

  it('find each paragraph of a text that holds two edits with the one it came from', () => {
    const known: OriginRuns = [
      [5, 'typed'],
      [12, 'unknown'],
    ];
    const mine = { text: 'one!\n\ntwo\n\nthree\n', runs: known };
    const file = { text: 'one\n\ntwo\n\nthree, too\n', runs: runsOf(21, 'imported') };
    expect(carryFromAll([mine, file], 'one!\n\ntwo\n\nthree, too\n')).toEqual([
      [5, 'typed'],
      [17, 'imported'],
    ]);
  });
});

describe('runs [N14]', () => {
  it('are cut, joined and changed unit by unit as a list of units would be', () => {
    fc.assert(
      fc.property(known, fc.nat(), fc.nat(), fc.nat(9), code, ({ runs }, a, b, inserted, one) => {
        const units = unitsOf(runs);
        const [from = 0, to = 0] = [a, b]
          .map((at) => at % (units.length + 1))
          .toSorted((x, y) => x - y);
        expect(unitsOf(sliceRuns(runs, from, to))).toEqual(units.slice(from, to));
        const put = Array.from({ length: inserted }, () => one);
        const changed = changeRuns(runs, [{ from, to, inserted }], one);
        expect(unitsOf(changed)).toEqual(units.toSpliced(from, to - from, ...put));
        const filled = unitsOf(fillUnknown(runs, runsOf(units.length, one)));
        expect(filled).toEqual(units.map((unit) => (unit === 'unknown' ? one : unit)));
      }),
    );
  });

  it('go with their text through a merge and its undo, gaps being the writer’s', () => {
    fc.assert(
      fc.property(fc.array(known, { minLength: 2, maxLength: 5 }), (chapters) => {
        const parts: { documentId: string; text: string; version: string; start: number }[] = [];
        let whole = '';
        chapters.forEach((chapter, index) => {
          if (index > 0) whole += '\n\n';
          const [documentId, version] = [`chapter${index}`, `version${index}`];
          parts.push({ documentId, version, text: chapter.text, start: whole.length });
          whole += chapter.text;
        });
        const side = { documentId: 'chapter0', text: whole, version: 'whole' };
        const noted = new Map(chapters.map(({ runs }, index) => [`version${index}`, runs]));
        const find = ({ version }: { version: string }) => noted.get(version) ?? null;
        const move = joinMove('book', side, parts);
        const [joined] = followMove(move, find);
        expect(lengthOfRuns(joined?.runs ?? [])).toBe(whole.length);
        noted.set('whole', joined?.runs ?? []);
        const parted = followMove(reverseMove(move), find);
        expect(parted.map(({ runs }) => joinRuns(runs))).toEqual(chapters.map(({ runs }) => runs));
      }),
    );
  });

  it('count each character once, white space never', () => {
    const runs: OriginRuns = [
      [4, 'typed'],
      [3, 'model:a'],
      [2, 'model:b'],
      [2, 'unknown'],
    ];
    const { counts, accepted } = countOrigins('𠀀 a雪 b\n\nc.', runs);
    expect(counts).toEqual({ typed: 2, pasted: 0, model: 2, imported: 0, unknown: 2 });
    expect([...accepted]).toEqual([['a', 2]]);
  });
});
