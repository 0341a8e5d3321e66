/** Which candidates are answers to one question: for such there is one place, and one of them can take it (F14). */

/** A place in a chapter, UTF-16 code units. */
export type Place = { start: number; end: number };

/** Two insertions at one point, a point within a stretch, or two stretches that share a character. */
export const isSamePassage = (one: Place, other: Place): boolean => {
  const [isPoint, isOtherPoint] = [one.start === one.end, other.start === other.end];
  if (isPoint && isOtherPoint) return one.start === other.start;
  // At the edge of a stretch a point is beside it: both can be written.
  return one.start < other.end && other.start < one.end;
};

/** The items in groups of one passage each, groups and members in the order given. */
export const groupByPassage = <P extends Place>(items: readonly P[]): P[][] => {
  let groups: P[][] = [];
  for (const item of items) {
    const touched = groups.filter((group) => group.some((one) => isSamePassage(one, item)));
    const rest = groups.filter((group) => !touched.includes(group));
    groups = [...rest, [...touched.flat(), item]];
  }
  return groups;
};
