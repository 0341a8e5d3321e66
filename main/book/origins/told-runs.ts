/** What whoever saves a text says of it counts for what was written anew (N14). Pure. */
import type { OriginRun, OriginRuns } from '#shared/domain/origins.ts';
import { fillUnknown, joinRuns, sliceRuns, unitsOfRuns } from '#shared/origin-runs.ts';
import type { KnownText } from './carry-runs.ts';
import { keptStretches } from './kept-stretches.ts';

export const isSameRuns = (one: OriginRuns, other: OriginRuns): boolean =>
  one.length === other.length &&
  one.every(([length, code], at) => other[at]?.[0] === length && other[at][1] === code);

/** So many units of two texts are alike from one end on, by `isAlike`. */
const alikeFrom = (max: number, isAlike: (steps: number) => boolean): number => {
  let steps = 0;
  while (steps < max && isAlike(steps)) steps += 1;
  return steps;
};

/**
 * Whether one change in one place makes the told text of the one before, with all that is left of it as it was known: of words
 * put beside the very same ones only the teller knows which are new.
 */
const isOneChange = (before: KnownText, told: KnownText): boolean => {
  const [old, now] = [unitsOfRuns(before.runs), unitsOfRuns(told.runs)];
  const max = Math.min(old.length, now.length);
  const same = (at: number, then: number): boolean => before.text[at] === told.text[then];
  const known = (at: number, then: number): boolean =>
    same(at, then) && (old[at] === 'unknown' || old[at] === now[then]);
  const ends = (isAlike: (at: number, then: number) => boolean): number =>
    Math.min(
      max,
      alikeFrom(max, (steps) => isAlike(steps, steps)) +
        alikeFrom(max, (steps) => isAlike(old.length - 1 - steps, now.length - 1 - steps)),
    );
  return ends(known) >= ends(same);
};

/** What stayed of the text before keeps what is known of it. @param told the text that is saved */
export const runsOfTold = (before: KnownText, told: KnownText): OriginRuns => {
  const parts: OriginRun[] = [];
  let taken = 0;
  for (const { before: start, after, length } of keptStretches(before.text, told.text)) {
    const known = sliceRuns(before.runs, start, start + length);
    parts.push(...sliceRuns(told.runs, taken, after));
    parts.push(...fillUnknown(known, sliceRuns(told.runs, after, after + length)));
    taken = after + length;
  }
  const kept = joinRuns(parts, sliceRuns(told.runs, taken, told.text.length));
  return isSameRuns(kept, joinRuns(told.runs)) || isOneChange(before, told)
    ? joinRuns(told.runs)
    : kept;
};
