import { AppError } from '#shared/errors.ts';
import type { CountTokens } from './service.ts';
import type { EncodingName } from './tokenizers.ts';
import type { Vocabularies } from './vocabularies.ts';

export type Encoder = {
  /** Tokens of one run; special tokens count as the text they are (S3-14). TOKENIZER_UNAVAILABLE. */
  count: CountTokens;
  /** Loads the vocabulary now (some 400 ms) instead of at the first count. TOKENIZER_UNAVAILABLE. */
  warm(): void;
};

const unavailable = (cause: unknown): AppError =>
  new AppError('TOKENIZER_UNAVAILABLE', 'The tokenizer could not be used.', {}, { cause });

export const createEncoder = (encoding: EncodingName, vocabularies: Vocabularies): Encoder => {
  const guarded = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw unavailable(error);
    }
  };
  return {
    count: (text) => guarded(() => vocabularies.of(encoding).encode_ordinary(text).length),
    warm: () => {
      guarded(() => vocabularies.of(encoding));
    },
  };
};

/** An encoder whose words are another's: for tests and for counting elsewhere. */
export const encoderFrom = (countTokens: CountTokens): Encoder => ({
  count: (text) => {
    let tokens: number;
    try {
      tokens = countTokens(text);
    } catch (error) {
      throw unavailable(error);
    }
    if (!Number.isSafeInteger(tokens) || tokens < 0) {
      throw unavailable(new RangeError('a token count must be a whole number, 0 or more'));
    }
    return tokens;
  },
  warm: () => undefined,
});
