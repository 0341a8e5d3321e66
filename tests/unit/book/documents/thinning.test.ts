import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotsToDrop, type Thinnable } from '#main/book/documents/thinning.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 20_000 * day;
const snapshot = (
  snapshotId: string,
  age: number,
  reason: Thinnable['reason'] = 'save',
): Thinnable => ({
  snapshotId,
  createdAt: now - age,
  reason,
  name: null,
});

describe('F18 thinning', () => {
  it('keeps a day whole, then the last of each hour, day and week', () => {
    const dropped = snapshotsToDrop(
      [
        snapshot('today', 1),
        snapshot('today too', 2),
        snapshot('hour, last', 2 * day),
        snapshot('hour, earlier', 2 * day + 0.5 * hour),
        snapshot('day, last', 30 * day),
        snapshot('day, earlier', 30 * day + 20 * hour),
      ].map((one) => ({ ...one, createdAt: one.createdAt + 0.9 * hour })),
      now + 0.9 * hour,
    );
    expect(dropped).toEqual(['hour, earlier']);
    expect(
      snapshotsToDrop([snapshot('b', 40 * day - 2), snapshot('a', 40 * day - 1)], now),
    ).toEqual(['a']);
  });

  it('never drops what has a name or was kept for a reason, nor anything of the last day, and settles at once', () => {
    const any = fc.record({
      name: fc.option(fc.constant('draft two'), { freq: 5 }),
      age: fc.integer({ min: 0, max: 400 * day }),
      reason: fc.constantFrom<Thinnable['reason']>(
        'save',
        'autosave',
        'manual',
        'beforeDelete',
        'conflict',
      ),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (ages) => {
        const all = ages.map(({ age, reason, name }, at) => ({
          ...snapshot(String(at), age, reason),
          name,
        }));
        const dropped = new Set(snapshotsToDrop(all, now));
        for (const one of all) {
          const isOrdinary =
            one.name === null && (one.reason === 'save' || one.reason === 'autosave');
          if (!isOrdinary || now - one.createdAt < day)
            expect(dropped.has(one.snapshotId)).toBe(false);
        }
        const left = all.filter(({ snapshotId }) => !dropped.has(snapshotId));
        expect(snapshotsToDrop(left, now)).toEqual([]);
        const ordinary = (list: Thinnable[]) =>
          list
            .filter(({ reason }) => reason === 'save' || reason === 'autosave')
            .map(({ createdAt }) => createdAt);
        expect(Math.max(0, ...ordinary(left))).toBe(Math.max(0, ...ordinary(all)));
      }),
    );
  });
});
