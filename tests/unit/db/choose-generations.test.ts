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

/** What is left after a backup at each of these times. */
const afterBackupsAt = (times: readonly number[]): Generation[] => {
  let kept: Generation[] = [];
  for (const time of times) {
    kept.unshift(generation(time));
    const chosen = chooseGenerations(kept);
    kept = kept.filter((one) => chosen.has(one));
  }
  return kept;
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
        expect(chosen.size).toBeLessThanOrEqual(5);
        expect(chosen.has(generations[0] ?? generation(0))).toBe(true);
      }),
    );
  });

  it('are spread over the last days, however often backups are made', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 30_000, max: 5 * 60_000 }), {
          minLength: 1000,
          maxLength: 1500,
        }),
        (pauses) => {
          let now = 0;
          const times = pauses.map((pause) => {
            now += pause;
            return now;
          });
          const ages = afterBackupsAt(times).map(({ createdAt }) => now - createdAt);
          if (now > 3 * hour) expect(ages.some((age) => age >= hour && age < 24 * hour)).toBe(true);
          if (now > 49 * hour) expect(ages.some((age) => age >= 24 * hour)).toBe(true);
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
