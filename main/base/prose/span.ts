/** A place in a text, UTF-16 code units, `end` exclusive. */
export type Span = { start: number; end: number };

/** Spans of all matches of a global expression, or of one of its groups (which must then have indices). */
export const matchSpans = (text: string, expression: RegExp): Span[] =>
  Array.from(text.matchAll(expression), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  })).filter(({ start, end }) => end > start);
