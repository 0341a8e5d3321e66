/** Counts a text's characters by where they come from (N14). Pure. */
import {
  kindOfOrigin,
  type OriginCounts,
  type OriginRuns,
  sourceOfCode,
} from '#shared/domain/origins.ts';

export type CountedOrigins = {
  counts: OriginCounts;
  /** Characters of each accepted text that still stand. */
  accepted: ReadonlyMap<string, number>;
};

const noCounts = { typed: 0, pasted: 0, model: 0, imported: 0, unknown: 0 };

export const nothingCounted = (): CountedOrigins => ({
  counts: { ...noCounts },
  accepted: new Map(),
});

const whiteSpace = /\s/u;

/** Characters without white space, each once also where it takes two units. */
const countCharacters = (text: string): number => {
  let count = 0;
  for (const character of text) if (!whiteSpace.test(character)) count += 1;
  return count;
};

export const countOrigins = (text: string, runs: OriginRuns): CountedOrigins => {
  const counts = { ...noCounts };
  const accepted = new Map<string, number>();
  let at = 0;
  for (const [length, code] of runs) {
    const count = countCharacters(text.slice(at, at + length));
    at += length;
    counts[kindOfOrigin(code)] += count;
    const sourceId = sourceOfCode(code);
    if (sourceId === null || count === 0) continue;
    accepted.set(sourceId, (accepted.get(sourceId) ?? 0) + count);
  }
  return { counts, accepted };
};
