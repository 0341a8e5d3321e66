import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Usage } from '#shared/domain/run.ts';
import { isUntold, noUsage, nothingSpent, withSpent } from '#shared/usage-sum.ts';

const tokens = fc.option(fc.nat({ max: 100_000 }));
const usages = fc.array(
  fc
    .record({ inputTokens: tokens, outputTokens: tokens })
    .map((told): Usage => ({ ...noUsage, ...told })),
  { maxLength: 6 },
);

describe('what several requests took together [N12]', () => {
  it('is the sum of what was told, and at least that where one was not told or broke off', () => {
    fc.assert(
      fc.property(usages, usages, fc.boolean(), (earlier, later, isBroken) => {
        const spent = withSpent(withSpent(nothingSpent, earlier), later, isBroken);
        const all = [...earlier, ...later];
        const sum = all.reduce((total, { outputTokens }) => total + (outputTokens ?? 0), 0);
        expect(spent.outputTokens ?? 0).toBe(sum);
        expect(spent.isLeast).toBe(isBroken || all.some(isUntold));
        expect(withSpent(spent, [])).toEqual(spent);
      }),
    );
  });
});
