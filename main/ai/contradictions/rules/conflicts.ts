/** Which two values of one topic exclude each other. Pure. */
import type { RuleKind } from '#shared/domain/contradiction.ts';
import type { ClaimValue } from './claim.ts';

/** Colours that are taken for one another in another light, or by another eye. */
const alike: ReadonlySet<string> = new Set([
  'brown black',
  'black brown',
  'blue grey',
  'grey blue',
  'green grey',
  'grey green',
  'brown red',
  'red brown',
]);

/** Relations that one pair of people can have at once. */
const together: ReadonlySet<string> = new Set([
  'sibling elder',
  'sibling younger',
  'parentInLaw uncle',
  'childInLaw nephew',
]);

/** So much farther is no rounding. */
const farther = 1.6;

const kinConflict = (
  one: Extract<ClaimValue, { kind: 'word' }>,
  other: Extract<ClaimValue, { kind: 'word' }>,
): boolean => {
  if (one.gender && other.gender && one.gender !== other.gender) return true;
  if (one.word === other.word) return false;
  return !together.has(`${one.word} ${other.word}`) && !together.has(`${other.word} ${one.word}`);
};

export const areInConflict = (kind: RuleKind, one: ClaimValue, other: ClaimValue): boolean => {
  if (one.kind === 'word' && other.kind === 'word') {
    if (kind === 'kin') return kinConflict(one, other);
    if (kind === 'eyes' || kind === 'hair') {
      return one.word !== other.word && !alike.has(`${one.word} ${other.word}`);
    }
    return one.word !== other.word;
  }
  if (one.kind !== 'figure' || other.kind !== 'figure') return false;
  if (kind === 'distance') {
    const [near, far] = [one.figure, other.figure].toSorted((a, b) => a - b);
    return near !== undefined && far !== undefined && near > 0 && far / near > farther;
  }
  if (one.isMinimum && other.isMinimum) return false;
  if (one.isMinimum) return one.figure > other.figure;
  if (other.isMinimum) return other.figure > one.figure;
  return one.figure !== other.figure;
};
