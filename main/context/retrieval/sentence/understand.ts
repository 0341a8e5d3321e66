import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Alphabet } from '../text/alphabet.ts';
import { quantise, unitLength } from '../vector/encode.ts';
import type { Kernel } from '../vector/kernel.ts';
import type { WordVectors } from '../vector/word-vectors.ts';
import { type EncoderMark, readEncoderFile } from './encoder-file.ts';
import { createSentenceEncoder } from './encoder.ts';
import { createEnglishReader, readGlosses } from './glosses.ts';

/** Where the sentence encoder lies, and which it is. */
export type SentenceSource = EncoderMark & { folder: string };

/** Reads sentences and questions, in both languages. */
export type SentenceReader = EncoderMark & {
  /** 8-bit rows of a sentence: one, several when it is long, none when the encoder knows none of its words. */
  sentence(text: string): Int8Array[];
  /** The direction of a question; null when the encoder knows none of its words. */
  question(text: string): Float32Array | null;
};

/** Reads 10 MB from disk. TypeError when the file is not the one the mark was read from. */
export const openSentenceReader = (
  { folder, stamp, dimension }: SentenceSource,
  tools: { kernel: Kernel; alphabet: Alphabet; vectors: WordVectors },
): SentenceReader => {
  const parts = readEncoderFile(readFileSync(path.join(folder, 'encoder.bin')));
  if (parts.stamp !== stamp) throw new TypeError('The sentence encoder was exchanged meanwhile.');
  const encoder = createSentenceEncoder(parts, tools.kernel);
  const glosses = readGlosses(readFileSync(path.join(folder, 'glosses.txt'), 'utf8'));
  const inEnglish = createEnglishReader(tools.alphabet, tools.vectors, glosses);
  return {
    stamp,
    dimension,
    sentence: (text) => encoder.encode(inEnglish(text)).map(quantise),
    question(text) {
      const rows = encoder.encode(inEnglish(text));
      if (rows.length === 0) return null;
      const sum = new Float32Array(dimension);
      for (const row of rows) {
        for (let index = 0; index < dimension; index++) {
          sum[index] = (sum[index] ?? 0) + (row[index] ?? 0);
        }
      }
      return unitLength(sum);
    },
  };
};
