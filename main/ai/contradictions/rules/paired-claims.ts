/** Facts about two entries, which can be told from either side, and what speaks against them. Pure. */
import type { ClaimValue, ReadClaim } from './claim.ts';

const word = (value: string, gender?: 'm' | 'f'): ClaimValue => ({
  kind: 'word',
  word: value,
  gender,
});

/** What the other one is then. */
const inverse: Readonly<Record<string, string>> = {
  parent: 'child',
  child: 'parent',
  elder: 'younger',
  younger: 'elder',
  sibling: 'sibling',
  grandparent: 'grandchild',
  grandchild: 'grandparent',
  uncle: 'nephew',
  nephew: 'uncle',
  parentInLaw: 'childInLaw',
};

/** Somebody is so to somebody else: what is said the other way round is the same topic. */
export const kinClaim = (
  one: string | null,
  other: string | null,
  kind: string,
  gender: 'm' | 'f',
): ReadClaim[] => {
  if (one === null || other === null || one === other) return [];
  const [first, second] = [one, other].toSorted();
  const isForward = first === one;
  const value = isForward ? word(kind, gender) : word(inverse[kind] ?? kind);
  const claims: ReadClaim[] = [{ topic: `kin ${first} ${second}`, value, entityId: one }];
  if (kind === 'elder' || kind === 'younger' || kind === 'sibling') {
    const some: ClaimValue = { kind: 'figure', figure: 1, isMinimum: true };
    claims.push(
      { topic: `only ${other}`, value: some, entityId: other },
      { topic: `only ${one}`, value: some, entityId: one },
    );
  }
  return claims;
};

/** `far`: in kilometres. */
export const distanceClaim = (
  one: string | null,
  other: string | null,
  far: number | null,
): ReadClaim => {
  if (one === null || other === null || one === other || far === null || far <= 0) return null;
  const [first, second] = [one, other].toSorted();
  return {
    topic: `distance ${first} ${second}`,
    value: { kind: 'figure', figure: far },
    entityId: one,
  };
};

/** That nobody is brother or sister of someone: counts as a figure, against which any number of them speaks. */
export const noSiblingsClaim = (entityId: string | null): ReadClaim =>
  entityId === null
    ? null
    : { topic: `only ${entityId}`, value: { kind: 'figure', figure: 0 }, entityId };
