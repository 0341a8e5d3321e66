import type { Kernel } from '../vector/kernel.ts';
import type { EncoderParts } from './encoder-file.ts';
import { createLayer, createNormalisation } from './layer.ts';

const heads = 4;

/** One block of the encoder: every word looks at every other, then each is worked on alone. */
export type Block = (words: readonly Float32Array[]) => Float32Array[];

/** @param name 'first' or 'second'; the first widens what comes in by a layer named 'first/widen' */
export const createBlock = (kernel: Kernel, parts: EncoderParts, name: string): Block => {
  const before = createNormalisation(parts, `${name}/before`);
  const between = createNormalisation(parts, `${name}/between`);
  const seeing = createLayer(kernel, parts, `${name}/seeing`);
  const joining = createLayer(kernel, parts, `${name}/joining`);
  const opening = createLayer(kernel, parts, `${name}/opening`);
  const closing = createLayer(kernel, parts, `${name}/closing`);
  const widen = name === 'first' ? createLayer(kernel, parts, 'first/widen') : null;
  const depth = seeing.rows / 3;

  const feed = (word: Float32Array): Float32Array => {
    const normal = new Float32Array(opening.columns);
    between(word, normal);
    const opened = new Float32Array(opening.rows);
    opening.apply(normal, opened);
    for (let index = 0; index < opened.length; index++) {
      opened[index] = Math.max(0, opened[index] ?? 0);
    }
    const closed = new Float32Array(closing.rows);
    closing.apply(opened, closed);
    return added(closed, word);
  };

  return (words) => {
    const seen = words.map((word) => {
      const normal = new Float32Array(seeing.columns);
      before(word, normal);
      const all = new Float32Array(seeing.rows);
      seeing.apply(normal, all);
      return all;
    });
    return words.map((word, place) => {
      const joined = new Float32Array(joining.rows);
      joining.apply(lookAround(seen, place, depth), joined);
      if (!widen) return feed(added(joined, word));
      const wide = new Float32Array(widen.rows);
      widen.apply(word, wide);
      return feed(added(joined, wide));
    });
  };
};

const added = (sum: Float32Array, other: Float32Array): Float32Array => {
  for (let index = 0; index < sum.length; index++) {
    sum[index] = (sum[index] ?? 0) + (other[index] ?? 0);
  }
  return sum;
};

/** Rows hold what a word asks, what it is found by and what it tells, `depth` numbers each. */
const lookAround = (rows: readonly Float32Array[], place: number, depth: number): Float32Array => {
  const own = rows[place] ?? new Float32Array(3 * depth);
  const told = new Float32Array(depth);
  const width = depth / heads;
  const shares = new Float64Array(rows.length);
  for (let head = 0; head < heads; head++) {
    const from = head * width;
    let greatest = Number.NEGATIVE_INFINITY;
    rows.forEach((row, other) => {
      let product = 0;
      for (let index = from; index < from + width; index++) {
        product += (own[index] ?? 0) * (row[depth + index] ?? 0);
      }
      shares[other] = product / Math.sqrt(width);
      greatest = Math.max(greatest, shares[other] ?? 0);
    });
    let total = 0;
    for (let other = 0; other < rows.length; other++) {
      shares[other] = Math.exp((shares[other] ?? 0) - greatest);
      total += shares[other] ?? 0;
    }
    rows.forEach((row, other) => {
      const share = (shares[other] ?? 0) / total;
      for (let index = from; index < from + width; index++) {
        told[index] = (told[index] ?? 0) + share * (row[2 * depth + index] ?? 0);
      }
    });
  }
  return told;
};
