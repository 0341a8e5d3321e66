import type { Kernel } from '../vector/kernel.ts';
import type { EncoderParts } from './encoder-file.ts';
import { createLayer, createNormalisation } from './layer.ts';

const heads = 4;

/** One block of the encoder: every word looks at every other, then each is worked on alone. */
export type Block = (words: Float32Array, count: number) => Float32Array;

/** @param name 'first' or 'second'; the first widens what comes in by a layer named 'first/widen' */
export const createBlock = (kernel: Kernel, parts: EncoderParts, name: string): Block => {
  const before = createNormalisation(parts, `${name}/before`);
  const between = createNormalisation(parts, `${name}/between`);
  const queryKeyValue = createLayer(kernel, parts, `${name}/seeing`);
  const outputProjection = createLayer(kernel, parts, `${name}/joining`);
  const feedForwardIn = createLayer(kernel, parts, `${name}/opening`);
  const feedForwardOut = createLayer(kernel, parts, `${name}/closing`);
  const widen = name === 'first' ? createLayer(kernel, parts, 'first/widen') : null;

  const feed = (words: Float32Array, count: number): Float32Array => {
    const hidden = feedForwardIn.apply(between(words, count), count);
    for (let index = 0; index < hidden.length; index++) {
      hidden[index] = Math.max(0, hidden[index] as number);
    }
    return added(feedForwardOut.apply(hidden, count), words);
  };

  return (words, count) => {
    const attended = selfAttention(
      queryKeyValue.apply(before(words, count), count),
      count,
      queryKeyValue.rows / 3,
    );
    const projected = outputProjection.apply(attended, count);
    return feed(added(projected, widen ? widen.apply(words, count) : words), count);
  };
};

const added = (sum: Float32Array, other: Float32Array): Float32Array => {
  for (let index = 0; index < sum.length; index++) {
    sum[index] = (sum[index] as number) + (other[index] as number);
  }
  return sum;
};

/**
 * Multi-head self-attention: what each word gathers from all.
 * @param rows what a word asks, what it is found by and what it tells, `depth` numbers each, word after word
 */
const selfAttention = (rows: Float32Array, count: number, depth: number): Float32Array => {
  const attended = new Float32Array(count * depth);
  const shares = new Float64Array(count);
  const width = depth / heads;
  for (let head = 0; head < heads; head++) {
    for (let place = 0; place < count; place++) {
      const asked = place * 3 * depth + head * width;
      share(rows, asked, shares, depth, width, head);
      gather(rows, shares, attended, place * depth + head * width, depth, width, head);
    }
  }
  return attended;
};

/** How much each word is looked at: the products with what they are found by, as shares of 1. */
const share = (
  rows: Float32Array,
  asked: number,
  shares: Float64Array,
  depth: number,
  width: number,
  head: number,
): void => {
  multiply(rows, asked, shares, depth, width, head);
  const root = Math.sqrt(width);
  let greatest = Number.NEGATIVE_INFINITY;
  for (let other = 0; other < shares.length; other++) {
    const product = (shares[other] as number) / root;
    shares[other] = product;
    if (product > greatest) greatest = product;
  }
  let total = 0;
  for (let other = 0; other < shares.length; other++) {
    shares[other] = Math.exp((shares[other] as number) - greatest);
    total += shares[other] as number;
  }
  for (let other = 0; other < shares.length; other++) {
    shares[other] = (shares[other] as number) / total;
  }
};

/** Four words at a time: each sum waits for its last addition, and so they wait together. */
const multiply = (
  rows: Float32Array,
  asked: number,
  products: Float64Array,
  depth: number,
  width: number,
  head: number,
): void => {
  const step = 3 * depth;
  const count = products.length;
  for (let other = 0; other < count; other += 4) {
    const first = other * step + depth + head * width;
    // Past the last word the last is taken once more; its product has no place to go.
    const second = first + (other + 1 < count ? step : 0);
    const third = second + (other + 2 < count ? step : 0);
    const fourth = third + (other + 3 < count ? step : 0);
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    for (let index = 0; index < width; index++) {
      const value = rows[asked + index] as number;
      one += value * (rows[first + index] as number);
      two += value * (rows[second + index] as number);
      three += value * (rows[third + index] as number);
      four += value * (rows[fourth + index] as number);
    }
    products[other] = one;
    if (other + 1 < count) products[other + 1] = two;
    if (other + 2 < count) products[other + 2] = three;
    if (other + 3 < count) products[other + 3] = four;
  }
};

/** Adds what each word tells, by its share. */
const gather = (
  rows: Float32Array,
  shares: Float64Array,
  attended: Float32Array,
  at: number,
  depth: number,
  width: number,
  head: number,
): void => {
  const step = 3 * depth;
  const count = shares.length;
  let other = 0;
  for (; other + 1 < count; other += 2) {
    const left = shares[other] as number;
    const right = shares[other + 1] as number;
    const from = other * step + 2 * depth + head * width;
    for (let index = 0; index < width; index++) {
      const sum = Math.fround(
        (attended[at + index] as number) + left * (rows[from + index] as number),
      );
      attended[at + index] = sum + right * (rows[from + step + index] as number);
    }
  }
  if (other === count) return;
  const part = shares[other] as number;
  const from = other * step + 2 * depth + head * width;
  for (let index = 0; index < width; index++) {
    attended[at + index] = (attended[at + index] as number) + part * (rows[from + index] as number);
  }
};
