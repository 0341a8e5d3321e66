import { unitLength } from '../vector/encode.ts';
import type { Kernel } from '../vector/kernel.ts';
import { createBlock } from './attention.ts';
import type { EncoderParts } from './encoder-file.ts';
import { createLayer } from './layer.ts';
import { createPieceSplitter } from './pieces.ts';

/** Turns English sentences into directions: what means the same lies near, in whatever words it is said. */
export type SentenceEncoder = {
  readonly stamp: string;
  readonly dimension: number;
  /** Unit vectors; a sentence of more than 64 pieces gives several, one of none gives none. */
  encode(text: string): Float32Array[];
  /** Before the last turn to fewer numbers; for making that turn. */
  encodeWide(pieces: readonly number[]): Float32Array;
  split(text: string): number[];
};

/** The encoder was taught on sentences; longer ones are read in parts. */
const longest = 64;

/**
 * Universal Sentence Encoder lite: two blocks of attention over pieces of words, their mean, one more layer. Some
 * milliseconds a sentence.
 */
export const createSentenceEncoder = (parts: EncoderParts, kernel: Kernel): SentenceEncoder => {
  const split = createPieceSplitter(parts.pieces);
  const table = parts.rows('pieces');
  const frequencies = parts.numbers('frequencies');
  const first = createBlock(kernel, parts, 'first');
  const second = createBlock(kernel, parts, 'second');
  const last = createLayer(kernel, parts, 'last');
  const turn = createLayer(kernel, parts, 'turn');

  /** The piece twice and its place once: so the encoder was taught. */
  const placed = (piece: number, place: number): Float32Array => {
    const word = new Float32Array(table.columns);
    const scale = 2 * (table.scales[piece] ?? 0);
    for (let index = 0; index < table.columns; index++) {
      word[index] = scale * (table.cells[piece * table.columns + index] ?? 0);
    }
    const half = frequencies.length;
    for (let index = 0; index < half; index++) {
      const angle = place * (frequencies[index] ?? 0);
      word[index] = (word[index] ?? 0) + Math.sin(angle);
      word[half + index] = (word[half + index] ?? 0) + Math.cos(angle);
    }
    return word;
  };

  const encodeWide = (pieces: readonly number[]): Float32Array => {
    const words = second(first(pieces.map(placed)));
    const mean = new Float32Array(last.columns);
    for (const word of words) {
      for (let index = 0; index < mean.length; index++) {
        mean[index] = (mean[index] ?? 0) + (word[index] ?? 0) / words.length;
      }
    }
    const wide = new Float32Array(last.rows);
    last.apply(mean, wide);
    return unitLength(wide.map(Math.tanh));
  };

  return {
    stamp: parts.stamp,
    dimension: turn.rows,
    split,
    encodeWide,
    encode(text) {
      const pieces = split(text);
      const count = Math.ceil(pieces.length / longest);
      return Array.from({ length: count }, (_, part) => {
        const from = Math.round((part * pieces.length) / count);
        const to = Math.round(((part + 1) * pieces.length) / count);
        const vector = new Float32Array(turn.rows);
        turn.apply(encodeWide(pieces.slice(from, to)), vector);
        return unitLength(vector);
      });
    },
  };
};
