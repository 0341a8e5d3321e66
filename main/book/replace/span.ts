/** Where something stands in one text. */
import type { KeptMarks } from '#shared/domain/manuscript.ts';

/** In UTF-16 code units. */
export type Span = { start: number; end: number };

export type FoundSpan = Span & {
  /** Where the words go on over marks of emphasis, which lie in the span. */
  keptMarks?: KeptMarks;
  /** What each group of a regular expression matched there. */
  captures?: readonly (string | null)[];
};
