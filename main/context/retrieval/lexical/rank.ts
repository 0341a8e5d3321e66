import type { Flat } from '../flat.ts';
import type { ProjectIndex } from '../project-index.ts';
import { bestPossible, type LookedUp, scorePart, usualSaturation } from './bm25.ts';

export type LexicalAnswer = {
  /** BM25 of every chunk; 0 where nothing matches and for chunks that are no longer current. */
  scores: Float64Array;
  /** The score of a text that has all of the question; 0 when none of it is known. */
  best: number;
};

/** Terms in more texts than this tell little and cost most. */
export const commonShare = 0.15;

/** Rare terms first, `limit` of them. When all are common they are kept: the question may be a name. */
export const chooseTerms = <T extends LookedUp>(
  terms: readonly T[],
  texts: number,
  limit: number,
): T[] => {
  const rare = terms.filter((term) => term.frequency <= texts * commonShare);
  const chosen = rare.length > 0 ? rare : [...terms];
  if (chosen.length <= limit) return chosen;
  return chosen.sort((a, b) => b.idf * b.weight - a.idf * a.weight).slice(0, limit);
};

/** BM25 over the whole project. */
export const rankLexically = (
  { collection, parts }: ProjectIndex,
  flat: Flat,
  terms: readonly LookedUp[],
  saturation = usualSaturation,
): LexicalAnswer => {
  const scores = new Float64Array(flat.total);
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
  return { scores, best: bestPossible(terms, saturation) };
};
