/** What of the present text changes when one paragraph of an earlier version alone comes back (W8). */
import type { ChangedRow, Paragraph, Row } from './paragraphs.ts';

type Stretch = { start: number; end: number };
/** Words, and what of the present text they take the place of. */
export type Passage = { text: string; into: Stretch };

const presentOf = (row: Row): Paragraph[] => {
  if (row.kind === 'same') return row.paragraphs.map(({ right }) => right);
  return row.right === null ? [] : [row.right];
};

/** The paragraph with the break that parts it from its neighbours: the one before it, or behind the first of all. */
const withBreak = (paragraph: Paragraph, all: readonly Paragraph[]): Stretch => {
  const at = all.indexOf(paragraph);
  const before = all[at - 1];
  if (before !== undefined) return { start: before.end, end: paragraph.end };
  return { start: paragraph.start, end: all[at + 1]?.start ?? paragraph.end };
};

/** How the book parts its paragraphs: some writers leave a blank line, some do not. */
const breakIn = (text: string): string =>
  text.trim() === '' || /\n[^\S\n]*\n/u.test(text.trim()) ? '\n\n' : '\n';

/** `rows` are those of the earlier version (left) and the present text `present` (right). */
export function passageOf(rows: readonly Row[], row: ChangedRow, present: string): Passage {
  const { left, right } = row;
  const all = rows.flatMap(presentOf);
  if (left === null) {
    return { text: '', into: right === null ? { start: 0, end: 0 } : withBreak(right, all) };
  }
  if (right !== null) return { text: left.text, into: { start: right.start, end: right.end } };
  const before = rows.slice(0, rows.indexOf(row)).flatMap(presentOf).at(-1);
  if (before !== undefined) {
    const into = { start: before.end, end: before.end };
    return { text: `${breakIn(present)}${left.text}`, into };
  }
  const start = all[0]?.start ?? 0;
  const behind = all.length === 0 ? '' : breakIn(present);
  return { text: `${left.text}${behind}`, into: { start, end: start } };
}
