import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCorrectedCounter } from '#main/ai/runs/calibration/counter.ts';
import {
  fitCorrection,
  predictTokens,
  quantile,
  type Sample,
} from '#main/ai/runs/calibration/fit.ts';
import {
  type ByKind,
  countByKind,
  splitTokens,
  sumOf,
  weighKinds,
} from '#main/ai/runs/calibration/scripts.ts';
import { createTokens } from '#main/context/tokens/index.ts';

/** Calls to a model whose true ratios are known, each off by up to `noise`. */
const calls = (
  count: number,
  truth: { ratios: ByKind; overhead: number },
  noise: number,
  random: () => number,
): Sample[] =>
  Array.from({ length: count }, () => {
    const total = 2000 + random() * 6000;
    const part = random();
    const han = total * part;
    const counts = {
      han,
      characters: han * (1.25 + random() * 0.15),
      marks: total * (0.04 + random() * 0.08),
      other: total * (1 - part),
    };
    const exact = weighKinds(counts, truth.ratios) + truth.overhead;
    return { counts, reported: Math.round(exact * (1 + (random() * 2 - 1) * noise)) };
  });

const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const truths = fc.record({
  ratios: fc.record({
    han: fc.double({ min: 0.5, max: 2, noNaN: true }),
    characters: fc.constantFrom(0, 0.3, 1),
    marks: fc.double({ min: 0.5, max: 3, noNaN: true }),
    other: fc.double({ min: 0.7, max: 1.6, noNaN: true }),
  }),
  overhead: fc.integer({ min: 0, max: 40 }),
});

describe('calibration (N7)', () => {
  it('after 20 calls the held-out error is at most 3 % at p95 (property) [N7]', () => {
    fc.assert(
      fc.property(truths, fc.integer(), (truth, seed) => {
        const random = randomFrom(seed);
        const correction = fitCorrection(calls(20, truth, 0.006, random));
        if (!correction) throw new Error('20 calls are enough');
        const errors = calls(200, truth, 0.006, random).map((call) =>
          Math.abs(predictTokens(call.counts, correction) / call.reported - 1),
        );
        expect(quantile(errors, 0.95)).toBeLessThanOrEqual(0.03);
      }),
      { numRuns: 200 },
    );
  });

  it('the upper bound lies above nearly all calls (property) [N7]', () => {
    const shares: number[] = [];
    fc.assert(
      fc.property(truths, fc.integer(), (truth, seed) => {
        const random = randomFrom(seed);
        const correction = fitCorrection(calls(20, truth, 0.006, random));
        if (!correction) throw new Error('20 calls are enough');
        const under = calls(200, truth, 0.006, random).filter(
          (call) => predictTokens(call.counts, correction) * correction.upper < call.reported,
        );
        // Twenty calls may mislead about one tokenizer, hardly about many.
        expect(under.length / 200).toBeLessThanOrEqual(0.3);
        shares.push(under.length / 200);
      }),
      { numRuns: 200 },
    );
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.05);
  });

  it('a few absurd reports do not move it [N7]', () => {
    const random = randomFrom(7);
    const good = calls(
      20,
      { ratios: { han: 1.2, characters: 0, marks: 1, other: 0.95 }, overhead: 8 },
      0.005,
      random,
    );
    const bad = good.slice(0, 3).map((call) => ({ ...call, reported: call.reported * 2 }));
    const correction = fitCorrection([...good, ...bad]);
    if (!correction) throw new Error('23 calls are enough');
    for (const { counts, reported } of good) {
      expect(predictTokens(counts, correction) / reported).toBeCloseTo(1, 1);
    }
  });

  it('says nothing from two calls, and keeps what a script it never met is counted at', () => {
    const random = randomFrom(3);
    const truth = { ratios: { han: 1.5, characters: 0, marks: 1, other: 1 }, overhead: 0 };
    expect(fitCorrection(calls(2, truth, 0, random))).toBeNull();
    const onlyHan = calls(20, truth, 0, random).map((call) => ({
      counts: { ...call.counts, marks: 0, other: 0 },
      reported: Math.round(call.counts.han * 1.5),
    }));
    const correction = fitCorrection(onlyHan);
    expect(correction?.ratios.other).toBeCloseTo(1, 1);
  });

  it('corrects an estimate and never an exact count; counts of paragraphs add up', () => {
    const counter = createTokens({ model: 'unknown-model' });
    const exact = createTokens({ encoding: 'o200k_base' });
    const correction = {
      ratios: { han: 1.2, characters: 0, marks: 1, other: 0.9 },
      overhead: 8,
      upper: 1.02,
      samples: 20,
    };
    expect(createCorrectedCounter(exact, correction)).toBe(exact);
    const corrected = createCorrectedCounter(counter, correction);
    const text = '窗外的雪落了一夜。\n\nThe ferry came at last.\n\n林远坐在灯下。';
    const sum = corrected.paragraphs(text).reduce((total, { tokens }) => total + tokens, 0);
    expect(corrected.count(text)).toBe(sum);
    expect(corrected.count('窗外的雪')).toBeGreaterThan(counter.count('窗外的雪'));
    expect(corrected.info()).toMatchObject({ exactness: 'estimate', margin: 0.02 });
    expect(sumOf(countByKind(text, counter))).toBeCloseTo(counter.count(text), 6);
  });

  it('knows which script a text is in', () => {
    const split = (text: string) => splitTokens(text, 10);
    expect(split('窗外的雪落了一夜。')).toEqual({ han: 10, characters: 9, marks: 0, other: 0 });
    expect(split('The ferry came.')).toEqual({ han: 0, characters: 0, marks: 0, other: 10 });
    expect(split('')).toEqual({ han: 0, characters: 0, marks: 0, other: 10 });
    expect(split('“走！”').marks).toBe(5);
    expect(split('窗外的雪 snow fell down here').han).toBeGreaterThan(4);
  });
});
