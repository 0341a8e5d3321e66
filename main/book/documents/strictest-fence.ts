/** One fence that hides whatever any of several would hide (N3). */
import type { Fence } from '#shared/domain/fence.ts';

/** Who is known to by two at once, and `neverSend` where nobody is. */
const bothOf = (one: Fence, other: Fence): Fence => {
  const chapters = [one.notBeforeChapter ?? 0, other.notBeforeChapter ?? 0];
  const knownBy =
    one.knownBy && other.knownBy
      ? one.knownBy.filter((entityId) => other.knownBy?.includes(entityId))
      : (one.knownBy ?? other.knownBy);
  const isNever = one.neverSend === true || other.neverSend === true || knownBy?.length === 0;
  return {
    ...(Math.max(...chapters) > 0 ? { notBeforeChapter: Math.max(...chapters) } : {}),
    ...(knownBy !== undefined && knownBy.length > 0 ? { knownBy } : {}),
    ...(isNever ? { neverSend: true as const } : {}),
  };
};

/** Null when there are none. */
export const strictestFence = (fences: readonly Fence[]): Fence | null => {
  const [first, ...rest] = fences;
  return first === undefined ? null : rest.reduce(bothOf, first);
};
