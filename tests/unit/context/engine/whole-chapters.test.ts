import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cacheMarksOf } from '#main/context/engine/cache-marks.ts';
import { firstThatGoes } from '#main/context/engine/fit-chapters.ts';
import { forecastCache } from '#main/context/engine/forecast.ts';
import { sha256 } from '#main/context/engine/prefix.ts';
import { createChapterMemory } from '#main/context/engine/prepared-chapter.ts';
import { templatesFor } from '#main/context/engine/prompt-templates.ts';
import type { Segment } from '#shared/domain/assembly.ts';
import { roomForChapters } from '#shared/whole-chapters.ts';

const sum = (costs: readonly number[]): number => costs.reduce((all, cost) => all + cost, 0);
const costsOf = fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 150 });
const room = fc.integer({ min: 0, max: 500_000 });

describe('which chapters go where not all fit [E2]', () => {
  it('leaves everything else what a usual request has, or half of a smaller one', () => {
    expect(roomForChapters(1_000_000)).toBe(936_000);
    expect(roomForChapters(64_000)).toBe(32_000);
    expect(roomForChapters(0)).toBe(0);
  });

  it('never takes more than the room, leaves nothing out that fits whole, and wastes no more than a block and a chapter (property)', () => {
    fc.assert(
      fc.property(costsOf, room, (costs, max) => {
        const first = firstThatGoes(costs, max, null);
        expect(sum(costs.slice(first))).toBeLessThanOrEqual(max);
        if (sum(costs) <= max) expect(first).toBe(0);
        const longest = Math.max(0, ...costs);
        if (first > 0) {
          expect(sum(costs.slice(first))).toBeGreaterThan(max - max / 8 - 2 * longest - 1);
        }
      }),
    );
  });

  it('moves the first chapter back never, and on in blocks, as a book grows (property)', () => {
    fc.assert(
      fc.property(costsOf, fc.integer({ min: 60_000, max: 300_000 }), (costs, max) => {
        let before: number | null = null;
        let moves = 0;
        for (let length = 1; length <= costs.length; length += 1) {
          const first = firstThatGoes(costs.slice(0, length), max, before);
          expect(first).toBeGreaterThanOrEqual(before ?? 0);
          if (before !== null && first > before) moves += 1;
          before = first;
        }
        expect(moves).toBeLessThanOrEqual(Math.ceil(sum(costs) / (max / 8)) + 1);
      }),
    );
  });

  it('keeps the first chapter where counts drift and it still fits, but not for ever (property)', () => {
    fc.assert(
      fc.property(
        costsOf,
        room,
        fc.double({ min: 0.99, max: 1.01, noNaN: true }),
        (costs, max, drift) => {
          const first = firstThatGoes(costs, max, null);
          fc.pre(first > 0 && first < costs.length);
          const drifted = costs.map((cost) => Math.ceil(cost * drift));
          const next = firstThatGoes(drifted, max, first);
          if (sum(drifted.slice(first)) > max || sum(drifted) <= max) return;
          // Only what is more than may stay unused comes back at once.
          const idle = sum(drifted.slice(next, first));
          const unused = 2 * Math.max(1, Math.floor(max / 8));
          expect(next === first || idle > unused).toBe(true);
        },
      ),
    );
    const even = Array.from({ length: 100 }, () => 1000);
    expect(firstThatGoes(even, 40_000, 62)).toBe(62);
    expect(firstThatGoes(even, 40_000, 90)).toBeLessThan(70);
  });
});

const segment = (itemId: string | null, text: string, tokenCount = text.length): Segment => ({
  ...{ kind: itemId === null ? 'frame' : 'item', layer: 'retrieved', itemId, text, tokenCount },
});
const isChapter = (id: string): boolean => id.startsWith('chapter');
const promptOf = (chapters: number, rest = 'rest'): Segment[] => [
  segment('rule', 'rules'),
  ...Array.from({ length: chapters }, (_, index) =>
    segment(`chapter${index}`, `text of ${index}.`),
  ),
  segment('before', rest),
];
const marksOf = (segments: readonly Segment[]): number[] =>
  cacheMarksOf(segments, 5, { isChapter, isNearSynopsis: () => false });

describe('marks for a provider’s cache [E2] [S3-19]', () => {
  it('stand behind Rules and Settings, half of the chapters, all but the last, and all of them', () => {
    const segments = promptOf(10);
    const endOf = (count: number): number =>
      segments.slice(0, count + 1).reduce((length, { text }) => length + text.length, 0);
    expect(marksOf(segments)).toEqual([5, endOf(8), endOf(9), endOf(10)]);
    expect(marksOf(promptOf(0))).toEqual([5]);
    expect(marksOf(promptOf(1))).toHaveLength(2);
  });

  it('are four at most, each the end of a part, and the one before the last is the last of a chapter earlier (property)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), (chapters) => {
        const marks = marksOf(promptOf(chapters));
        expect(marks.length).toBeLessThanOrEqual(4);
        expect(marks).toContain(marksOf(promptOf(chapters - 1)).at(-1));
      }),
    );
  });
});

const prices = { currency: '¥', input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 8 };
const forecast = (
  segments: readonly Segment[],
  sent: readonly Segment[] | null,
  cache: 'automatic' | 'marked' | 'none',
  sentAt: number | null = 1_000_000,
) =>
  forecastCache(
    { segments, systemTokens: 7, cacheMarks: marksOf(segments) },
    sent && { assemblyId: 'a', segmentHashes: sent.map(({ text }) => sha256(text)), sentAt },
    (id) => id,
    { prices, cache, now: 1_000_000 + 4 * 60_000 },
  );

describe('the forecast of a request with the whole book [E2] [N5]', () => {
  const segments = promptOf(10, 'a rest that nobody sent before');
  const all = 7 + sum(segments.map(({ tokenCount }) => tokenCount));
  const stable = all - (segments.at(-1)?.tokenCount ?? 0);

  it('says what the first and the next one cost, before anything was sent', () => {
    const first = forecast(segments, null, 'automatic');
    expect(first).toMatchObject({ cachedTokens: 0, freshTokens: all, stableTokens: stable });
    expect(first.cost).toBeCloseTo((all * 2) / 1e6, 12);
    expect(first.firstCost).toBe(first.cost);
    expect(first.nextCost).toBeCloseTo((stable * 0.2 + (all - stable) * 2) / 1e6, 12);
    const marked = forecast(segments, null, 'marked');
    expect(marked.firstCost).toBeCloseTo((stable * 2.5 + (all - stable) * 2) / 1e6, 12);
    expect(marked.nextCost).toBeCloseTo((stable * 0.2 + (all - stable) * 2) / 1e6, 12);
    const none = forecast(segments, segments, 'none');
    expect(none).toMatchObject({ cachedTokens: 0, firstCost: none.nextCost });
  });

  it('counts nothing as served once the provider need not keep it any more', () => {
    for (const sentAt of [null, 1_000_000 - 2 * 60_000]) {
      const old = forecast(segments, segments, 'automatic', sentAt);
      expect(old).toMatchObject({ hasExpired: true, cachedTokens: 0, freshTokens: all });
      expect(old.cost).toBe(old.firstCost);
    }
    expect(forecast(segments, segments, 'automatic').hasExpired).toBe(false);
    expect(forecast(segments, null, 'automatic', null).hasExpired).toBe(false);
  });

  it('counts as served what is as before, up to a mark where the provider must be told', () => {
    const sent = promptOf(10, 'another rest');
    expect(forecast(segments, sent, 'automatic').cachedTokens).toBe(stable);
    expect(forecast(segments, sent, 'marked').cachedTokens).toBe(stable);
    const edited = sent.map((one) =>
      one.itemId === 'chapter8' ? segment('chapter8', 'edited') : one,
    );
    const upTo = (count: number): number =>
      7 + sum(segments.slice(0, count + 1).map(({ tokenCount }) => tokenCount));
    expect(forecast(segments, edited, 'automatic').cachedTokens).toBe(upTo(8));
    expect(forecast(segments, edited, 'marked').cachedTokens).toBe(upTo(8));
    const early = sent.map((one) =>
      one.itemId === 'chapter3' ? segment('chapter3', 'edited') : one,
    );
    expect(forecast(segments, early, 'automatic').cachedTokens).toBe(upTo(3));
    expect(forecast(segments, early, 'marked').cachedTokens).toBe(upTo(0));
  });
});

describe('a chapter made ready [E2]', () => {
  const names = ['暗号', '铜锣'] as const;
  const findNames = (text: string) =>
    names.flatMap((name) =>
      [...text.matchAll(new RegExp(name, 'gu'))].map(({ index }) => ({
        ...{ entityId: name, name, start: index, end: index + name.length },
      })),
    );
  const paragraph = fc.constantFrom(
    '他走了。',
    '井里是暗号。',
    '铜锣响了。',
    '暗号和铜锣。',
    '',
    '  ',
    '# 题',
  );
  const texts = fc
    .array(fc.tuple(paragraph, fc.constantFrom('\n', '\n\n')), { maxLength: 12 })
    .map((parts) => parts.flat().join(''));

  it('holds no hidden name, all paragraphs without one, and the very same text the next time (property)', () => {
    fc.assert(
      fc.property(texts, fc.subarray([...names]), (text, hiddenNames) => {
        const prepare = createChapterMemory();
        const hidden = new Set<string>(hiddenNames);
        const placesIn = (searched: string) =>
          findNames(searched).filter(({ entityId }) => hidden.has(entityId));
        const mentionedIn = (searched: string) => placesIn(searched).length > 0;
        const codex = {};
        const chapter = { documentId: 'd', version: 'v', text, title: '题' };
        const ask = () =>
          prepare(chapter, templatesFor('zh-CN'), {
            ...{ forbidden: { hidden, mentionedIn, placesIn }, names: codex, findNames },
          });
        const first = ask();
        expect(mentionedIn(first.body)).toBe(false);
        expect(first.isPart).toBe(mentionedIn(text));
        if (!first.isPart && text.trim() !== '') expect(first.body).toContain(text.trim());
        expect(ask().item).toBe(first.item);
      }),
    );
  });
});
