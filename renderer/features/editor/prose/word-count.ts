/** The count of an open chapter: that of every other place, kept up to date from the edited lines alone. */
import { type ChangeSet, StateField, type Text } from '@codemirror/state';
import { countText } from '#shared/count-text.ts';
import { mayBeginFrontMatter } from '#shared/front-matter.ts';

/** Han characters one each, other scripts by word, Markdown's marks not at all. */
export const countWords = (text: string): number => countText(text).wordCount;

export const countDocument = (doc: Text): number => countWords(doc.toString());

const commentBegin = '<!--';

/**
 * Whether a comment may begin somewhere in the chapter. Read once when it is opened, then from what each edit touches alone:
 * who never writes one never has the chapter searched for one again.
 */
export const commentsField = StateField.define<boolean>({
  create: ({ doc }) => doc.toString().includes(commentBegin),
  update: (mayBegin, { changes, newDoc }) => mayBegin || beginsIn(changes, newDoc),
});

function beginsIn(changes: ChangeSet, doc: Text): boolean {
  let begins = false;
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    begins ||= linesOf(doc, from, to).includes(commentBegin);
  });
  return begins;
}

const linesOf = (doc: Text, from: number, to: number): string =>
  doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to);

/** What is written at the head of a chapter may hide the lines below, and so may a comment. */
const isPlain = (doc: Text, lines: string): boolean =>
  !lines.includes(commentBegin) && !lines.includes('-->') && !mayBeginFrontMatter(doc.line(1).text);

/** Whether a comment that began above reaches this place, and so hides what is written there. */
const isInComment = (doc: Text, place: number): boolean => {
  let isOpen = false;
  for (const value of doc.iterRange(0, place)) {
    const [opened, closed] = [value.lastIndexOf(commentBegin), value.lastIndexOf('-->')];
    if (opened >= 0) isOpen = closed < opened + commentBegin.length;
    else if (closed >= 0) isOpen = false;
  }
  return isOpen;
};

/** Of lines amid a text, which a `---` at their beginning makes no front matter. */
const countLines = (lines: string): number => countWords(`\n${lines}`);

/**
 * What an edit adds to the count, from the touched lines alone; equal to counting both texts whole. Null where marks
 * that reach over lines are touched, or stand at the chapter's head: then only counting it whole tells.
 *
 * @param mayHoldComments false where no comment begins in the text before: it is not looked through then
 */
export function countedDifference(
  before: Text,
  after: Text,
  changes: ChangeSet,
  mayHoldComments = true,
): number | null {
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
    plain &&= isPlain(before, linesA) && isPlain(after, linesB);
    plain &&= !(mayHoldComments && isInComment(after, startB));
    difference += countLines(linesB) - countLines(linesA);
    [doneBefore, doneAfter] = [Math.max(doneBefore, endA), Math.max(doneAfter, endB)];
  });
  return plain ? difference : null;
}
