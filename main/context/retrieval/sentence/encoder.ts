import { unitLength } from '../vector/encode.ts';
import type { Kernel } from '../vector/kernel.ts';
import { createBlock } from './attention.ts';
import type { EncoderParts } from './encoder-file.ts';
import { createLayer } from './layer.ts';
import { createSubwordTokenizer } from './subword-tokenizer.ts';

/** Turns English sentences into directions: what means the same lies near, in whatever words it is said. */
export type SentenceEncoder = {
  readonly stamp: string;
  readonly dimension: number;
  /** Unit vectors; a sentence of more than 64 subword tokens gives several, one without any none. */
  encode(text: string): Float32Array[];
  /** Before the last turn to fewer numbers; for making that turn. */
  encodeWide(tokenIds: readonly number[]): Float32Array;
  split(text: string): number[];
};

/** The encoder was taught on sentences; longer ones are read in parts. */
const longest = 64;

/**
 * Universal Sentence Encoder lite: two blocks of attention over subword tokens, their mean, one more layer. Some
 * milliseconds a sentence.
 */
export const createSentenceEncoder = (parts: EncoderParts, kernel: Kernel): SentenceEncoder => {
  const split = createSubwordTokenizer(parts.vocabulary);
  // Nothing is a space to it, and a space has a direction like any word.
  const blank = new Set(split(''));
  const table = parts.rows('pieces');
  const frequencies = parts.numbers('frequencies');
  const first = createBlock(kernel, parts, 'first');
  const second = createBlock(kernel, parts, 'second');
  const last = createLayer(kernel, parts, 'last');
  const turn = createLayer(kernel, parts, 'turn');

  /** The token twice and its place once: so the encoder was taught. */
  const place = (tokenId: number, number: number, words: Float32Array): void => {
    const width = table.columns;
    const at = number * width;
    const scale = 2 * (table.scales[tokenId] ?? 0);
    for (let index = 0; index < width; index++) {
      words[at + index] = scale * (table.cells[tokenId * width + index] as number);
    }
    const half = frequencies.length;
    for (let index = 0; index < half; index++) {
      const angle = number * (frequencies[index] as number);
      words[at + index] = (words[at + index] as number) + Math.sin(angle);
      words[at + half + index] = (words[at + half + index] as number) + Math.cos(angle);
    }
  };

  const encodeWide = (tokenIds: readonly number[]): Float32Array => {
    const count = tokenIds.length;
    const placed = new Float32Array(count * table.columns);
    for (const [number, tokenId] of tokenIds.entries()) place(tokenId, number, placed);
    const words = second(first(placed, count), count);
    const mean = new Float32Array(last.columns);
    for (let at = 0; at < words.length; at += mean.length) {
      for (let index = 0; index < mean.length; index++) {
        mean[index] = (mean[index] as number) + (words[at + index] as number) / count;
      }
    }
    return unitLength(last.apply(mean, 1).map(Math.tanh));
  };

  return {
    stamp: parts.stamp,
    dimension: turn.rows,
    split,
    encodeWide,
    encode(text) {
      const tokenIds = split(text);
      if (tokenIds.every((tokenId) => blank.has(tokenId))) return [];
      const count = Math.ceil(tokenIds.length / longest);
      return Array.from({ length: count }, (_, part) => {
        const from = Math.round((part * tokenIds.length) / count);
        const to = Math.round(((part + 1) * tokenIds.length) / count);
        return unitLength(turn.apply(encodeWide(tokenIds.slice(from, to)), 1).slice());
      });
    },
  };
};
