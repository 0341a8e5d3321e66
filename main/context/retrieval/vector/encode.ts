import { firstUnknown } from './words.ts';
import type { WordVectors } from './word-vectors.ts';

/** The direction of a list of words: each by its weight and 1 + ln of its count; unit length, or zeros. */
export const encode = (
  vectors: WordVectors,
  ids: readonly number[],
  from: number,
  to: number,
): Float32Array => {
  const sum = new Float32Array(vectors.dimension);
  const counts = new Map<number, number>();
  for (let index = from; index < to; index++) {
    const id = ids[index] ?? firstUnknown;
    if (id < firstUnknown) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  for (const [id, count] of counts)
    vectors.addTo(sum, id, vectors.weightOf(id) * (1 + Math.log(count)));
  return unitLength(sum);
};

/** In place. */
export const unitLength = (vector: Float32Array): Float32Array => {
  let sum = 0;
  for (let index = 0; index < vector.length; index++) sum += (vector[index] ?? 0) ** 2;
  if (sum > 0) {
    const factor = 1 / Math.sqrt(sum);
    for (let index = 0; index < vector.length; index++)
      vector[index] = (vector[index] ?? 0) * factor;
  }
  return vector;
};

/** 8-bit numbers of the same direction, the greatest 127. */
export const quantise = (vector: Float32Array): Int8Array => {
  let greatest = 0;
  for (let index = 0; index < vector.length; index++) {
    greatest = Math.max(greatest, Math.abs(vector[index] ?? 0));
  }
  const factor = greatest > 0 ? 127 / greatest : 0;
  const cells = new Int8Array(vector.length);
  for (let index = 0; index < vector.length; index++) {
    cells[index] = Math.round((vector[index] ?? 0) * factor);
  }
  return cells;
};
