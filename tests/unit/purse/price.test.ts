import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Prices } from '#shared/domain/model-profile.ts';
import {
  fromMicros,
  microsFor,
  moneyFor,
  maxMicrosFor,
  picosFor,
  splitTokens,
  toMicros,
} from '#shared/price.ts';

const count = fc.integer({ min: 0, max: 10_000_000 });
/** As somebody writes it: at most six decimals. */
const price = fc.integer({ min: 0, max: 2_000_000_000 }).map((digits) => digits / 1_000_000);
const prices: fc.Arbitrary<Prices> = fc.record(
  {
    currency: fc.constant('¥'),
    input: price,
    cachedInput: price,
    cacheWrite: price,
    output: price,
  },
  { requiredKeys: ['currency', 'input', 'output'] },
);
const tokens = fc.record({ fresh: count, cached: count, written: count, output: count });

/** The same by digits, without a float: micros of a million tokens, for a price that is written out. */
const digitsOf = (written: number): bigint => {
  const [whole = '0', decimals = ''] = written.toFixed(6).split('.');
  return BigInt(whole + decimals);
};

describe('what tokens cost', () => {
  it('is exact to the last digit, and rounded up to whole millionths (property) [N12]', () => {
    fc.assert(
      fc.property(tokens, prices, (taken, at) => {
        const exact =
          BigInt(taken.fresh) * digitsOf(at.input) +
          BigInt(taken.cached) * digitsOf(at.cachedInput ?? at.input) +
          BigInt(taken.written) * digitsOf(at.cacheWrite ?? at.input) +
          BigInt(taken.output) * digitsOf(at.output);
        expect(picosFor(taken, at)).toBe(exact);
        const micros = BigInt(microsFor(taken, at));
        expect(micros * 1_000_000n >= exact && (micros - 1n) * 1_000_000n < exact).toBe(true);
      }),
    );
  });

  it('is never more than what was forecast for as many tokens, whatever a cache did (property) [N12]', () => {
    fc.assert(
      fc.property(tokens, prices, (taken, at) => {
        const input = taken.fresh + taken.cached + taken.written;
        const max = maxMicrosFor({ input, output: taken.output }, at);
        expect(microsFor(taken, at)).toBeLessThanOrEqual(max);
      }),
    );
  });

  it('splits a report without losing or making a token (property) [N12]', () => {
    fc.assert(
      fc.property(count, fc.option(count), fc.option(count), count, (input, cached, write, out) => {
        const split = splitTokens({
          inputTokens: input,
          cachedInputTokens: cached,
          cacheWriteTokens: write,
          outputTokens: out,
        });
        expect(split.fresh + split.cached + split.written).toBe(input);
        expect(Math.min(split.fresh, split.cached, split.written)).toBeGreaterThanOrEqual(0);
        expect(split.output).toBe(out);
      }),
    );
  });

  it('reads money as it is written and gives it back (property) [N12]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000_000 }), (micros) => {
        expect(toMicros(fromMicros(micros))).toBe(micros);
      }),
    );
    expect(
      moneyFor(
        { fresh: 3, cached: 0, written: 0, output: 1 },
        {
          currency: '$',
          input: 0.1,
          output: 0.3,
        },
      ),
    ).toBe(0.000_000_6);
  });
});
