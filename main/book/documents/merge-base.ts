/** Which text two versions of a chapter were both made from, told by what each has of the chapter's history (B4). */

/** `isOwn`: written here, over the version before it. */
export type KnownText = { version: string; text: string; isOwn: boolean };

/** `isSure`: both hold what this text brought; a text before which nothing is known may be younger than one of them. */
export type MergeBase = KnownText & { isSure: boolean };

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const without = (lines: readonly string[], others: ReadonlySet<string>): string[] =>
  lines.filter((line) => !others.has(line));

/** Of what a version brought this much stands in whatever was made from it: the rest may have been edited since. */
const seenShare = 0.5;

type Step = { added: readonly string[]; removed: readonly string[] };

/** What a version changed of the one before it. */
const stepBetween = (before: string, after: string): Step => {
  const [earlier, later] = [linesOf(before), linesOf(after)];
  return {
    added: without(later, new Set(earlier)),
    removed: without(earlier, new Set(later)),
  };
};

/** Whether a text was made from the version that this step led to. */
const hasSeen = (lines: ReadonlySet<string>, { added, removed }: Step): boolean =>
  added.length > 0
    ? added.filter((line) => lines.has(line)).length >= added.length * seenShare
    : removed.every((line) => !lines.has(line));

/**
 * `history`: texts that the file held, the last first, beginning with the one it holds. Null where that one says all
 * that is known.
 */
export const findMergeBase = (history: readonly KnownText[], theirs: string): MergeBase | null => {
  const mine = new Set(linesOf(history[0]?.text ?? ''));
  const other = new Set(linesOf(theirs));
  let isMadeFromAll = true;
  for (const [at, known] of history.entries()) {
    const before = history[at + 1];
    if (before === undefined) return { ...known, isSure: false };
    const step = stepBetween(before.text, known.text);
    // Elsewhere only its white space is another one.
    const isStep = step.added.length > 0 || step.removed.length > 0;
    const isInMine = isMadeFromAll || hasSeen(mine, step);
    if (isStep && isInMine && hasSeen(other, step)) return { ...known, isSure: true };
    isMadeFromAll &&= known.isOwn;
  }
  return null;
};

/** Whether all lines of one text stand in another, in their order. */
export const isContained = (text: string, other: string): boolean => {
  const lines = linesOf(text);
  let at = 0;
  for (const line of linesOf(other)) if (line === lines[at]) at += 1;
  return at === lines.length;
};
