import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paceOf } from '#renderer/features/days/pace.ts';
import { noWords } from '#shared/domain/days.ts';

const minute = 60_000;
const written = (typed: number, minutes: number, removed = 0) => ({
  sitting: { ...noWords, typed, removed, pasted: 5_000, accepted: 5_000 },
  writingMs: minutes * minute,
});

describe('the pace of a sitting [W3]', () => {
  it('is what was written by hand in the time of writing, and how long the rest takes at that', () => {
    expect(paceOf(written(612, 45), 'net', 388)).toEqual({ perHour: 820, minutesLeft: 29 });
    expect(paceOf(written(700, 45, 88), 'net', 388)).toEqual({ perHour: 820, minutesLeft: 29 });
    expect(paceOf(written(612, 45, 88), 'written', 0)).toEqual({ perHour: 820, minutesLeft: null });
  });

  it('is not told of a few words, of a moment, or where more was cut than written', () => {
    for (const few of [written(29, 30), written(500, 2), written(100, 30, 200)]) {
      expect(paceOf(few, 'net', 100)).toBeNull();
    }
  });

  it('takes longer for more and never less than what it would take to write it', () => {
    const count = fc.integer({ min: 30, max: 20_000 });
    fc.assert(
      fc.property(count, fc.integer({ min: 3, max: 600 }), count, (typed, minutes, left) => {
        const { minutesLeft } = paceOf(written(typed, minutes), 'written', left) ?? {};
        expect(minutesLeft).toBeGreaterThanOrEqual((left * minutes) / typed - 1e-6);
        expect(minutesLeft).toBeLessThan((left * minutes) / typed + 1);
      }),
    );
  });
});
