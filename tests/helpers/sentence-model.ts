/** Folders with small sentence models of known vectors: what real ones have, a few kilobytes large. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildOnnx, type OnnxNode, type OnnxWeights } from './onnx-model.ts';
import { createRandom } from './random.ts';

const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/** A tokenizer of whole words and single ideographs, as BERT's. */
export const subwords = (words: readonly string[]): object => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: special.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries([...special, ...words].map((word, id) => [word, id])),
  },
});

export type SmallModel = {
  /** Words of one list have one vector. */
  synonyms: readonly (readonly string[])[];
  dimension?: number;
  seed?: number;
  /** `hidden`: a vector a token; `sentence`: one a text; `odd`: an input nobody knows; `broken`: no numbers. */
  kind?: 'hidden' | 'sentence' | 'odd' | 'broken';
};

const maskedVectors: OnnxNode[] = [
  { op: 'Gather', inputs: ['table', 'input_ids'], output: 'gathered' },
  { op: 'Cast', inputs: ['attention_mask'], output: 'mask', attributes: { to: 1 } },
  { op: 'Unsqueeze', inputs: ['mask', 'last'], output: 'column' },
  { op: 'Mul', inputs: ['gathered', 'column'], output: 'last_hidden_state' },
];
const meanOfAll: OnnxNode = {
  op: 'ReduceMean',
  inputs: ['last_hidden_state'],
  output: 'sentence_embedding',
  attributes: { axes: [1], keepdims: 0 },
};

/** The bytes of the model alone. */
export const smallModel = ({
  synonyms,
  dimension = 16,
  seed = 1,
  kind = 'hidden',
}: SmallModel): Buffer => {
  const random = createRandom(seed);
  const rows: number[][] = special.map(() => Array.from({ length: dimension }, () => 0));
  for (const group of synonyms) {
    const row = Array.from({ length: dimension }, () =>
      kind === 'broken' ? Number.NaN : random() - 0.5,
    );
    for (let word = 0; word < group.length; word++) rows.push(row);
  }
  const table = {
    name: 'table',
    dims: [rows.length, dimension],
    values: Float32Array.from(rows.flat()),
  };
  const last: OnnxWeights = { name: 'last', dims: [1], values: BigInt64Array.from([-1n]) };
  const ids =
    kind === 'odd'
      ? ['input_ids', 'attention_mask', 'pixel_values']
      : ['input_ids', 'attention_mask'];
  return buildOnnx({
    nodes: kind === 'sentence' ? [...maskedVectors, meanOfAll] : maskedVectors,
    weights: [table, last],
    inputs: ids.map((name) => ({ name, type: 'int64', dims: ['batch', 'length'] })),
    outputs:
      kind === 'sentence'
        ? [{ name: 'sentence_embedding', type: 'float', dims: ['batch', dimension] }]
        : [{ name: 'last_hidden_state', type: 'float', dims: ['batch', 'length', dimension] }],
  });
};

/** Writes `tokenizer.json`, `model.onnx` and the pooling of a model; `folder` is made when it is absent. */
export const writeSentenceModel = (folder: string, model: SmallModel): void => {
  mkdirSync(path.join(folder, '1_Pooling'), { recursive: true });
  writeFileSync(
    path.join(folder, 'tokenizer.json'),
    JSON.stringify(subwords(model.synonyms.flat())),
  );
  writeFileSync(path.join(folder, 'model.onnx'), smallModel(model));
  writeFileSync(
    path.join(folder, '1_Pooling', 'config.json'),
    JSON.stringify({ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }),
  );
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ max_position_embeddings: 128 }));
};
