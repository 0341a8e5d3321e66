/** The count of an open chapter: that of every other place, kept up to date from the edited lines alone. */
import type { ChangeSet, Text } from '@codemirror/state';
import { countText, hasMarksOverLines } from '#shared/count-text.ts';

/** Han characters one each, other scripts by word, Markdown's marks not at all. */
export const countWords = (text: string): number => countText(text).wordCount;

export const countDocument = (doc: Text): number => countWords(doc.toString());

const linesOf = (doc: Text, from: number, to: number): string =>
  doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to);

/** What is written at the head of a chapter may hide the lines below, and so may a comment. */
const isPlain = (doc: Text, lines: string): boolean =>
  !lines.includes('<!--') && !lines.includes('-->') && !hasMarksOverLines(doc.sliceString(0, 4));

/** Whether a comment that began above reaches this place, and so hides what is written there. */
const isInComment = (doc: Text, place: number): boolean => {
  let isOpen = false;
  for (const value of doc.iterRange(0, place)) {
    const [opened, closed] = [value.lastIndexOf('<!--'), value.lastIndexOf('-->')];
    if (opened >= 0) isOpen = closed < opened + '<!--'.length;
    else if (closed >= 0) isOpen = false;
  }
  return isOpen;
};

/**
 * What an edit adds to the count, from the touched lines alone; equal to counting both texts whole. Null where marks
 * that reach over lines are touched, or stand at the chapter's head: then only counting it whole tells.
 */
export function countedDifference(before: Text, after: Text, changes: ChangeSet): number | null {
  let difference = 0;
  let plain = true;
  let [doneBefore, doneAfter] = [-1, -1];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    // Two changes in one line: its first counting has covered it.
    const startA = Math.max(before.lineAt(fromA).from, doneBefore + 1);
    const startB = Math.max(after.lineAt(fromB).from, doneAfter + 1);
    const endA = before.lineAt(toA).to;
    const endB = after.lineAt(toB).to;
    const linesA = endA >= startA ? linesOf(before, startA, endA) : '';
    const linesB = endB >= startB ? linesOf(after, startB, endB) : '';
    plain &&= isPlain(before, linesA) && isPlain(after, linesB) && !isInComment(after, startB);
    difference += countWords(linesB) - countWords(linesA);
    [doneBefore, doneAfter] = [Math.max(doneBefore, endA), Math.max(doneAfter, endB)];
  });
  return plain ? difference : null;
}
