import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';
import { detached } from '#shared/detached.ts';
import { AppError } from '#shared/errors.ts';
import { createEncoder, encoderFrom } from './encoder.ts';
import { estimateTokens } from './estimate.ts';
import { splitParagraphs } from './paragraphs.ts';
import { cutLongRuns } from './runs.ts';
import { cutSentences } from './sentences.ts';
import type { StoredTokenCounter } from '#main/book/token-counter.ts';
import type { CountTokens, TokensService } from './service.ts';
import { type EncodingName, tokenizerFor, tokenizerOf } from './tokenizers.ts';
import { createVocabularies, type Vocabularies } from './vocabularies.ts';

export { estimateTokens } from './estimate.ts';
export { type EncodingName, tokenizerFor } from './tokenizers.ts';

export type Tokens = TokensService &
  StoredTokenCounter & {
    /** Loads the vocabulary now instead of at the first count. TOKENIZER_UNAVAILABLE. */
    warm(): void;
  };

/** The paragraphs of a text with their estimated tokens. */
export const estimateParagraphs = (
  text: string,
): { start: number; end: number; tokens: number }[] =>
  splitParagraphs(text).map(({ start, end }) => ({
    start,
    end,
    tokens: estimateTokens(text.slice(start, end)),
  }));

export type TokensOptions = {
  /** Counts as this model does; without it `encoding` counts, by default o200k_base. */
  model?: string;
  encoding?: EncodingName;
  /** Takes the place of the encoder; what it throws becomes TOKENIZER_UNAVAILABLE. */
  countTokens?: CountTokens | undefined;
  /** Shared with others that count; its own otherwise. */
  vocabularies?: Vocabularies;
};

type Paragraph = Readonly<{ start: number; end: number; tokens: number }>;

/** UTF-16 code units the cache of paragraphs and sentences may hold, entries included: some 64 MB. */
const cachedUnits = 32_000_000;
/** What an entry costs beside its text, in code units. */
const entryUnits = 64;
/** The same for whole texts, whose key is the text a document service holds anyway. */
const cachedTextUnits = 8_000_000;

/** Paragraphs beyond this length take so long that they are counted ahead (UTF-16 code units). */
const veryLongParagraph = 32_768;
/** What is counted of them in one go: some ten milliseconds of Chinese without a stop. */
const oneGo = 8192;

/** Most of what is counted is one line with its end: no need to look for borders in it. */
const isOneParagraph = (text: string): boolean => {
  const end = text.indexOf('\n');
  if (end === -1) return !text.includes('\r');
  for (let index = end; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== 10) return false;
  }
  return !text.includes('\r');
};

/**
 * Counting by paragraph, and within long ones by sentence: a text is counted as the sum, which equals one full encode
 * unless the text holds unbroken runs of more than 256 characters (then it may lie slightly above).
 * Errors of `count`, `paragraphs` and `countAhead`: TOKENIZER_UNAVAILABLE.
 */
export const createTokens = (options: TokensOptions = {}): Tokens => {
  const tokenizer =
    options.model === undefined
      ? tokenizerOf(options.encoding ?? 'o200k_base')
      : tokenizerFor(options.model);
  const encoder = options.countTokens
    ? encoderFrom(options.countTokens)
    : createEncoder(
        tokenizer.encoding ?? 'o200k_base',
        options.vocabularies ?? createVocabularies(),
      );
  const counts = new LRUCache<string, number>({
    maxSize: cachedUnits,
    sizeCalculation: (_tokens, text) => text.length + entryUnits,
  });
  const texts = new LRUCache<string, readonly Paragraph[]>({
    maxSize: cachedTextUnits,
    sizeCalculation: (_paragraphs, text) => text.length + entryUnits,
  });

  const cached = (text: string, countNow: CountTokens): number => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const tokens = countNow(text);
    counts.set(detached(text), tokens);
    return tokens;
  };

  const countSentence = (sentence: string): number => {
    const parts = cutLongRuns(sentence);
    if (parts.length === 1) return encoder.count(sentence);
    let sum = 0;
    for (const part of parts) sum += cached(part, encoder.count);
    return sum;
  };

  const sumOfSentences = (paragraph: string): number => {
    const sentences = cutSentences(paragraph);
    if (sentences.length === 1) return countSentence(paragraph);
    let sum = 0;
    for (const sentence of sentences) sum += cached(sentence, countSentence);
    return sum;
  };

  const countParagraph: CountTokens =
    tokenizer.encoding === null
      ? (paragraph) => cached(paragraph, estimateTokens)
      : (paragraph) => Math.ceil(cached(paragraph, sumOfSentences) * tokenizer.factor);

  const countParagraphs = (text: string): readonly Paragraph[] => {
    const known = texts.get(text);
    if (known) return known;
    const counted = splitParagraphs(text).map(({ start, end }) =>
      Object.freeze({ start, end, tokens: countParagraph(text.slice(start, end)) }),
    );
    if (counted.length > 1) texts.set(text, counted);
    return counted;
  };

  const count = (text: string): number => {
    if (text === '') return 0;
    if (isOneParagraph(text)) return countParagraph(text);
    let sum = 0;
    for (const { tokens } of countParagraphs(text)) sum += tokens;
    return sum;
  };

  const countAhead = async (text: string): Promise<void> => {
    if (tokenizer.encoding === null || text.length <= veryLongParagraph) return;
    let counted = 0;
    for (const { start, end } of splitParagraphs(text)) {
      const paragraph = text.slice(start, end);
      if (paragraph.length <= veryLongParagraph || counts.has(paragraph)) continue;
      for (const part of cutSentences(paragraph).flatMap(cutLongRuns)) {
        if (counts.has(part)) continue;
        cached(part, encoder.count);
        counted += part.length;
        if (counted < oneGo) continue;
        counted = 0;
        await setImmediate();
      }
    }
  };

  return {
    countAhead,
    info: () => ({
      name: tokenizer.name,
      exactness: tokenizer.exactness,
      margin: tokenizer.margin,
    }),
    count,
    // A fresh array of frozen members: callers may cut and join it.
    paragraphs: (text) => [...countParagraphs(text)],
    countOrEstimate: (text) => {
      try {
        return count(text);
      } catch (error) {
        if (error instanceof AppError && error.code === 'TOKENIZER_UNAVAILABLE') {
          return estimateTokens(text);
        }
        throw error;
      }
    },
    warm: () => {
      if (tokenizer.encoding !== null) encoder.warm();
    },
  };
};
