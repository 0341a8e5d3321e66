/** Of an accepted text the sentences and clauses that only stand elsewhere than before are no words of the model's (N14). Pure. */
import { sentencesOf } from '#main/base/prose/sentences.ts';
import type { OriginCode, OriginRuns } from '#shared/domain/origins.ts';
import {
  joinRuns,
  type LengthChange,
  replaceRuns,
  runsOf,
  sliceRuns,
} from '#shared/origin-runs.ts';
import type { KnownText } from './carry-runs.ts';
import { shortestByChance } from './kept-stretches.ts';

/** So many clauses one behind the other are looked for together. */
const maxClauses = 8;

/** They cover the text. */
const clausesOf = (text: string): string[] =>
  sentencesOf(text).flatMap(
    ({ start, end }) =>
      text.slice(start, end).match(/[^，,；;：:]+[，,；;：:]*|[，,；;：:]+/gu) ?? [],
  );

/** Takes the words out of what was removed, so that they are given once; null where they were not there. */
const takeFrom = (removed: KnownText[], words: string): OriginRuns | null => {
  for (const [index, { text, runs }] of removed.entries()) {
    const start = text.indexOf(words);
    if (start < 0) continue;
    const end = start + words.length;
    removed.splice(
      index,
      1,
      { text: text.slice(0, start), runs: sliceRuns(runs, 0, start) },
      { text: text.slice(end), runs: sliceRuns(runs, end, text.length) },
    );
    return sliceRuns(runs, start, end);
  }
  return null;
};

/**
 * Whose the clauses from `first` to `next` are, as many of them as were removed together elsewhere; `before` and `after`
 * them stands so much white space. Null where not even the first was.
 */
const takeClauses = (
  clauses: readonly string[],
  first: number,
  removed: KnownText[],
): { runs: OriginRuns; before: number; after: number; next: number } | null => {
  for (let next = Math.min(clauses.length, first + maxClauses); next > first; next -= 1) {
    const words = clauses.slice(first, next).join('');
    const sentence = words.trim();
    const runs = sentence.length < shortestByChance ? null : takeFrom(removed, sentence);
    const before = words.indexOf(sentence);
    if (runs) return { runs, before, after: words.length - before - sentence.length, next };
  }
  return null;
};

const runsOfInserted = (inserted: string, code: OriginCode, removed: KnownText[]): OriginRuns => {
  const clauses = clausesOf(inserted);
  const parts: OriginRuns[] = [];
  for (let at = 0; at < clauses.length; ) {
    const moved = takeClauses(clauses, at, removed);
    if (moved) {
      const { runs, before, after } = moved;
      parts.push(runsOf(before, code), runs, runsOf(after, code));
    } else {
      parts.push(runsOf(clauses[at]?.length ?? 0, code));
    }
    at = moved?.next ?? at + 1;
  }
  return joinRuns(...parts);
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
  const removed = changes.map(
    ({ from, to }): KnownText => ({
      text: before.text.slice(from, to),
      runs: sliceRuns(before.runs, from, to),
    }),
  );
  return replaceRuns(before.runs, changes, (start, length) =>
    runsOfInserted(after.slice(start, start + length), code, removed),
  );
};
