/** Of an accepted text the sentences and clauses that only stand elsewhere than before are no words of the model's (N14). Pure. */
import type { OriginCode, OriginRun, OriginRuns } from '#shared/domain/origins.ts';
import { joinRuns, type LengthChange, replaceRuns, unitsOfRuns } from '#shared/origin-runs.ts';
import type { KnownText } from './carry-runs.ts';
import { findMoved, type Side } from './moved-clauses.ts';

type Span = { start: number; end: number };

/** The lines in which spans lie, and which of their units do. */
const sideOf = (text: string, spans: readonly Span[]): Side => {
  const sums = new Uint32Array(text.length + 1);
  for (const { start, end } of spans) sums.fill(1, start + 1, end + 1);
  for (let at = 1; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0);
  const first = Math.min(...spans.map(({ start }) => start));
  const last = Math.max(...spans.map(({ end }) => end));
  const lineEnd = text.indexOf('\n', last);
  return {
    text,
    from: first === 0 ? 0 : text.lastIndexOf('\n', first - 1) + 1,
    to: lineEnd < 0 ? text.length : lineEnd,
    isTouched: (start, end) => (sums[end] ?? 0) > (sums[start] ?? 0),
  };
};

/** Where the changes put in what they put in. */
const insertedBy = (changes: readonly LengthChange[]): Span[] => {
  let shift = 0;
  return changes.map(({ from, to, inserted }) => {
    const start = from + shift;
    shift += inserted - (to - from);
    return { start, end: start + inserted };
  });
};

/** Of each unit of the text after that stood in words elsewhere before: whose it was there. */
const movedUnits = (
  before: KnownText,
  after: string,
  changes: readonly LengthChange[],
): (OriginCode | undefined)[] => {
  const units: (OriginCode | undefined)[] = [];
  if (changes.length === 0) return units;
  const removed = changes.map(({ from, to }) => ({ start: from, end: to }));
  const codes = unitsOfRuns(before.runs);
  const moved = findMoved(sideOf(before.text, removed), sideOf(after, insertedBy(changes)));
  for (const { before: from, after: to, length } of moved) {
    for (let at = 0; at < length; at += 1) units[to + at] = codes[from + at];
  }
  return units;
};

/**
 * What changes made of a text: what they put in has the code, but for clauses that they took out elsewhere.
 *
 * @param changes of `before`, in order and disjoint
 * @param after what they made of it
 */
export const runsOfAccepted = (
  before: KnownText,
  after: string,
  { changes, code }: { changes: readonly LengthChange[]; code: OriginCode },
): OriginRuns => {
  const moved = movedUnits(before, after, changes);
  return replaceRuns(before.runs, changes, (start, length) =>
    joinRuns(Array.from({ length }, (_, at): OriginRun => [1, moved[start + at] ?? code])),
  );
};
