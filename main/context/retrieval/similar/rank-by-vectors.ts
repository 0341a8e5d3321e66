/** Chunks by their nearest vector in a space, as sqlite-vec answers. */
import type { Database } from 'better-sqlite3';
import { quantise } from '../vector/encode.ts';
import { nearest, type Space, wordRanges } from '../store/vectors.ts';

/** Vectors that are asked for; a chunk has a handful. */
const maxVectors = 1000;
/** Windows of few words are trusted less: cos · n / (n + this). */
const doubt = 4;

/** The similarity of each of the best chunks, by its nearest vector there. */
export const rankByVectors = (
  database: Database,
  space: Space,
  project: number,
  query: Float32Array,
): Map<number, number> => {
  const asked = space.element === 'int8' ? quantise(query) : query;
  const best = new Map<number, number>();
  const rangesOf = wordRanges(database, space);
  for (const { chunk, index, distance } of nearest(database, space, project, asked, maxVectors)) {
    const words = rangesOf(chunk)?.windows[index];
    const count = words ? words.to - words.from : 0;
    const trust = count > 0 ? count / (count + doubt) : 1;
    const similarity = (1 - distance) * trust;
    if (similarity > (best.get(chunk) ?? Number.NEGATIVE_INFINITY)) best.set(chunk, similarity);
  }
  return best;
};
