/** What of a codex entry goes where there is no room for all of it. */
import type { Shorten, ShortForm } from './candidate.ts';
import { sentenceStarts } from './trim-text.ts';

/** An entry's first sentences, with its kind and names. */
export const shortenEntry = (bodyOf: (summary: string) => string, summary: string): Shorten => {
  const ends = [...sentenceStarts(summary), summary.length];
  const formOf = (end: number): ShortForm => ({ body: bodyOf(summary.slice(0, end).trimEnd()) });
  return {
    toFit: (fits) =>
      ends
        .toReversed()
        .map(formOf)
        .find(({ body }) => fits(body)) ?? null,
    shortest: () => formOf(ends[0] ?? summary.length),
  };
};
