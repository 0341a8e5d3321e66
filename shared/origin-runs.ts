/** Origins of a text as runs: cut, joined and carried through changes (N14). Pure. */
import type { OriginCode, OriginRun, OriginRuns } from './domain/origins.ts';

/** UTF-16 units [from, to) of a text become others, so many. */
export type LengthChange = { from: number; to: number; inserted: number };

export const lengthOfRuns = (runs: OriginRuns): number =>
  runs.reduce((sum, [length]) => sum + length, 0);

export const runsOf = (length: number, code: OriginCode): OriginRuns =>
  length === 0 ? [] : [[length, code]];

/** One behind the other; neighbours of one origin are one run. */
export const joinRuns = (...lists: readonly OriginRuns[]): OriginRuns => {
  const joined: OriginRun[] = [];
  for (const [length, code] of lists.flat()) {
    const last = joined.at(-1);
    if (last?.[1] === code) joined[joined.length - 1] = [last[0] + length, code];
    else if (length > 0) joined.push([length, code]);
  }
  return joined;
};

/** The origins of units [start, end). */
export const sliceRuns = (runs: OriginRuns, start: number, end: number): OriginRuns => {
  const slice: OriginRun[] = [];
  let at = 0;
  for (const [length, code] of runs) {
    const [from, to] = [Math.max(at, start), Math.min(at + length, end)];
    if (from < to) slice.push([to - from, code]);
    at += length;
    if (at >= end) break;
  }
  return slice;
};

/** Of each unit. */
export const unitsOfRuns = (runs: OriginRuns): OriginCode[] =>
  runs.flatMap(([length, code]) => Array.from({ length }, () => code));

/**
 * What the changes leave alone keeps its own; they are in order and disjoint.
 *
 * @param runsOfInserted whose what they put in is: so many units from `start` on in the text they make
 */
export const replaceRuns = (
  runs: OriginRuns,
  changes: readonly LengthChange[],
  runsOfInserted: (start: number, length: number) => OriginRuns,
): OriginRuns => {
  const parts: OriginRuns[] = [];
  let taken = 0;
  let shift = 0;
  for (const { from, to, inserted } of changes) {
    parts.push(sliceRuns(runs, taken, from), runsOfInserted(from + shift, inserted));
    taken = to;
    shift += inserted - (to - from);
  }
  return joinRuns(...parts, sliceRuns(runs, taken, lengthOfRuns(runs)));
};

/** The same, where all that the changes put in has this origin. */
export const changeRuns = (
  runs: OriginRuns,
  changes: readonly LengthChange[],
  code: OriginCode,
): OriginRuns => replaceRuns(runs, changes, (_start, length) => runsOf(length, code));

/** Where `runs` say unknown, what `others` say; both of the same text. */
export const fillUnknown = (runs: OriginRuns, others: OriginRuns): OriginRuns => {
  const parts: OriginRuns[] = [];
  let at = 0;
  for (const run of runs) {
    parts.push(run[1] === 'unknown' ? sliceRuns(others, at, at + run[0]) : [run]);
    at += run[0];
  }
  return joinRuns(...parts);
};
