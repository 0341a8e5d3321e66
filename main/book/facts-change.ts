/** What a write changed of something stored, and what keeps that from being taken back (W1). */
import { isDeepStrictEqual } from 'node:util';

export type FactsChange<Facts> = { before: Partial<Facts>; after: Partial<Facts> };

const namesOf = <Facts extends object>(facts: Facts): (keyof Facts)[] =>
  Object.keys(facts) as (keyof Facts)[];

/** Which facts are others. */
export const otherFacts = <Facts extends object>(was: Facts, is: Facts): (keyof Facts)[] =>
  namesOf(is).filter((name) => !isDeepStrictEqual(was[name], is[name]));

export const pickFacts = <Facts extends object>(
  from: Facts,
  names: readonly (keyof Facts)[],
): Partial<Facts> => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Facts>;

/**
 * `open`: what is to be as it was before and is not yet. `changed`: what is no longer as the write left it, of what is open and of what is
 * named only after it. Chapters are to be named the same way in all three.
 */
export const wayBack = <Facts extends object>(
  now: Facts,
  { before, after }: FactsChange<Facts>,
): { open: (keyof Facts)[]; changed: (keyof Facts)[] } => {
  const isNow = (given: Partial<Facts>, name: keyof Facts): boolean =>
    isDeepStrictEqual(now[name], given[name]);
  const open = namesOf(now).filter((name) => name in before && !isNow(before, name));
  const changed = namesOf(now).filter(
    (name) => name in after && !isNow(after, name) && (open.includes(name) || !(name in before)),
  );
  return { open, changed };
};
