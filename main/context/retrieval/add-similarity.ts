/** Lets what the writer's own sentence model holds near the cursor count beside words (E5). */
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { Flat } from './flat.ts';
import type { ProjectIndex } from './project-index.ts';
import type { PassageFilter } from './service.ts';

/** What the nearest passage gains, where the best by words has 1: no passage of many shared rare words gives way to it. */
const share = 0.4;
/** Places after which the gain is half. */
const fold = 10;
/** So many gain: behind them everything is about as near as everything else. */
const maxGain = 40;

export type SimilarityOf = {
  index: ProjectIndex;
  flat: Flat;
  filter: PassageFilter;
  /** Chunks that are sent anyway, by part. */
  excluded: readonly (readonly number[])[];
  makeHit(number: number): SearchHit | null;
};

/** Places in the flat row of the chunks named, nearest first. */
const placesOf = (
  near: ReadonlyMap<string, number>,
  { index, flat, excluded }: Pick<SimilarityOf, 'index' | 'flat' | 'excluded'>,
): number[] => {
  const numbers = new Map<string, number>();
  for (const [part, { segment, current }] of index.parts.entries()) {
    for (const [chunk, chunkId] of segment.chunkIds.entries()) {
      if (!near.has(chunkId) || current[segment.documents[chunk] ?? 0] !== 1) continue;
      if (!excluded[part]?.includes(chunk)) numbers.set(chunkId, (flat.offsets[part] ?? 0) + chunk);
    }
  }
  return [...near.keys()].flatMap((chunkId) => numbers.get(chunkId) ?? []);
};

/** Raises the scores of the nearest that may go; what may not takes no place among them. */
export const addSimilarity = (
  scores: Float64Array,
  near: ReadonlyMap<string, number>,
  { filter, makeHit, ...places }: SimilarityOf,
): void => {
  let rank = 0;
  for (const number of placesOf(near, places)) {
    if (rank >= maxGain) break;
    const hit = makeHit(number);
    if (!hit || !filter.allowsDocument(hit.documentId) || !filter.allowsPassage(hit)) continue;
    scores[number] = (scores[number] ?? 0) + (share * fold) / (fold + rank);
    rank += 1;
  }
};
