import type { ChangeSet, Text } from '@codemirror/state';

const letter = String.raw`(?:(?!\p{Script=Han})[\p{L}\p{N}])`;
const words = new RegExp(`\\p{Script=Han}|${letter}+(?:['’-]${letter}+)*`, 'gu');

/** Han characters one each, other scripts by word. Words never cross a line, so counts of lines add up. */
export const countWords = (text: string): number => text.match(words)?.length ?? 0;

export function countDocument(doc: Text): number {
  let total = 0;
  for (const line of doc.iterLines()) total += countWords(line);
  return total;
}

const countLines = (doc: Text, from: number, to: number): number =>
  countWords(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to));

/** What an edit adds to the count, from the touched lines alone; equal to counting both texts whole. */
export function countedDifference(before: Text, after: Text, changes: ChangeSet): number {
  let difference = 0;
  let [doneBefore, doneAfter] = [-1, -1];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    // Two changes in one line: its first counting has covered it.
    const startA = Math.max(before.lineAt(fromA).from, doneBefore + 1);
    const startB = Math.max(after.lineAt(fromB).from, doneAfter + 1);
    const endA = before.lineAt(toA).to;
    const endB = after.lineAt(toB).to;
    if (endB >= startB) difference += countLines(after, startB, endB);
    if (endA >= startA) difference -= countLines(before, startA, endA);
    [doneBefore, doneAfter] = [Math.max(doneBefore, endA), Math.max(doneAfter, endB)];
  });
  return difference;
}
