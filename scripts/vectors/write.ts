import { createHash } from 'node:crypto';
import { termKey } from '#main/context/retrieval/text/term-key.ts';
import { fileFormat, fileMagic, headerBytes } from '#main/context/retrieval/vector/word-vectors.ts';

export type WeightedWord = { word: string; weight: number };

/** The file of word vectors, as main/context/retrieval/vector/word-vectors.ts describes and reads it. */
export const encodeFile = (
  words: readonly WeightedWord[],
  rows: Float32Array,
  dimension: number,
): Buffer => {
  const count = words.length;
  const file = Buffer.alloc(headerBytes + count * (9 + dimension));
  const weightsAt = headerBytes + count * 8;
  words.forEach(({ word, weight }, number) => {
    file.writeDoubleLE(termKey(word), headerBytes + number * 8);
    file.writeUInt8(Math.round(weight * 255), weightsAt + number);
    const row = rows.subarray(number * dimension, (number + 1) * dimension);
    const greatest = row.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    row.forEach((value, index) => {
      const cell = greatest > 0 ? Math.round((127 * value) / greatest) : 0;
      file.writeInt8(cell, weightsAt + count + number * dimension + index);
    });
  });
  const stamp = createHash('sha256').update(file.subarray(headerBytes)).digest().readUInt32LE(0);
  [fileMagic, fileFormat, dimension, count, stamp].forEach((value, index) => {
    file.writeUInt32LE(value, index * 4);
  });
  return file;
};
