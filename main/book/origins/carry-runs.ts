/** Carries origins from a text to one that was made of it where nobody told the changes (N14). Pure. */
import type { OriginRuns } from '#shared/domain/origins.ts';
import { fillUnknown, joinRuns, runsOf, sliceRuns } from '#shared/origin-runs.ts';
import { keptStretches } from './kept-stretches.ts';

export type KnownText = { text: string; runs: OriginRuns };

/** What stayed keeps its origin; of what is new nothing is known. */
export const carryRuns = (before: KnownText, after: string): OriginRuns => {
  const parts: OriginRuns[] = [];
  let told = 0;
  for (const kept of keptStretches(before.text, after)) {
    parts.push(runsOf(kept.after - told, 'unknown'));
    parts.push(sliceRuns(before.runs, kept.before, kept.before + kept.length));
    told = kept.after + kept.length;
  }
  return joinRuns(...parts, runsOf(after.length - told, 'unknown'));
};

/** Of a text that was made of several: what the first does not know, the next may. */
export const carryFromAll = (sources: readonly KnownText[], after: string): OriginRuns =>
  sources.reduce<OriginRuns>(
    (runs, source) =>
      runs.some(([, code]) => code === 'unknown')
        ? fillUnknown(runs, carryRuns(source, after))
        : runs,
    runsOf(after.length, 'unknown'),
  );
