import type { Flat } from '../flat.ts';
import type { ProjectIndex } from '../project-index.ts';
import { bestPossible, type LookedUp, scorePart } from './bm25.ts';

/** Terms in more texts than this tell little and cost most. */
export const commonShare = 0.15;

/**
 * BM25 over the whole project, into `scores`: 0 stays where nothing matches and for chunks that are no longer current.
 * @returns the score of a text that has all of the question; 0 when none of it is known
 */
export const rankLexically = (
  { collection, parts }: ProjectIndex,
  flat: Flat,
  terms: LookedUp,
  { saturation, scores }: { saturation: number; scores: Float64Array },
): number => {
  for (const [part, { segment, current }] of parts.entries()) {
    const offset = flat.offsets[part] ?? 0;
    const own = scores.subarray(offset, offset + segment.chunkIds.length);
    scorePart(collection, part, terms, own, saturation);
    if (current.includes(0)) {
      for (let chunk = 0; chunk < own.length; chunk++) {
        if (current[segment.documents[chunk] ?? 0] !== 1) own[chunk] = 0;
      }
    }
  }
  return bestPossible(terms, saturation);
};
