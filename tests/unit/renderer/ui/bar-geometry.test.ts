import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BarFigures, barGeometry, sharedScale } from '#renderer/ui/bar-geometry.ts';

const count = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(200_000));
const figures: fc.Arbitrary<BarFigures> = fc.record({
  tokens: fc.record({ rules: count, settings: count, retrieved: count, immediate: count }),
  framing: count,
  limit: count,
  dropped: count,
});
const visible = fc.double({ min: 0, max: 0.1, noNaN: true });

const countsOf = ({ tokens, framing = 0, dropped = 0 }: BarFigures) => ({
  ...tokens,
  framing,
  dropped,
});

describe('a bar of layers', () => {
  it('gives every part the length of its figure, on one scale [F6]', () => {
    fc.assert(
      fc.property(figures, visible, count, (bar, min, scale) => {
        const { sent, dropped, limit } = barGeometry({ ...bar, scale }, min);
        const whole = Math.max(scale, sharedScale([bar]), 1);
        const counts = countsOf(bar);
        for (const part of [...sent, ...(dropped ? [dropped] : [])]) {
          expect(part.length * whole).toBeCloseTo(counts[part.name], 4);
        }
        expect(limit * whole).toBeCloseTo(bar.limit, 4);
      }),
    );
  });

  it('shows everything that takes tokens, and nothing else', () => {
    fc.assert(
      fc.property(figures, visible, (bar, min) => {
        const { sent, dropped } = barGeometry(bar, min);
        const names = [...sent, ...(dropped ? [dropped] : [])].map(({ name }) => name);
        const counts = Object.entries(countsOf(bar));
        expect(names.toSorted()).toEqual(
          counts.flatMap(([name, tokens]) => (tokens > 0 ? [name] : [])).toSorted(),
        );
      }),
    );
  });

  it('keeps its parts in order, side by side and inside', () => {
    fc.assert(
      fc.property(figures, visible, (bar, min) => {
        const { sent, dropped, limit } = barGeometry(bar, min);
        let end = 0;
        for (const part of sent) {
          expect(part.start).toBeCloseTo(end, 9);
          end = part.start + part.length;
        }
        if (dropped) {
          expect(dropped.start).toBeCloseTo(Math.max(end, limit), 9);
          end = dropped.start + dropped.length;
        }
        expect(Math.max(end, limit)).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it('marks what is too short to be seen, and counts such marks in a row', () => {
    const tokens = { rules: 3000, settings: 4, retrieved: 5, immediate: 3000 };
    const { sent } = barGeometry({ tokens, limit: 8000 }, 0.01);
    expect(sent.map(({ name, isTick, ticksBefore }) => [name, isTick, ticksBefore])).toEqual([
      ['rules', false, 0],
      ['settings', true, 0],
      ['retrieved', true, 1],
      ['immediate', false, 2],
    ]);
  });

  it('draws two bars by one scale: as many tokens are as long in both', () => {
    fc.assert(
      fc.property(figures, figures, visible, (one, other, min) => {
        const scale = sharedScale([one, other]);
        const limits = [one, other].map((bar) => barGeometry({ ...bar, scale }, min).limit);
        expect((limits[0] ?? 0) * other.limit).toBeCloseTo((limits[1] ?? 0) * one.limit, 4);
      }),
    );
  });

  it('does not shorten what was left out when that is more than all there is room for', () => {
    const tokens = { rules: 100, settings: 0, retrieved: 0, immediate: 100 };
    const { dropped, limit } = barGeometry({ tokens, limit: 1000, dropped: 3000 }, 0);
    expect([limit, dropped?.start, dropped?.length]).toEqual([0.25, 0.25, 0.75]);
  });
});
