/** One fence that hides whatever any of several would hide (N3). */
import type { StoredFence } from './chapter-reference.ts';

/** Each once, by what it says. */
export const distinct = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

/** Who is known to by two at once, and `neverSend` where nobody is. */
const bothOf = (one: StoredFence, other: StoredFence): StoredFence => {
  const notBefore = distinct([...(one.notBefore ?? []), ...(other.notBefore ?? [])]);
  const knownBy =
    one.knownBy && other.knownBy
      ? one.knownBy.filter((entityId) => other.knownBy?.includes(entityId))
      : (one.knownBy ?? other.knownBy);
  const isNever = one.neverSend === true || other.neverSend === true || knownBy?.length === 0;
  return {
    ...(notBefore.length > 0 ? { notBefore } : {}),
    ...(knownBy !== undefined && knownBy.length > 0 ? { knownBy } : {}),
    ...(isNever ? { neverSend: true as const } : {}),
  };
};

/** Null when there are none. */
export const strictestFence = (fences: readonly StoredFence[]): StoredFence | null => {
  const [first, ...rest] = fences;
  return first === undefined ? null : rest.reduce(bothOf, first);
};
