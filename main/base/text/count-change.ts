/** Counts what one text has that another has not, where nobody watched the keys: a text saved by another program. */
import { diffArrays } from 'diff';
import { countText, listWords } from '#shared/count-text.ts';

export type CountedChange = { added: number; removed: number };

/** Beyond so many differing words the two passages count as written anew. */
const maxEdits = 2_000;

/** Lines that stand in both texts, wherever, were not written: a moved paragraph adds nothing. */
const splitOffCommonLines = (before: string, after: string): [string, string] => {
  const waiting = new Map<string, number>();
  for (const line of before.split('\n')) waiting.set(line, (waiting.get(line) ?? 0) + 1);
  const added = after.split('\n').filter((line) => {
    const count = waiting.get(line) ?? 0;
    if (count > 0) waiting.set(line, count - 1);
    return count === 0;
  });
  const removed = before.split('\n').filter((line) => {
    const count = waiting.get(line) ?? 0;
    if (count > 0) waiting.set(line, count - 1);
    return count > 0;
  });
  return [removed.join('\n'), added.join('\n')];
};

/**
 * Words that were added and taken away, so that `added - removed` is the difference of the two texts' counts. Moved
 * lines are neither.
 */
export const countChange = (before: string, after: string): CountedChange => {
  const net = countText(after).wordCount - countText(before).wordCount;
  const [removedLines, addedLines] = splitOffCommonLines(before, after);
  const [old, fresh] = [listWords(removedLines), listWords(addedLines)];
  const parts = diffArrays(old, fresh, { maxEditLength: maxEdits });
  const added =
    parts === undefined
      ? fresh.length
      : parts.reduce((sum, part) => sum + (part.added ? part.count : 0), 0);
  // Marks that reach over lines hide words from the one count and not from the other: the net is what counts.
  return added >= net ? { added, removed: added - net } : { added: net, removed: 0 };
};
