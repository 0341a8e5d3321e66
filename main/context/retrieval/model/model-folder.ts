/** Finds out what a folder holds of a sentence model. */
import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { ModelPrefixes } from '#shared/domain/sentence-model.ts';
import { AppError } from '#shared/errors.ts';
import { parseJson } from '#main/base/text/parse-json.ts';
import { hashFile } from '#main/base/files/hash-file.ts';
import { openRegularFile, readRegularFile } from '#main/base/files/regular-file.ts';
import type { ModelOrder, Pooling } from './protocol.ts';

export type ModelFolder = {
  order: ModelOrder;
  /** Names this very model with its pooling and prefixes: vectors of two stamps are never compared. */
  stamp: string;
  prefixes: ModelPrefixes;
  files: { name: string; bytes: number }[];
  licence: { name: string; text: string } | null;
};

const modelNames = ['model.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx'];
export const licenceNames = ['LICENSE', 'LICENSE.txt', 'LICENSE.md', 'LICENCE', 'LICENCE.txt'];
/** Characters shown of a licence. */
const licenceLength = 4000;
/** Bytes of a file of settings or terms that are read. */
export const smallFile = 4 * 1024 * 1024;
const tokenizerFile = 64 * 1024 * 1024;
/** WebAssembly addresses 4 GB, and opening takes the file's size three times over. */
const maxBytes = Math.min(1024 ** 3, totalmem() / 4);
const defaultTokens = 512;
/** What tells how a model wants to be read. */
export const settingsNames = [
  'config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
  '1_Pooling/config.json',
];

const Settings = z.object({ max_position_embeddings: z.number().int().optional() });
const SentenceSettings = z.object({ max_seq_length: z.number().int().optional() });
const PoolingSettings = z.object({ pooling_mode_cls_token: z.boolean().optional() });
const PromptSettings = z.object({ prompts: z.record(z.string(), z.string()).optional() });

/** Opened and measured; null where it is no regular file. */
const sizeOf = async (folder: string, name: string): Promise<number | null> => {
  try {
    const handle = await openRegularFile(path.join(folder, name));
    try {
      return (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
};

/** What a small file of settings says; nothing where it is absent or another thing. */
const readSettings = async <T>(
  folder: string,
  name: string,
  shape: z.ZodType<T>,
): Promise<T | null> => {
  try {
    const bytes = await readRegularFile(path.join(folder, name), smallFile);
    return shape.safeParse(parseJson(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
};

const findLicence = async (folder: string): Promise<ModelFolder['licence']> => {
  for (const name of licenceNames) {
    try {
      const bytes = await readRegularFile(path.join(folder, name), smallFile);
      return { name, text: bytes.toString('utf8').slice(0, licenceLength) };
    } catch {
      // The next name is tried.
    }
  }
  return null;
};

/** Of models as e5 and bge are published: the prompts stand in a file of their own. */
const readPrefixes = async (folder: string): Promise<ModelPrefixes> => {
  const found = await readSettings(folder, 'config_sentence_transformers.json', PromptSettings);
  const prompts = found?.prompts ?? {};
  return {
    question: (prompts['query'] ?? '').slice(0, 500),
    passage: (prompts['passage'] ?? prompts['document'] ?? '').slice(0, 500),
  };
};

const readLimits = async (folder: string): Promise<{ maxTokens: number; pooling: Pooling }> => {
  const sentence = await readSettings(folder, 'sentence_bert_config.json', SentenceSettings);
  const settings = await readSettings(folder, 'config.json', Settings);
  const pooling = await readSettings(folder, '1_Pooling/config.json', PoolingSettings);
  const positions = settings?.max_position_embeddings ?? defaultTokens;
  const tokens = Math.min(sentence?.max_seq_length ?? defaultTokens, positions, defaultTokens);
  return {
    maxTokens: Math.max(8, tokens),
    pooling: pooling?.pooling_mode_cls_token ? 'cls' : 'mean',
  };
};

const incomplete = (message: string): AppError =>
  new AppError('SENTENCE_MODEL_INCOMPLETE', message);

/** In bytes. SENTENCE_MODEL_TOO_LARGE for what this machine cannot open. */
export const requireSize = ({ model, tokenizer }: { model: number; tokenizer: number }): void => {
  if (model <= maxBytes && tokenizer <= tokenizerFile) return;
  throw new AppError('SENTENCE_MODEL_TOO_LARGE', 'The model is too large.');
};

/**
 * SENTENCE_MODEL_INCOMPLETE where the folder, its model or its tokenizer is not there, SENTENCE_MODEL_TOO_LARGE. Nothing
 * of the model is run.
 */
export const readModelFolder = async (
  folder: string,
  selected: ModelPrefixes | undefined,
): Promise<ModelFolder> => {
  if (!path.isAbsolute(folder)) throw incomplete('The path of the model is not absolute.');
  const sizes = new Map<string, number | null>();
  for (const name of [...modelNames, 'tokenizer.json', 'tokenizer_config.json']) {
    sizes.set(name, await sizeOf(folder, name));
  }
  const model = modelNames.find((name) => sizes.get(name));
  const [bytes, tokens] = [sizes.get(model ?? ''), sizes.get('tokenizer.json')];
  if (!model || !bytes || !tokens) throw incomplete('The model or its tokenizer is missing.');
  requireSize({ model: bytes, tokenizer: tokens });
  const at = (name: string): string => path.join(folder, name);
  const order: ModelOrder = {
    modelFile: at(model),
    tokenizerFile: at('tokenizer.json'),
    tokenizerConfigFile: sizes.get('tokenizer_config.json') ? at('tokenizer_config.json') : null,
    ...(await readLimits(folder)),
    sha256: { model: await hashFile(at(model)), tokenizer: await hashFile(at('tokenizer.json')) },
  };
  const prefixes = selected ?? (await readPrefixes(folder));
  const { sha256, pooling, maxTokens } = order;
  const identity = JSON.stringify([sha256, pooling, maxTokens, prefixes]);
  return {
    order,
    stamp: createHash('sha256').update(identity).digest('hex'),
    prefixes,
    files: [...sizes].flatMap(([name, size]) =>
      size && (name === model || !modelNames.includes(name)) ? [{ name, bytes: size }] : [],
    ),
    licence: await findLicence(folder),
  };
};
