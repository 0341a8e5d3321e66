import type { TokenizerInfo } from '#shared/domain/assembly.ts';

export type EncodingName = 'o200k_base' | 'cl100k_base';

/** How a model's tokens are counted (S3-14). */
export type Tokenizer = TokenizerInfo & {
  /** Null: no encoder comes near, the estimate by script counts. */
  encoding: EncodingName | null;
  /** What the encoder's count is multiplied with, so that an estimate does not lie below the truth. */
  factor: number;
};

const exact = (encoding: EncodingName): Tokenizer => ({
  name: encoding,
  exactness: 'exact',
  margin: 0,
  encoding,
  factor: 1,
});

const estimate = (name: string, factor: number, margin: number): Tokenizer => ({
  name,
  exactness: 'estimate',
  margin,
  encoding: 'o200k_base',
  factor,
});

/** By script alone, for models of unknown make. */
export const unknownTokenizer: Tokenizer = {
  name: 'estimate',
  exactness: 'estimate',
  margin: 0.3,
  encoding: null,
  factor: 1,
};

/**
 * Factors and margins were measured against each family's published vocabulary on a million bytes of Chinese
 * and of English fiction: the factor lifts the count to the worse of the two, the margin is how far it then
 * lies above the better one. GLM and Mistral were not measured.
 */
const families: readonly { pattern: RegExp; tokenizer: Tokenizer }[] = [
  {
    pattern: /gpt-(4o|4\.1|4\.5|5)|chatgpt|gpt-oss|(^|[/:_-])o[1-9](-|$)/,
    tokenizer: exact('o200k_base'),
  },
  { pattern: /gpt-(4|3\.5)|gpt-35/, tokenizer: exact('cl100k_base') },
  { pattern: /claude/, tokenizer: estimate('claude (from o200k_base)', 1.35, 0.3) },
  { pattern: /qwen|qwq/, tokenizer: estimate('qwen (from o200k_base)', 1.01, 0.2) },
  { pattern: /deepseek/, tokenizer: estimate('deepseek (from o200k_base)', 1.01, 0.3) },
  { pattern: /gemma/, tokenizer: estimate('gemma (from o200k_base)', 1.02, 0.2) },
  { pattern: /gemini/, tokenizer: estimate('gemini (from o200k_base)', 1.01, 0.2) },
  { pattern: /llama/, tokenizer: estimate('llama (from o200k_base)', 1.02, 0.05) },
  { pattern: /glm/, tokenizer: estimate('glm (from o200k_base)', 1.1, 0.3) },
  {
    pattern: /mistral|mixtral|ministral|magistral/,
    tokenizer: estimate('mistral (from o200k_base)', 1.2, 0.3),
  },
];

/** The encoding itself, for when no model is chosen. */
export const tokenizerOf = (encoding: EncodingName): Tokenizer => exact(encoding);

/** By a model's name as providers write it, with or without vendor and version (`qwen3:8b`, `openai/gpt-4o`). */
export const tokenizerFor = (model: string): Tokenizer => {
  const name = model.toLowerCase();
  return families.find(({ pattern }) => pattern.test(name))?.tokenizer ?? unknownTokenizer;
};
