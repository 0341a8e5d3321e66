import { graphemeStarts } from '#main/graphemes.ts';

/**
 * Cutting prose to a number of tokens (S3-11). Cuts fall on a paragraph, else on a sentence, else on a
 * grapheme; never inside one.
 */
export type TokenCounter = {
  count(text: string): number;
  paragraphs(text: string): { start: number; end: number; tokens: number }[];
};

const sentenceEnd = /[。！？!?…]+[”’」』）)"']*|\.(?=["'”’)]*\s)["'”’)]*/gu;

/** Offsets where a new sentence may begin, rising, without 0 and the end. Closing quotes stay with their sentence. */
export const sentenceStarts = (text: string): number[] => {
  const starts: number[] = [];
  for (const match of text.matchAll(sentenceEnd)) {
    let next = match.index + match[0].length;
    while (next < text.length && /\s/u.test(text.charAt(next))) next += 1;
    if (next > 0 && next < text.length) starts.push(next);
  }
  return starts;
};

/** Graphemes are looked for in this many code units at a time: segmenting is slow on long text in older engines. */
const graphemeWindow = 4096;

const lastGraphemes = (text: string): number[] => {
  const from = Math.max(0, text.length - graphemeWindow);
  const starts = graphemeStarts(text.slice(from)).map((start) => from + start);
  // The first start of a window may stand inside a grapheme of the text before it.
  return from > 0 ? starts.slice(1) : starts;
};

/** Smallest index of `offsets` (rising) whose tail fits; -1 when none does. Tails grow as offsets fall. */
const firstThatFits = (offsets: readonly number[], fits: (offset: number) => boolean): number => {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(offsets[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low < offsets.length ? low : -1;
};

/** Paragraphs that take less than half of the room leave too much of it unused: then the next one is cut as well. */
const isFilled = (used: number, allowed: number): boolean => used * 2 >= allowed;

/**
 * Start of the longest ending of `text` with at most `allowed` tokens; `text.length` when not even its last
 * grapheme fits.
 */
export const keepEnding = (text: string, allowed: number, tokens: TokenCounter): number => {
  if (allowed <= 0) return text.length;
  let used = 0;
  let start = text.length;
  let tooLong: { start: number } | null = null;
  for (const paragraph of tokens.paragraphs(text).toReversed()) {
    if (used + paragraph.tokens > allowed) {
      tooLong = paragraph;
      break;
    }
    used += paragraph.tokens;
    start = paragraph.start;
  }
  const isCut = start < text.length;
  if (!tooLong || (isCut && isFilled(used, allowed))) return start;

  const lastStart = tooLong.start;
  const lastText = text.slice(lastStart, start);
  const fits = (offset: number): boolean => tokens.count(lastText.slice(offset)) <= allowed - used;
  for (const startsOf of isCut ? [sentenceStarts] : [sentenceStarts, lastGraphemes]) {
    const offsets = startsOf(lastText);
    const found = firstThatFits(offsets, fits);
    const offset = offsets[found];
    if (offset !== undefined) return lastStart + offset;
  }
  return start;
};

/** End of the longest beginning of `text` with at most `allowed` tokens; 0 when nothing fits. */
export const keepBeginning = (text: string, allowed: number, tokens: TokenCounter): number => {
  if (allowed <= 0) return 0;
  let used = 0;
  let end = 0;
  let tooLong: { end: number } | null = null;
  for (const paragraph of tokens.paragraphs(text)) {
    if (used + paragraph.tokens > allowed) {
      tooLong = paragraph;
      break;
    }
    used += paragraph.tokens;
    end = paragraph.end;
  }
  if (!tooLong || (end > 0 && isFilled(used, allowed))) return end;
  const first = text.slice(end, Math.min(tooLong.end, end + graphemeWindow));
  const innerStarts = (part: string): number[] => graphemeStarts(part).slice(1);
  const fits = (offset: number): boolean => tokens.count(first.slice(0, offset)) <= allowed - used;
  for (const startsOf of end > 0 ? [sentenceStarts] : [sentenceStarts, innerStarts]) {
    const offsets = startsOf(first).reverse();
    const found = firstThatFits(offsets, fits);
    const offset = offsets[found];
    if (offset !== undefined) return end + offset;
  }
  return end;
};
