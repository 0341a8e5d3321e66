import type { TokenizerInfo } from '#shared/domain/assembly.ts';

/**
 * A text's tokens, counted by paragraph and cached by content. A paragraph keeps its line ends, so that
 * the counts of paragraphs add up to the count of the text.
 */
export type TokensService = {
  info(): TokenizerInfo;
  /** Exact for the model's tokenizer, or an upper estimate when there is none (see `info`). */
  count(text: string): number;
  /** The paragraphs of a text with their tokens: concatenated they are the text, added up they are its count. */
  paragraphs(text: string): { start: number; end: number; tokens: number }[];
  /**
   * Counts the very long paragraphs of a text piece by piece, letting others have their turn in between, so that
   * counting it afterwards finds them counted. Costs nothing for other texts.
   */
  countAhead(text: string): Promise<void>;
};

/** Encodes one run of text without special tokens; returns how many tokens it makes. Throws when it cannot. */
export type CountTokens = (text: string) => number;
