import type { Flat } from '../flat.ts';
import type { ProjectIndex, Space } from '../project-index.ts';
import { type Comparable, compareChunks, centreQuery } from './compare.ts';
import { spread } from './soft-match.ts';

/** A question as a vector, and in which space. */
export type MeantQuery = { space: Space; vector: Float32Array };

/**
 * How near each of the chosen chunks comes to the question, as deviations from what is usual among them; 0 for
 * chunks without a vector in that space and for those not chosen.
 * @param chosen numbers of the flat row, ascending
 */
export const nearness = (
  index: ProjectIndex,
  flat: Flat,
  query: MeantQuery,
  chosen: readonly number[],
): Float32Array => {
  const centred = centreQuery(query.vector, index.means[query.space]);
  const scores = new Float32Array(flat.total);
  const compared: number[] = [];
  let next = 0;
  for (const [part, held] of index.parts.entries()) {
    const offset = flat.offsets[part] ?? 0;
    const end = offset + held.segment.chunkIds.length;
    const from = next;
    while (next < chosen.length && (chosen[next] ?? 0) < end) next++;
    const comparable = held[query.space];
    if (!comparable) continue;
    const own = chosen
      .slice(from, next)
      .filter((number) => query.space !== 'sentences' || isRead(comparable, number - offset));
    compareChunks(
      comparable,
      centred,
      own.map((number) => number - offset),
      scores.subarray(offset, end),
    );
    for (const number of own) compared.push(number);
  }
  return standardised(scores, compared);
};

/**
 * Whether a chunk takes part. What the sentence encoder has not read yet is neither near nor far; a chunk without
 * windows has no words that mean anything, and that is far.
 */
const isRead = ({ meaning }: Comparable, chunk: number): boolean =>
  (meaning.vectorOffsets[chunk + 1] ?? 0) > (meaning.vectorOffsets[chunk] ?? 0);

/** Deviations from the mean in units of their spread, for the given places; 0 elsewhere. */
export const standardised = (scores: Float32Array, places: readonly number[]): Float32Array => {
  const { mean, deviation } = spread(places.map((place) => scores[place] ?? 0));
  const result = new Float32Array(scores.length);
  for (const place of places) {
    result[place] = deviation > 0 ? ((scores[place] ?? 0) - mean) / deviation : 0;
  }
  return result;
};
