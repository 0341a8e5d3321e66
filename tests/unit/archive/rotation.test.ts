import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseBackups } from '#main/archive/rotation.ts';

const day = 86_400_000;
const at = (createdAt: number) => ({ createdAt });
const timesOf = (backups: Iterable<{ createdAt: number }>): number[] =>
  [...backups].map(({ createdAt }) => createdAt).sort((a, b) => a - b);

const times = fc.uniqueArray(fc.integer({ min: 0, max: 400 * day }), { maxLength: 80 });

describe('which backups of a book stay', () => {
  it('keeps the last five of a busy day', () => {
    const busy = Array.from({ length: 20 }, (_, index) => at(1000 * day + index * 60_000));
    expect(timesOf(chooseBackups(busy))).toEqual(timesOf(busy.slice(-5)));
  });

  it('keeps one a day for a week and one a week for a quarter', () => {
    const daily = Array.from({ length: 200 }, (_, index) => at((1000 + index) * day));
    const ages = timesOf(chooseBackups(daily)).map((time) => (1199 * day - time) / day);
    expect(ages.filter((age) => age < 7)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(ages.filter((age) => age >= 7).length).toBeGreaterThanOrEqual(11);
    expect(Math.max(...ages)).toBeGreaterThan(11 * 7);
  });

  it('keeps the newest, at most 25, and chooses the same of what it has chosen [B8]', () => {
    fc.assert(
      fc.property(times, (all) => {
        const backups = all.map(at);
        const kept = [...chooseBackups(backups)];
        expect(kept.length).toBeLessThanOrEqual(25);
        expect(timesOf(kept).at(-1)).toEqual(timesOf(backups).at(-1));
        expect(timesOf(chooseBackups(kept))).toEqual(timesOf(kept));
      }),
    );
  });

  it('loses nothing by choosing after each backup instead of once at the end [B8]', () => {
    fc.assert(
      fc.property(times, (all) => {
        const inOrder = all.toSorted((a, b) => a - b).map(at);
        let kept: { createdAt: number }[] = [];
        for (const backup of inOrder) kept = [...chooseBackups([...kept, backup])];
        expect(timesOf(kept)).toEqual(timesOf(chooseBackups(inOrder)));
      }),
    );
  });
});
