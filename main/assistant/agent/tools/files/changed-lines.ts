/** Describes a change line by line. */
import { diffArrays } from 'diff';

/** Lines, from 1, of the file as it is; of an insertion the line it comes before. */
export type ChangedRange = { startLine: number; endLine: number };

export type ChangedLines = {
  ranges: ChangedRange[];
  /** Lines that would go and lines that would come, in order. */
  before: string[];
  after: string[];
};

/** Comparing stops here, ms: beyond it everything between the first and the last change is one. */
const timeoutMs = 500;

type Lines = { text: string[]; shown: string[] };

const splitBoth = (text: string, shown: string): Lines => ({
  text: text.split('\n'),
  shown: shown.split('\n'),
});

/**
 * What a change does, line by line. `shownBefore` and `shownAfter` are the same texts with hidden paragraphs taken
 * out; only their lines are answered.
 */
export const describeChangedLines = (
  before: { text: string; shown: string },
  after: { text: string; shown: string },
): ChangedLines => {
  const old = splitBoth(before.text, before.shown);
  const now = splitBoth(after.text, after.shown);
  let head = 0;
  while (head < old.text.length && head < now.text.length && old.text[head] === now.text[head]) {
    head += 1;
  }
  let tail = 0;
  while (
    tail < old.text.length - head &&
    tail < now.text.length - head &&
    old.text.at(-1 - tail) === now.text.at(-1 - tail)
  ) {
    tail += 1;
  }
  const removed = old.text.slice(head, old.text.length - tail);
  const added = now.text.slice(head, now.text.length - tail);
  const changes = diffArrays(removed, added, { timeout: timeoutMs }) ?? [
    { removed: true, added: false, value: removed },
    { removed: false, added: true, value: added },
  ];
  const result: ChangedLines = { ranges: [], before: [], after: [] };
  let oldLine = head;
  let newLine = head;
  let open: ChangedRange | null = null;
  for (const change of changes) {
    const count = change.value.length;
    if (!change.added && !change.removed) {
      oldLine += count;
      newLine += count;
      open = null;
      continue;
    }
    if (!open) {
      open = { startLine: oldLine + 1, endLine: oldLine + 1 };
      result.ranges.push(open);
    }
    if (change.removed) {
      result.before.push(...old.shown.slice(oldLine, oldLine + count));
      oldLine += count;
      open.endLine = Math.max(open.startLine, oldLine);
    } else {
      result.after.push(...now.shown.slice(newLine, newLine + count));
      newLine += count;
    }
  }
  return result;
};
