/** What the book asks of a tokenizer: the tokens of what it stores, for the wings above to add up. */

/** Counts what is stored beside a text: falls back to the estimate, so that saving never fails over a tokenizer. */
export type StoredTokenCounter = {
  countOrEstimate(text: string): number;
};
