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
  const seeing = createLayer(kernel, parts, `${name}/seeing`);
  const joining = createLayer(kernel, parts, `${name}/joining`);
  const opening = createLayer(kernel, parts, `${name}/opening`);
  const closing = createLayer(kernel, parts, `${name}/closing`);
  const widen = name === 'first' ? createLayer(kernel, parts, 'first/widen') : null;

  const feed = (words: Float32Array, count: number): Float32Array => {
    const opened = opening.apply(between(words, count), count);
    for (let index = 0; index < opened.length; index++) {
      opened[index] = Math.max(0, opened[index] as number);
    }
    return added(closing.apply(opened, count), words);
  };

  return (words, count) => {
    const told = lookAround(seeing.apply(before(words, count), count), count, seeing.rows / 3);
    const joined = joining.apply(told, count);
    return feed(added(joined, widen ? widen.apply(words, count) : words), count);
  };
};

const added = (sum: Float32Array, other: Float32Array): Float32Array => {
  for (let index = 0; index < sum.length; index++) {
    sum[index] = (sum[index] as number) + (other[index] as number);
  }
  return sum;
};

/**
 * What each word gathers from all.
 * @param rows what a word asks, what it is found by and what it tells, `depth` numbers each, word after word
 */
const lookAround = (rows: Float32Array, count: number, depth: number): Float32Array => {
  const told = new Float32Array(count * depth);
  const shares = new Float64Array(count);
  const width = depth / heads;
  for (let head = 0; head < heads; head++) {
    for (let place = 0; place < count; place++) {
      const asked = place * 3 * depth + head * width;
      share(rows, asked, shares, depth, width, head);
      gather(rows, shares, told, place * depth + head * width, depth, width, head);
    }
  }
  return told;
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
  const root = Math.sqrt(width);
  let greatest = Number.NEGATIVE_INFINITY;
  for (let other = 0; other < shares.length; other++) {
    const found = other * 3 * depth + depth + head * width;
    let product = 0;
    for (let index = 0; index < width; index++) {
      product += (rows[asked + index] as number) * (rows[found + index] as number);
    }
    shares[other] = product / root;
    greatest = Math.max(greatest, product / root);
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

/** Adds what each word tells, by its share. */
const gather = (
  rows: Float32Array,
  shares: Float64Array,
  told: Float32Array,
  at: number,
  depth: number,
  width: number,
  head: number,
): void => {
  for (let other = 0; other < shares.length; other++) {
    const part = shares[other] as number;
    const from = other * 3 * depth + 2 * depth + head * width;
    for (let index = 0; index < width; index++) {
      told[at + index] = (told[at + index] as number) + part * (rows[from + index] as number);
    }
  }
};
