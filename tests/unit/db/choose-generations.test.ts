import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseGenerations, type Generation } from '#main/db/backups/choose-generations.ts';

const hour = 3_600_000;

const generation = (createdAt: number, more: Partial<Generation> = {}): Generation => ({
  path: `${createdAt}`,
  createdAt,
  lineage: 'own',
  sequence: createdAt,
  holdsProjects: true,
  ...more,
});

/** Whether what is left after each of these backups is spread: what lacks, and when; null when nothing ever did. */
const findGap = (pauses: readonly number[]): string | null => {
  let now = 0;
  let kept: Generation[] = [];
  for (const pause of pauses) {
    now += pause;
    const all = [generation(now), ...kept];
    const chosen = chooseGenerations(all);
    kept = all.filter((one) => chosen.has(one));
    const ages = kept.map(({ createdAt }) => now - createdAt);
    const isOfDay = (age: number): boolean => age >= hour && age < 24 * hour;
    if (now > 3 * hour && !ages.some(isOfDay)) return `none of the last day after ${now} ms`;
    if (now > 49 * hour && !ages.some((age) => age >= 24 * hour)) return `none before, ${now} ms`;
  }
  return null;
};

describe('the generations of a backup', () => {
  it('are few, and the newest is always among them', () => {
    const arbitraryGeneration: fc.Arbitrary<Generation> = fc.record({
      path: fc.string(),
      createdAt: fc.integer({ min: 0, max: 100 * 24 * hour }),
      lineage: fc.constantFrom<string | null>(null, 'own', 'other'),
      sequence: fc.nat(),
      holdsProjects: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(arbitraryGeneration, { minLength: 1, maxLength: 20 }), (unsorted) => {
        const generations = unsorted.toSorted((a, b) => b.createdAt - a.createdAt);
        const chosen = chooseGenerations(generations);
        expect(chosen.size).toBeLessThanOrEqual(6);
        expect(chosen.has(generations[0] ?? generation(0))).toBe(true);
      }),
    );
  });

  it('are spread over the last days at any moment, however often backups are made', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 30_000, max: 5 * 60_000 }), {
          minLength: 1000,
          maxLength: 1500,
        }),
        (pauses) => {
          expect(findGap(pauses)).toBeNull();
        },
      ),
      { numRuns: 10 },
    );
  });

  it('do not push out the backup of another database that holds a novel, for a month', () => {
    const other = generation(0, { lineage: null });
    const emptyOther = generation(1, { lineage: 'another', holdsProjects: false });
    const soon = [generation(2 * hour), generation(hour), emptyOther, other];
    expect(chooseGenerations(soon).has(other)).toBe(true);
    expect(chooseGenerations(soon).has(emptyOther)).toBe(false);
    expect(chooseGenerations([generation(31 * 24 * hour), other]).has(other)).toBe(false);
  });
});
