/** A half-open range of UTF-16 code units. */
export type TextRange = { start: number; end: number };

const lineEndWithWhiteSpace = /[\r\n]\s*/g;
const nextLine = '\u0085';

/**
 * Where a text may be cut so that the token counts of the parts add up to the count of the whole, for the
 * o200k and cl100k pre-tokenisers: behind the last line end of a run of white space. Both end a token there,
 * except that o200k lets punctuation swallow slashes after its line ends, and that white space before the very
 * end of the text belongs to what precedes it.
 */
const safeCut = (text: string, run: TextRange): number | null => {
  if (run.end === text.length) return null;
  const after = text[run.end];
  // White space for the encoders' regular expressions, though not for ours.
  if (after === nextLine) return null;
  let cut = run.end;
  while (text[cut - 1] !== '\n' && text[cut - 1] !== '\r') cut -= 1;
  return cut === run.end && after === '/' ? null : cut;
};

/**
 * The paragraphs of a text; each keeps its line ends and the empty lines that follow it. Joined they are the
 * text; an empty text has none.
 */
export const splitParagraphs = (text: string): TextRange[] => {
  const ranges: TextRange[] = [];
  let start = 0;
  for (const match of text.matchAll(lineEndWithWhiteSpace)) {
    const cut = safeCut(text, { start: match.index, end: match.index + match[0].length });
    if (cut === null) continue;
    ranges.push({ start, end: cut });
    start = cut;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
};
