import { createTokens, type Tokens, type TokensOptions } from './index.ts';
import type { TokensService } from './service.ts';
import { tokenizerFor } from './tokenizers.ts';

export type ModelCounters = {
  /** Counts as this model does; one counter, with its cache, for all models of a tokenizer. */
  of(model: string): TokensService;
};

/** `standard` serves the models that count exactly as it does. */
export const createModelCounters = (
  standard: TokensService,
  options: Pick<TokensOptions, 'countTokens' | 'vocabularies'>,
): ModelCounters => {
  const made = new Map<string, Tokens>();
  return {
    of(model) {
      const { name } = tokenizerFor(model);
      if (name === standard.info().name) return standard;
      const known = made.get(name);
      if (known) return known;
      const counter = createTokens({ ...options, model });
      made.set(name, counter);
      return counter;
    },
  };
};
