/** What a UTF-16 unit is to retrieval: a border, part of a spaced word, or a sign that stands for itself. */
export const unitKind = { border: 0, letter: 1, ideograph: 2 } as const;

export type Alphabet = {
  /** For every UTF-16 unit the one it is compared as: simplified, half-width, lower case, without accents. */
  fold: Uint16Array;
  kind: Uint8Array;
};
