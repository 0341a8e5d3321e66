/** Which backups of a book stay. */

export type DatedBackup = { createdAt: number };

const dayMs = 86_400_000;
const newestKept = 5;
const daysKept = 7;
const weeksKept = 13;

const newestOfEach = <B extends DatedBackup>(
  backups: readonly B[],
  spanMs: number,
  spans: number,
): B[] => {
  const [newest] = backups;
  if (newest === undefined) return [];
  const spanOf = ({ createdAt }: B): number => Math.floor(createdAt / spanMs);
  const kept = new Map<number, B>();
  for (const backup of backups) {
    const span = spanOf(backup);
    if (spanOf(newest) - span < spans && !kept.has(span)) kept.set(span, backup);
  }
  return [...kept.values()];
};

/**
 * The last five, the last of each of the last seven days, and the last of each of the last thirteen weeks. Counted from
 * the newest, so that a clock set wrong takes none away; days and weeks begin at fixed times, so that what stays now
 * and what would stay of all there ever were are the same.
 */
export const chooseBackups = <B extends DatedBackup>(backups: readonly B[]): ReadonlySet<B> => {
  const newestFirst = backups.toSorted((one, other) => other.createdAt - one.createdAt);
  return new Set([
    ...newestFirst.slice(0, newestKept),
    ...newestOfEach(newestFirst, dayMs, daysKept),
    ...newestOfEach(newestFirst, 7 * dayMs, weeksKept),
  ]);
};
