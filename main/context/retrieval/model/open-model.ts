/** Opens a sentence model inside its worker: files, tokenizer and session. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-web/wasm';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { parseJson } from '#main/base/text/parse-json.ts';
import { readRegularFileSync } from '#main/base/files/regular-file.ts';
import { poolVector } from './pool.ts';
import type { ModelOrder, Pooling } from './protocol.ts';

export type OpenModel = {
  /** A vector of unit length. SENTENCE_MODEL_UNSUITABLE, SENTENCE_MODEL_NO_NUMBERS. */
  read(text: string): Promise<{ vector: Float32Array; pooling: Pooling }>;
};

const largest = Number.MAX_SAFE_INTEGER;
const known = new Set(['input_ids', 'attention_mask', 'token_type_ids']);
/** Best first: one vector a text, then one a token. */
const answers = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'] as const;

const failure = (code: ErrorCode, message: string, cause?: unknown): AppError =>
  new AppError(code, message, undefined, { cause });

const readUnchanged = (file: string, sha256: string): Buffer => {
  let bytes: Buffer;
  try {
    bytes = readRegularFileSync(file, largest);
  } catch (error) {
    throw failure('SENTENCE_MODEL_INCOMPLETE', 'A file of the model cannot be read.', error);
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw failure('SENTENCE_MODEL_CHANGED', 'A file of the model is another one now.');
  }
  return bytes;
};

const openTokenizer = (order: ModelOrder): Tokenizer => {
  const text = readUnchanged(order.tokenizerFile, order.sha256.tokenizer).toString('utf8');
  try {
    const settings = order.tokenizerConfigFile;
    const config: unknown = settings ? parseJson(readFileSync(settings, 'utf8')) : {};
    const shape = z.record(z.string(), z.unknown());
    return new Tokenizer(shape.parse(JSON.parse(text)), shape.catch({}).parse(config));
  } catch (error) {
    throw failure('SENTENCE_MODEL_UNREADABLE', 'The tokenizer cannot be read.', error);
  }
};

const openSession = async (order: ModelOrder): Promise<ort.InferenceSession> => {
  const bytes = readUnchanged(order.modelFile, order.sha256.model);
  // One thread: at most one core. The program's own file is handed over, so that nothing is looked for elsewhere.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  );
  ort.env.logLevel = 'fatal';
  try {
    return await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'] });
  } catch (error) {
    throw failure('SENTENCE_MODEL_UNREADABLE', 'The model cannot be read.', error);
  }
};

/** The vectors' name; SENTENCE_MODEL_UNSUITABLE. */
const chooseAnswer = (session: ort.InferenceSession): string => {
  const answer = answers.find((name) => session.outputNames.includes(name));
  const inputs = session.inputNames;
  if (!answer || !inputs.includes('input_ids') || !inputs.every((name) => known.has(name))) {
    throw failure('SENTENCE_MODEL_UNSUITABLE', 'The model has other inputs or outputs.');
  }
  return answer;
};

/** Cut at the end, its last token (as BERT's [SEP]) kept. */
const cut = (ids: readonly number[], max: number): number[] => {
  const last = ids.at(-1);
  return ids.length <= max || last === undefined ? [...ids] : [...ids.slice(0, max - 1), last];
};

const tensorOf = (cells: readonly number[]): ort.Tensor =>
  new ort.Tensor('int64', BigInt64Array.from(cells, BigInt), [1, cells.length]);

/** SENTENCE_MODEL_… for each thing that can be wrong with the files. */
export const openModel = async (order: ModelOrder): Promise<OpenModel> => {
  const tokenizer = openTokenizer(order);
  const session = await openSession(order);
  const answer = chooseAnswer(session);
  const pooling = answer === 'sentence_embedding' ? 'own' : order.pooling;
  return {
    async read(text) {
      const ids = cut(tokenizer.encode(text).ids, order.maxTokens);
      const inputs: Record<string, ort.Tensor> = {
        input_ids: tensorOf(ids),
        attention_mask: tensorOf(ids.map(() => 1)),
        token_type_ids: tensorOf(ids.map(() => 0)),
      };
      const asked = session.inputNames.flatMap((name) => {
        const tensor = inputs[name];
        return tensor ? [[name, tensor] as const] : [];
      });
      let output: ort.Tensor | undefined;
      try {
        output = (await session.run(Object.fromEntries(asked), [answer]))[answer];
      } catch (error) {
        throw failure('SENTENCE_MODEL_UNSUITABLE', 'The model does not read its input.', error);
      }
      const { dims = [], data } = output ?? {};
      const pooled =
        data instanceof Float32Array ? poolVector({ dims, data }, pooling) : ('shape' as const);
      output?.dispose();
      if (pooled === 'shape') {
        throw failure('SENTENCE_MODEL_UNSUITABLE', 'The model answers in another shape.');
      }
      if (pooled === 'numbers') {
        throw failure('SENTENCE_MODEL_NO_NUMBERS', 'The model answers no numbers.');
      }
      return { vector: pooled.vector, pooling };
    },
  };
};
