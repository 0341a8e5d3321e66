import type { Place, ProjectIndex } from '../project-index.ts';
import { bestOf } from './best.ts';
import { bestPossible, resolveTerms, scorePart, type ResolvedTerm } from './bm25.ts';
import type { QueryTerm } from './query.ts';

export type LexicalHit = Place & { score: number };

export type LexicalAnswer = {
  hits: LexicalHit[];
  /** The terms that were looked up. */
  terms: ResolvedTerm[];
  /** The score of a text that has all of the question; 0 when none of it is known. */
  best: number;
};

/** Terms in more texts than this tell little and cost most. */
const commonShare = 0.15;

/** Rare terms first, `limit` of them. When all are common they are kept: the question may be a name. */
export const chooseTerms = (
  terms: readonly ResolvedTerm[],
  texts: number,
  limit: number,
): ResolvedTerm[] => {
  const rare = terms.filter((term) => term.frequency <= texts * commonShare);
  const chosen = rare.length > 0 ? rare : [...terms];
  if (chosen.length <= limit) return chosen;
  return chosen.sort((a, b) => b.idf * b.weight - a.idf * a.weight).slice(0, limit);
};

/** BM25 over the whole project, best first. */
export const rankLexically = (
  index: ProjectIndex,
  terms: readonly QueryTerm[],
  limits: { terms: number; hits: number },
): LexicalAnswer => {
  const { collection } = index;
  const chosen = chooseTerms(resolveTerms(collection, terms), collection.texts, limits.terms);
  const hits: LexicalHit[] = [];
  for (const [part, { segment, current }] of index.parts.entries()) {
    const scores = new Float64Array(segment.chunkIds.length);
    scorePart(collection, part, chosen, scores);
    for (let chunk = 0; chunk < scores.length; chunk++) {
      if (current[segment.documents[chunk] ?? 0] !== 1) scores[chunk] = 0;
    }
    for (const chunk of bestOf(scores, limits.hits)) {
      hits.push({ part, chunk, score: scores[chunk] ?? 0 });
    }
  }
  hits.sort((a, b) => b.score - a.score);
  return { hits: hits.slice(0, limits.hits), terms: chosen, best: bestPossible(chosen) };
};
