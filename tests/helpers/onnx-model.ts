/** Builds ONNX files by hand, as far as encoders of sentences need it: the format is protobuf. */

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
};
const int = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, value: string | Buffer): Buffer => {
  const body = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(body.length)]), body]);
};
const message = (field: number, ...parts: Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

const elementTypes = { float: 1, int64: 7 } as const;
type Element = keyof typeof elementTypes;

export type OnnxWeights = { name: string; dims: number[]; values: Float32Array | BigInt64Array };
export type OnnxNode = {
  op: string;
  inputs: string[];
  output: string;
  /** Whole numbers, lists of them, and real numbers told apart by `real`. */
  attributes?: Record<string, number | number[] | { real: number }>;
};
type Port = { name: string; type: Element; dims: (number | string)[] };

const weights = ({ name, dims, values }: OnnxWeights): Buffer => {
  const type = values instanceof Float32Array ? 'float' : 'int64';
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const shape = dims.map((dim) => int(1, dim));
  return message(5, ...shape, int(2, elementTypes[type]), bytes(8, name), bytes(9, raw));
};

const attribute = (name: string, value: number | number[] | { real: number }): Buffer => {
  if (Array.isArray(value)) {
    return message(5, bytes(1, name), ...value.map((one) => int(8, one)), int(20, 7));
  }
  if (typeof value === 'number') return message(5, bytes(1, name), int(3, value), int(20, 2));
  const real = Buffer.alloc(5);
  real[0] = 2 * 8 + 5;
  real.writeFloatLE(value.real, 1);
  return message(5, bytes(1, name), real, int(20, 1));
};

const node = ({ op, inputs, output, attributes = {} }: OnnxNode): Buffer =>
  message(
    1,
    ...inputs.map((name) => bytes(1, name)),
    bytes(2, output),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  );

const port = (field: number, { name, type, dims }: Port): Buffer => {
  const shape = dims.map((dim) =>
    message(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)),
  );
  const tensor = message(1, int(1, elementTypes[type]), message(2, ...shape));
  return message(field, bytes(1, name), message(2, tensor));
};

/** A file of opset 17. */
export const buildOnnx = (graph: {
  nodes: OnnxNode[];
  weights: OnnxWeights[];
  inputs: Port[];
  outputs: Port[];
}): Buffer =>
  Buffer.concat([
    int(1, 8),
    message(
      7,
      ...graph.nodes.map(node),
      bytes(2, 'graph'),
      ...graph.weights.map(weights),
      ...graph.inputs.map((one) => port(11, one)),
      ...graph.outputs.map((one) => port(12, one)),
    ),
    message(8, bytes(1, ''), int(2, 17)),
  ]);
