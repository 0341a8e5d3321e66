/** Decides with which database a sitting begins: the one that is there, a backup, or an empty one. */
import type { Remembered } from '../change-record.ts';
import type { DatabaseState } from '../database-state.ts';

/** What lies where the database should. */
export type FoundDatabase =
  | { kind: 'absent' }
  | { kind: 'damaged' }
  | ({ kind: 'sound' } & DatabaseState);

export type Start<B> =
  | { use: 'database'; changesLost: boolean }
  | { use: 'backup'; backup: B; because: 'absent' | 'damaged' | 'older'; changesLost: boolean }
  | { use: 'empty'; because: 'first' | 'lost' };

type Traces = {
  remembered: Remembered | null;
  /** Backups, or a log without its database, that can no longer be read. */
  damaged: boolean;
};

/** One that knows nothing of what was remembered has none of it: a log cut short may end before it was even begun. */
const isShortOf = (state: DatabaseState, remembered: Remembered | null): boolean =>
  remembered !== null &&
  (state.lineage !== remembered.lineage || state.sequence < remembered.sequence);

const maxSeen = <B extends DatabaseState>(backups: readonly B[]): B | undefined =>
  backups.toSorted((a, b) => b.sequence - a.sequence)[0];

/** Of the newest backup that holds a novel and its relatives the one that has seen most. */
const fullestWithNovel = <B extends DatabaseState>(backups: readonly B[]): B | undefined => {
  const holders = backups.filter(({ holdsProjects }) => holdsProjects);
  const [newest] = holders;
  const relatives = holders.filter(
    ({ lineage }) => lineage !== null && lineage === newest?.lineage,
  );
  return maxSeen(relatives) ?? newest;
};

/** Of the lineage that was in use the backup that has seen most, unless only another holds a novel. */
const fullestOf = <B extends DatabaseState>(
  backups: readonly B[],
  lineage: string | null,
): B | undefined => {
  const own = maxSeen(backups.filter((backup) => lineage !== null && backup.lineage === lineage));
  if (own?.holdsProjects) return own;
  return fullestWithNovel(backups) ?? own ?? backups[0];
};

/** A backup that a sound database must not come before; of one it cannot be compared with, only the novel counts. */
const fullerThan = <B extends DatabaseState>(
  foundState: DatabaseState,
  backups: readonly B[],
): B | undefined => {
  const own = maxSeen(
    backups.filter(({ lineage }) => foundState.lineage !== null && lineage === foundState.lineage),
  );
  if (own) return own.sequence > foundState.sequence ? own : undefined;
  return foundState.holdsProjects ? undefined : fullestWithNovel(backups);
};

/**
 * An empty or older database never comes before a fuller backup; of a database that cannot be compared with the
 * backups, whoever holds a novel comes first, and the database before a backup.
 * @param backups readable ones, newest first
 */
export const chooseStart = <B extends DatabaseState>(
  foundState: FoundDatabase,
  backups: readonly B[],
  { remembered, damaged }: Traces,
): Start<B> => {
  const startFrom = (backup: B, because: 'absent' | 'damaged' | 'older'): Start<B> => ({
    use: 'backup',
    backup,
    because,
    changesLost: isShortOf(backup, remembered),
  });
  if (foundState.kind === 'sound') {
    const fuller = fullerThan(foundState, backups);
    return fuller
      ? startFrom(fuller, 'older')
      : { use: 'database', changesLost: isShortOf(foundState, remembered) };
  }
  const fullest = fullestOf(backups, remembered?.lineage ?? backups[0]?.lineage ?? null);
  if (fullest) return startFrom(fullest, foundState.kind);
  const isFirst = foundState.kind === 'absent' && remembered === null && !damaged;
  return { use: 'empty', because: isFirst ? 'first' : 'lost' };
};
