/** From what a model answers to one vector of unit length. */
import type { Pooling } from './protocol.ts';

export type ModelOutput = { dims: readonly number[]; data: Float32Array };

/**
 * The vector of one text. `output` is of that text alone: `[1, dimension]` for a model that makes one vector itself, else
 * `[1, tokens, dimension]`. `shape` for other shapes, `numbers` where
 * some are none. Where all are nought the vector is, too.
 */
export const poolVector = (
  { dims, data }: ModelOutput,
  pooling: Pooling,
): { vector: Float32Array } | 'shape' | 'numbers' => {
  const dimension = dims.at(-1) ?? 0;
  const rows = dims.length === 3 ? (dims[1] ?? 0) : 1;
  const isKnown = dims[0] === 1 && (dims.length === 2 || dims.length === 3) && rows > 0;
  if (!isKnown || dimension === 0 || dimension > 4096 || data.length !== rows * dimension) {
    return 'shape';
  }
  const sum = new Float64Array(dimension);
  const read = pooling === 'mean' ? rows : 1;
  for (let row = 0; row < read; row++) {
    for (let cell = 0; cell < dimension; cell++) {
      sum[cell] = (sum[cell] ?? 0) + (data[row * dimension + cell] ?? 0);
    }
  }
  const length = Math.hypot(...sum);
  // A text of unknown words alone may be nought everywhere in odd models: it is near nothing then, which a zero says.
  if (!Number.isFinite(length)) return 'numbers';
  return { vector: Float32Array.from(sum, (cell) => (length > 0 ? cell / length : 0)) };
};
