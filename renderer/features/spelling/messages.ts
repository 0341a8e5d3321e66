/** What the page and the worker that spells say to each other. */

import type { Variant } from '#shared/spelling/dictionary.ts';

export type Question = { id: number; variant: Variant } & (
  | { kind: 'check'; words: readonly string[] }
  | { kind: 'suggest'; word: string }
);

/** `words`: those that are not in the dictionary, or what may have been meant. */
export type Answer = { id: number; words: string[] };
