/** What the worker of a sentence model is started with, asked and answers. */
import type { ErrorCode } from '#shared/errors.ts';

/** How the vectors of a text's tokens become one. `own`: the model does it itself. */
export type Pooling = 'mean' | 'cls' | 'own';

export type ModelOrder = {
  modelFile: string;
  tokenizerFile: string;
  /** `tokenizer_config.json`; null where there is none. */
  tokenizerConfigFile: string | null;
  pooling: Pooling;
  maxTokens: number;
  /** Of the model's file and the tokenizer's, hexadecimal: what lies there must still be what was looked at. */
  sha256: { model: string; tokenizer: string };
};

export type ModelRequest = { id: number; text: string };

/** Of a request; where the model cannot be opened, of each. `pooling` as it came to be used. */
export type ModelReply =
  | { id: number; ok: true; vector: Float32Array; pooling: Pooling }
  | { id: number; ok: false; code: ErrorCode };
