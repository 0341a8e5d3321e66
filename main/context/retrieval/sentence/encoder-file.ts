import { z } from 'zod';

/**
 * The file of the sentence encoder (assets/sentences/encoder.bin), little-endian: five 32-bit words (magic, format,
 * bytes of the header, stamp of the content, numbers of a sentence's vector), a header in JSON, padded to four bytes,
 * then the tensors in the header's order. A tensor of numbers is 32-bit floats; a tensor of rows is one 32-bit scale a
 * row, then the rows as 8-bit numbers, padded to four bytes.
 */
export const encoderMagic = 0x4e455346;
export const encoderFormat = 1;
export const preambleBytes = 20;

export const EncoderHeader = z.strictObject({
  /** Subwords with their logarithmic probability; the file's own name for them. */
  pieces: z.array(z.tuple([z.string(), z.number()])),
  tensors: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(['numbers', 'rows']),
      rows: z.number().int().positive(),
      columns: z.number().int().positive(),
    }),
  ),
});
export type EncoderHeader = z.infer<typeof EncoderHeader>;
export type TensorShape = EncoderHeader['tensors'][number];

/** Rows of 8-bit numbers; row r stands for `scales[r]` times its cells. */
export type QuantisedRows = {
  rows: number;
  columns: number;
  scales: Float32Array;
  cells: Int8Array;
};

/** What tells one encoder from another, to be had without reading it all. */
export type EncoderMark = {
  /** Changes with the content: vectors made with another stamp are of another space. */
  stamp: string;
  /** Numbers of a sentence's vector. */
  dimension: number;
};

export type EncoderParts = EncoderMark & {
  vocabulary: EncoderHeader['pieces'];
  /** TypeError when the file has no such tensor. */
  numbers(name: string): Float32Array;
  rows(name: string): QuantisedRows;
};

/** Bytes a tensor takes in the file. */
export const tensorBytes = ({ kind, rows, columns }: TensorShape): number =>
  kind === 'numbers' ? rows * columns * 4 : rows * 4 + Math.ceil((rows * columns) / 4) * 4;

const wordsOf = (preamble: Uint8Array): number[] => {
  const view = new DataView(preamble.buffer, preamble.byteOffset, preamble.byteLength);
  const words = Array.from({ length: Math.min(preamble.length, preambleBytes) >> 2 }, (_, index) =>
    view.getUint32(index * 4, true),
  );
  if (words.length < preambleBytes / 4 || words[0] !== encoderMagic || words[1] !== encoderFormat) {
    throw new TypeError('This is no file of a sentence encoder.');
  }
  return words;
};

/** From the first bytes of the file. TypeError when it is no such file. */
export const readEncoderMark = (preamble: Uint8Array): EncoderMark => {
  const words = wordsOf(preamble);
  return { stamp: (words[3] ?? 0).toString(16).padStart(8, '0'), dimension: words[4] ?? 0 };
};

/** TypeError when it is no such file, or not whole. */
export const readEncoderFile = (file: Uint8Array): EncoderParts => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerBytes = wordsOf(file)[2] ?? 0;
  const dataAt = preambleBytes + Math.ceil(headerBytes / 4) * 4;
  const text = new TextDecoder().decode(file.subarray(preambleBytes, preambleBytes + headerBytes));
  const header = EncoderHeader.parse(JSON.parse(text));
  const places = new Map<string, { shape: TensorShape; at: number }>();
  let at = dataAt;
  for (const shape of header.tensors) {
    places.set(shape.name, { shape, at });
    at += tensorBytes(shape);
  }
  if (at !== file.length) throw new TypeError('The file of the sentence encoder is not whole.');
  const place = (name: string, kind: TensorShape['kind']): { shape: TensorShape; at: number } => {
    const found = places.get(name);
    if (found?.shape.kind !== kind) throw new TypeError(`The sentence encoder has no ${name}.`);
    return found;
  };
  const floats = (from: number, count: number): Float32Array =>
    Float32Array.from({ length: count }, (_, index) => view.getFloat32(from + index * 4, true));
  return {
    ...readEncoderMark(file),
    vocabulary: header.pieces,
    numbers(name) {
      const { shape, at: from } = place(name, 'numbers');
      return floats(from, shape.rows * shape.columns);
    },
    rows(name) {
      const { shape, at: from } = place(name, 'rows');
      const cellsAt = file.byteOffset + from + shape.rows * 4;
      return {
        rows: shape.rows,
        columns: shape.columns,
        scales: floats(from, shape.rows),
        cells: new Int8Array(file.buffer, cellsAt, shape.rows * shape.columns),
      };
    },
  };
};
