/** Which generations of the backup stay: few, and spread over time, so that a mistake is noticed before it is in all. */

export type Generation = {
  path: string;
  createdAt: number;
  /** Null in backups of databases from before there was one. */
  lineage: string | null;
  sequence: number;
  holdsProjects: boolean;
};

const hour = 3_600_000;
const day = 24 * hour;
/** How long the fullest backup of another database is kept beside those of this one. */
const foreignFor = 30 * day;

const first = <T>(items: readonly T[]): T[] => items.slice(0, 1);

/**
 * The generations to keep, at most six: of the newest's own database the newest, the oldest of the last hour, the newest
 * and the oldest of the last day before that, and the newest before that (each grows into the next place, so the spread
 * stays: while the oldest of a day leaves it, the newest is there); and for a month the newest of another database that
 * holds a novel, which this one must not push out. Ages are counted from the
 * newest, so that a clock set wrong takes none away.
 * @param generations newest first
 */
export const chooseGenerations = <G extends Generation>(
  generations: readonly G[],
): ReadonlySet<G> => {
  const [newest] = generations;
  if (newest === undefined) return new Set();
  const own = generations.filter(({ lineage }) => lineage === newest.lineage);
  const ageOf = ({ createdAt }: G): number => newest.createdAt - createdAt;
  const aged = (minAge: number, maxAge: number): G[] =>
    own.filter((generation) => ageOf(generation) >= minAge && ageOf(generation) < maxAge);
  const others = generations.filter(
    (generation) =>
      generation.lineage !== newest.lineage &&
      generation.holdsProjects &&
      ageOf(generation) < foreignFor,
  );
  return new Set([
    newest,
    ...first(aged(0, hour).toReversed()),
    ...first(aged(hour, day)),
    ...first(aged(hour, day).toReversed()),
    ...first(aged(day, Number.POSITIVE_INFINITY)),
    ...first(others),
  ]);
};
