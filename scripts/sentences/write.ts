import { createHash } from 'node:crypto';
import {
  encoderFormat,
  EncoderHeader,
  encoderMagic,
  preambleBytes,
  type TensorShape,
  tensorBytes,
} from '#main/context/retrieval/sentence/encoder-file.ts';

/** A tensor in row order, as it is to be kept. */
export type Tensor = TensorShape & { values: Float32Array };

const write = (file: Buffer, at: number, { kind, rows, columns, values }: Tensor): void => {
  if (kind === 'numbers') {
    values.forEach((value, index) => {
      file.writeFloatLE(value, at + index * 4);
    });
    return;
  }
  for (let row = 0; row < rows; row++) {
    const cells = values.subarray(row * columns, (row + 1) * columns);
    const greatest = cells.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    file.writeFloatLE(greatest / 127, at + row * 4);
    cells.forEach((value, index) => {
      const cell = greatest > 0 ? Math.round((127 * value) / greatest) : 0;
      file.writeInt8(cell, at + rows * 4 + row * columns + index);
    });
  }
};

/** The file of the encoder, as main/context/retrieval/sentence/encoder-file.ts describes and reads it. */
export const encodeEncoder = (
  pieces: EncoderHeader['pieces'],
  tensors: readonly Tensor[],
): Buffer => {
  const shapes = tensors.map(({ name, kind, rows, columns }) => ({ name, kind, rows, columns }));
  const header = Buffer.from(JSON.stringify(EncoderHeader.parse({ pieces, tensors: shapes })));
  const dataAt = preambleBytes + Math.ceil(header.length / 4) * 4;
  const file = Buffer.alloc(shapes.reduce((sum, shape) => sum + tensorBytes(shape), dataAt));
  header.copy(file, preambleBytes);
  let at = dataAt;
  for (const tensor of tensors) {
    write(file, at, tensor);
    at += tensorBytes(tensor);
  }
  const stamp = createHash('sha256').update(file.subarray(preambleBytes)).digest().readUInt32LE(0);
  const dimension = shapes.find(({ name }) => name === 'turn/weights')?.rows ?? 0;
  [encoderMagic, encoderFormat, header.length, stamp, dimension].forEach((value, index) => {
    file.writeUInt32LE(value, index * 4);
  });
  return file;
};
