/** The columns of the outline: which there are, which are shown, and which give way where the window is narrow (W1). Pure. */
import type { DocumentInfo } from '#shared/domain/project.ts';

export const columns = [
  'title',
  'synopsis',
  'status',
  'pointOfView',
  'labels',
  'words',
  'wordGoal',
  'changed',
] as const;
export type Column = (typeof columns)[number];

/** Without its title no chapter is told from another. */
export const canHide = (column: Column): boolean => column !== 'title';

/** What each needs to be read, px, and what it takes of what is left over. */
const widths: Readonly<Record<Column, { px: number; share: number }>> = {
  title: { px: 190, share: 2.2 },
  synopsis: { px: 180, share: 4 },
  status: { px: 100, share: 0 },
  pointOfView: { px: 80, share: 0.9 },
  labels: { px: 76, share: 0.9 },
  words: { px: 122, share: 0 },
  wordGoal: { px: 68, share: 0 },
  changed: { px: 100, share: 0 },
};

/** Which goes first where there is no room for all that were chosen. */
const givingWay: readonly Column[] = [
  ...(['labels', 'changed', 'pointOfView', 'status', 'wordGoal', 'synopsis', 'words'] as const),
];

/** Of a writer who has chosen none: all of them, labels only where a chapter has one. */
export const defaultColumns = (documents: readonly Pick<DocumentInfo, 'labels'>[]): Column[] => {
  const hasLabels = documents.some(({ labels }) => labels.length > 0);
  return columns.filter((column) => column !== 'labels' || hasLabels);
};

/** What was kept of a choice, in the order of the table; null where there is none. Names of other versions are left out. */
export const readColumns = (kept: readonly string[] | null): Column[] | null =>
  kept && columns.filter((column) => !canHide(column) || kept.includes(column));

/** @param room px between the edges of a line */
export const fittingColumns = (chosen: readonly Column[], room: number): Column[] => {
  const shown = new Set(chosen);
  const needed = () => [...shown].reduce((sum, column) => sum + widths[column].px, 0);
  for (const column of givingWay) {
    if (needed() <= room) break;
    shown.delete(column);
  }
  return columns.filter((column) => shown.has(column));
};

/** As a value of `grid-template-columns`. */
export const columnTracks = (shown: readonly Column[]): string =>
  shown
    .map((column) => {
      const { px, share } = widths[column];
      return share === 0 ? `${px}px` : `minmax(${px}px, ${share}fr)`;
    })
    .join(' ');
