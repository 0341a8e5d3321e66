/** Whether what a request brings is what another one brought: then what was made of it holds. */
import type { Exclusion } from './eligibility.ts';

/** The same members, one by one: members are never changed in place. */
export const haveSameMembers = <T>(left: readonly T[], right: readonly T[]): boolean =>
  left.length === right.length && left.every((member, index) => member === right[index]);

/** The same reasons, one by one. */
export const areSameExclusions = (
  left: readonly (Exclusion | null)[],
  right: readonly (Exclusion | null)[],
): boolean =>
  left.length === right.length &&
  left.every(
    (one, index) => one?.reason === right[index]?.reason && one?.chapter === right[index]?.chapter,
  );
