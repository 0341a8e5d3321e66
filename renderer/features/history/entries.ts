/** The lines of a chapter's history: its versions by day, the newest first, saves behind one another folded. */
import type { SnapshotInfo } from '#shared/domain/project.ts';

export const filters = ['all', 'named', 'model', 'brought'] as const;
export type Filter = (typeof filters)[number];

/** How a text differs in length from the one before it; null for the first of all. */
export type Change = { words: number; isSame: boolean } | null;

export type VersionLine = {
  kind: 'version';
  key: string;
  item: SnapshotInfo;
  change: Change;
  isFirst: boolean;
};

export type FoldLine = {
  kind: 'fold';
  key: string;
  count: number;
  from: number;
  to: number;
  change: Change;
  isOpen: boolean;
};

export type HistoryLine =
  | { kind: 'now'; key: 'now' }
  | { kind: 'head'; key: string; at: number }
  | FoldLine
  | VersionLine;

const brought: readonly SnapshotInfo['reason'][] = [
  'import',
  'outsideEdit',
  'conflict',
  'beforeReplace',
  'beforeRestore',
  'beforeDelete',
];

const tests: Record<Filter, (item: SnapshotInfo) => boolean> = {
  all: () => true,
  named: ({ name }) => name !== undefined,
  model: ({ reason }) => reason === 'beforeAi',
  brought: ({ reason }) => brought.includes(reason),
};

const isSave = ({ reason, name }: SnapshotInfo): boolean =>
  name === undefined && (reason === 'save' || reason === 'autosave');

const dayOf = (at: number): string => new Date(at).toDateString();

/** Without the newest save while the page reads the same: it is what "now" stands for. */
export const otherVersions = (
  items: readonly SnapshotInfo[],
  presentVersion: string,
): readonly SnapshotInfo[] => {
  const [newest, ...rest] = items;
  return newest && isSave(newest) && newest.version === presentVersion ? rest : items;
};

/** How many versions each filter shows. */
export const countsOf = (items: readonly SnapshotInfo[]): Record<Filter, number> => ({
  all: items.length,
  named: items.filter(tests.named).length,
  model: items.filter(tests.model).length,
  brought: items.filter(tests.brought).length,
});

type Run = { items: SnapshotInfo[]; first: number };

/** Saves of one day with nothing between them are one run; everything else stands alone. */
const runsOf = (items: readonly SnapshotInfo[]): Run[] => {
  const runs: Run[] = [];
  items.forEach((item, index) => {
    const last = runs.at(-1);
    const before = last?.items.at(-1);
    const continues =
      before !== undefined &&
      isSave(before) &&
      isSave(item) &&
      dayOf(before.createdAt) === dayOf(item.createdAt);
    if (continues) last?.items.push(item);
    else runs.push({ items: [item], first: index });
  });
  return runs;
};

/** `items` newest first, as {@link otherVersions} gives them; `open` are the keys of runs that are unfolded. */
export function linesOf(
  items: readonly SnapshotInfo[],
  filter: Filter,
  open: ReadonlySet<string>,
): HistoryLine[] {
  const changeFrom = (newer: SnapshotInfo, olderIndex: number): Change => {
    const older = items[olderIndex];
    if (older === undefined) return null;
    return {
      words: newer.wordCount - older.wordCount,
      isSame: newer.version === older.version,
    };
  };
  const versionLine = (item: SnapshotInfo, index: number): VersionLine => ({
    kind: 'version',
    key: item.snapshotId,
    item,
    change: changeFrom(item, index + 1),
    isFirst: index === items.length - 1,
  });
  const lines: HistoryLine[] = filter === 'all' ? [{ kind: 'now', key: 'now' }] : [];
  let day = '';
  const startDay = (at: number) => {
    if (dayOf(at) === day) return;
    day = dayOf(at);
    lines.push({ kind: 'head', key: `day:${day}`, at });
  };
  if (filter !== 'all') {
    items.forEach((item, index) => {
      if (!tests[filter](item)) return;
      startDay(item.createdAt);
      lines.push(versionLine(item, index));
    });
    return lines;
  }
  for (const { items: run, first } of runsOf(items)) {
    const [newest] = run;
    const oldest = run.at(-1);
    if (newest === undefined || oldest === undefined) continue;
    startDay(newest.createdAt);
    const key = `run:${oldest.snapshotId}`;
    const isOpen = open.has(key);
    if (run.length > 1) {
      const change = changeFrom(newest, first + run.length);
      const [from, to] = [oldest.createdAt, newest.createdAt];
      lines.push({ kind: 'fold', key, count: run.length, from, to, change, isOpen });
    }
    if (run.length === 1 || isOpen) {
      lines.push(...run.map((item, at) => versionLine(item, first + at)));
    }
  }
  return lines;
}
