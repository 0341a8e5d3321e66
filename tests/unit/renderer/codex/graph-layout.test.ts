import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameFor, layoutGraph } from '#renderer/features/codex/world/graph-layout.ts';

const frame = { width: 320, height: 230, padding: { x: 60, y: 22 } };
const namesOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `n${at}`);
const star = (others: readonly string[]) => others.map((target) => ({ source: 'me', target }));

describe('the picture of relations [W6]', () => {
  it('stands the same each time, with the entry in the middle', () => {
    const others = namesOf(9);
    const edges = [...star(others), { source: 'n1', target: 'n2' }];
    const one = layoutGraph('me', others, edges, frame);
    expect([...layoutGraph('me', others, edges, frame)]).toEqual([...one]);
    expect(one.get('me')).toEqual({ x: 160, y: 115 });
  });

  it('keeps everything within the frame and the names free of one another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), (count) => {
        const others = namesOf(count);
        const points = [...layoutGraph('me', others, star(others), frame).values()];
        for (const { x, y } of points) {
          expect(x).toBeGreaterThanOrEqual(frame.padding.x - 0.01);
          expect(x).toBeLessThanOrEqual(frame.width - frame.padding.x + 0.01);
          expect(y).toBeGreaterThanOrEqual(frame.padding.y - 0.01);
          expect(y).toBeLessThanOrEqual(frame.height - frame.padding.y + 0.01);
        }
        const apart = points.flatMap((one, at) =>
          points.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
        );
        expect(Math.min(...apart)).toBeGreaterThan(9);
      }),
      { numRuns: 24 },
    );
  });

  it.each([1, 2])('stands in the middle of a low frame where it is no more than %i', (count) => {
    const others = namesOf(count);
    const low = frameFor(count);
    expect(low.height).toBeLessThan(frameFor(3).height / 2);
    for (const edges of [star(others), [...star(others), { source: 'n0', target: 'n1' }]]) {
      const points = [...layoutGraph('me', others, edges, low).values()];
      expect(points).toHaveLength(count + 1);
      const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
      expect(middleOf(points.map(({ x }) => x))).toBeCloseTo(low.width / 2);
      expect(middleOf(points.map(({ y }) => y))).toBeCloseTo(low.height / 2);
    }
  });

  it('sets two that are tied to each other off their line to the entry', () => {
    const edges = [...star(['a', 'b']), { source: 'b', target: 'a' }];
    const placed = layoutGraph('me', ['a', 'b'], edges, frameFor(2));
    expect(placed.get('me')?.y).toBeLessThan(placed.get('a')?.y ?? 0);
    expect(placed.get('a')?.y).toBe(placed.get('b')?.y);
  });

  it('leaves out ties to nobody', () => {
    const placed = layoutGraph('me', ['a'], [{ source: 'me', target: 'gone' }], frame);
    expect([...placed.keys()]).toEqual(['me', 'a']);
  });
});
