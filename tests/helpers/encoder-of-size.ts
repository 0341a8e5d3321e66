/** A random encoder as large as those writers use: what it costs is real, what it finds is not. */
import { createRandom } from './random.ts';
import { buildOnnx, type OnnxNode, type OnnxWeights } from './onnx-model.ts';

export type EncoderSize = {
  /** Rows of the table of words. */
  words: number;
  /** Length of the vectors; a multiple of `heads`. */
  dimension: number;
  layers: number;
  heads: number;
};

type Parts = { nodes: OnnxNode[]; weights: OnnxWeights[] };

/** Random numbers as a trained encoder has them, about nought; drawn once and used again, for they decide no cost. */
const createDraw = (): ((length: number) => Float32Array) => {
  const random = createRandom(1);
  const drawn = Float32Array.from({ length: 65_537 }, () => (random() - 0.5) / 10);
  return (length) => Float32Array.from({ length }, (_, at) => drawn[at % drawn.length] ?? 0);
};

/** `output` = `input` · W + b. */
const addLinear = (
  { nodes, weights }: Parts,
  draw: (length: number) => Float32Array,
  { input, output, from, to }: { input: string; output: string; from: number; to: number },
): void => {
  weights.push({ name: `${output}.w`, dims: [from, to], values: draw(from * to) });
  weights.push({ name: `${output}.b`, dims: [to], values: draw(to) });
  nodes.push({ op: 'MatMul', inputs: [input, `${output}.w`], output: `${output}.m` });
  nodes.push({ op: 'Add', inputs: [`${output}.m`, `${output}.b`], output });
};

const addNorm = (
  { nodes, weights }: Parts,
  inputs: string[],
  output: string,
  dimension: number,
) => {
  const ones = Float32Array.from({ length: dimension }, () => 1);
  weights.push({ name: `${output}.scale`, dims: [dimension], values: ones });
  nodes.push({ op: 'Add', inputs, output: `${output}.sum` });
  nodes.push({
    op: 'LayerNormalization',
    inputs: [`${output}.sum`, `${output}.scale`],
    output,
    attributes: { epsilon: { real: 1e-12 } },
  });
};

/** Attention and what follows it, from the vectors named `input` to those named `output`. */
const addLayer = (
  parts: Parts,
  draw: (length: number) => Float32Array,
  { dimension }: EncoderSize,
  { input, output }: { input: string; output: string },
): void => {
  const { nodes } = parts;
  const name = (part: string): string => `${output}.${part}`;
  for (const part of ['q', 'k', 'v']) {
    addLinear(parts, draw, { input, output: name(part), from: dimension, to: dimension });
    nodes.push({ op: 'Reshape', inputs: [name(part), 'split'], output: name(`${part}s`) });
    const perm = part === 'k' ? [0, 2, 3, 1] : [0, 2, 1, 3];
    nodes.push({
      op: 'Transpose',
      inputs: [name(`${part}s`)],
      output: name(`${part}t`),
      attributes: { perm },
    });
  }
  nodes.push({ op: 'MatMul', inputs: [name('qt'), name('kt')], output: name('near') });
  nodes.push({ op: 'Mul', inputs: [name('near'), 'scale'], output: name('scaled') });
  nodes.push({ op: 'Softmax', inputs: [name('scaled')], output: name('shares') });
  nodes.push({ op: 'MatMul', inputs: [name('shares'), name('vt')], output: name('seen') });
  nodes.push({
    op: 'Transpose',
    inputs: [name('seen')],
    output: name('back'),
    attributes: { perm: [0, 2, 1, 3] },
  });
  nodes.push({ op: 'Reshape', inputs: [name('back'), 'join'], output: name('joined') });
  addLinear(parts, draw, {
    input: name('joined'),
    output: name('said'),
    from: dimension,
    to: dimension,
  });
  addNorm(parts, [name('said'), input], name('first'), dimension);
  const inner = 4 * dimension;
  addLinear(parts, draw, {
    input: name('first'),
    output: name('wide'),
    from: dimension,
    to: inner,
  });
  nodes.push({ op: 'Div', inputs: [name('wide'), 'root'], output: name('part') });
  nodes.push({ op: 'Erf', inputs: [name('part')], output: name('erf') });
  nodes.push({ op: 'Add', inputs: [name('erf'), 'one'], output: name('more') });
  nodes.push({ op: 'Mul', inputs: [name('wide'), name('more')], output: name('bent') });
  nodes.push({ op: 'Mul', inputs: [name('bent'), 'half'], output: name('gelu') });
  addLinear(parts, draw, {
    input: name('gelu'),
    output: name('narrow'),
    from: inner,
    to: dimension,
  });
  addNorm(parts, [name('narrow'), name('first')], output, dimension);
};

const single = (name: string, value: number): OnnxWeights => ({
  name,
  dims: [1],
  values: Float32Array.from([value]),
});
const shape = (name: string, cells: number[]): OnnxWeights => ({
  name,
  dims: [cells.length],
  values: BigInt64Array.from(cells, BigInt),
});

/** The bytes of a file with BERT's inputs and `last_hidden_state`; it knows no places of words. */
export const encoderOfSize = (size: EncoderSize): Buffer => {
  const { words, dimension, layers, heads } = size;
  const draw = createDraw();
  const parts: Parts = {
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], output: 'layer0' }],
    weights: [
      { name: 'table', dims: [words, dimension], values: draw(words * dimension) },
      shape('split', [0, 0, heads, dimension / heads]),
      shape('join', [0, 0, dimension]),
      shape('last', [-1]),
      single('scale', 1 / Math.sqrt(dimension / heads)),
      single('root', Math.SQRT2),
      single('one', 1),
      single('half', 0.5),
    ],
  };
  for (let layer = 0; layer < layers; layer++) {
    addLayer(parts, draw, size, { input: `layer${layer}`, output: `layer${layer + 1}` });
  }
  parts.nodes.push(
    { op: 'Cast', inputs: ['attention_mask'], output: 'mask', attributes: { to: 1 } },
    { op: 'Unsqueeze', inputs: ['mask', 'last'], output: 'column' },
    { op: 'Mul', inputs: [`layer${layers}`, 'column'], output: 'last_hidden_state' },
  );
  const port = (name: string) => ({ name, type: 'int64' as const, dims: ['batch', 'length'] });
  return buildOnnx({
    ...parts,
    inputs: ['input_ids', 'attention_mask'].map(port),
    outputs: [{ name: 'last_hidden_state', type: 'float', dims: ['batch', 'length', dimension] }],
  });
};
