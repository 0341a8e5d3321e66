/** Lays out tables for the terminal. */
import { displayWidth, fitWidth } from '#shared/display-width.ts';

export type Column = {
  head: string;
  align: 'left' | 'right';
  /** Columns of the terminal at most; longer cells end in an ellipsis. */
  maxWidth: number;
};

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Lines of a table whose columns stand under each other whatever the script. */
export const layOutTable = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string[] => {
  const cells = [columns.map((column) => column.head), ...rows].map((row) =>
    columns.map((column, index) => fitWidth(oneLine(row[index] ?? ''), column.maxWidth)),
  );
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((row) => displayWidth(row[index] ?? ''))),
  );
  return cells.map((row) =>
    columns
      .map((column, index) => {
        const cell = row[index] ?? '';
        const gap = ' '.repeat((widths[index] ?? 0) - displayWidth(cell));
        return column.align === 'left' ? cell + gap : gap + cell;
      })
      .join('  ')
      .trimEnd(),
  );
};
