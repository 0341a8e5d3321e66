/** Where something stands in one text. */
import type { KeptMarks } from '#shared/domain/manuscript.ts';

/** In UTF-16 code units. */
export type Span = { start: number; end: number };

/** `keptMarks`: where the words go on over marks of emphasis, which lie in the span. */
export type FoundSpan = Span & { keptMarks?: KeptMarks };
