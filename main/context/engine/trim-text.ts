import { graphemeStarts } from '#main/base/text/graphemes.ts';

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

/** A sentence longer than this, in UTF-16 code units, is cut like any other text. */
const longestSentence = 800;

/** Most sentences are shorter than this: only where no border stands within it, more of the text is looked through. */
const defaultSentence = 120;

/** The last sentence of a text, or what is worth keeping of one that is too long. */
export const lastSentence = (text: string): string => {
  for (const length of [defaultSentence, longestSentence]) {
    const tail = text.slice(-length);
    const start = sentenceStarts(tail).at(-1);
    if (start !== undefined) return tail.slice(start);
  }
  return text.slice(-longestSentence);
};

/** Room in tokens for which no paragraph is broken; in a small text a part of what it is allowed. */
const negligibleRoom = 64;
const negligiblePart = 0.25;

/** Whether a cut on a paragraph leaves so little unused that the paragraph need not be broken. */
const isFilled = (used: number, allowed: number): boolean =>
  allowed - used <= Math.min(negligibleRoom, Math.floor(allowed * negligiblePart));

/**
 * Start of the longest ending of `text` with at most `allowed` tokens; `text.length` when not even its last
 * grapheme fits. Some tokens are left unused rather than that a paragraph is broken for them.
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
  const starts = sentenceStarts(lastText);
  const sentence = starts[firstThatFits(starts, fits)];
  if (sentence !== undefined) return lastStart + sentence;
  if (isCut && lastText.length - (starts.at(-1) ?? 0) <= longestSentence) return start;
  const graphemes = lastGraphemes(lastText);
  const grapheme = graphemes[firstThatFits(graphemes, fits)];
  return grapheme === undefined ? start : lastStart + grapheme;
};

/** The paragraphs from the first on that fit with `closing` in place of their last line ends, and what they take. */
const wholeParagraphs = (
  text: string,
  allowed: number,
  tokens: TokenCounter,
  closing: string,
): { end: number; used: number; usedClosed: number; next: { end: number } | undefined } => {
  const paragraphs = tokens.paragraphs(text);
  let count = 0;
  let used = 0;
  for (const paragraph of paragraphs) {
    if (used + paragraph.tokens > allowed) break;
    used += paragraph.tokens;
    count += 1;
  }
  for (; count > 0; count -= 1) {
    const last = paragraphs[count - 1];
    if (!last) break;
    const before = used - last.tokens;
    const body = text.slice(last.start, last.end).trimEnd();
    const usedClosed = before + tokens.count(`${body}${closing}`);
    if (usedClosed <= allowed) return { end: last.end, used, usedClosed, next: paragraphs[count] };
    used = before;
  }
  return { end: 0, used: 0, usedClosed: 0, next: paragraphs[0] };
};

/**
 * End of the longest beginning of `text` that takes at most `allowed` tokens with `closing` in place of its own last line
 * ends; 0 when nothing fits.
 */
export const keepBeginning = (
  text: string,
  allowed: number,
  tokens: TokenCounter,
  closing: string,
): number => {
  if (allowed <= 0) return 0;
  const { end, used, usedClosed, next } = wholeParagraphs(text, allowed, tokens, closing);
  if (!next || (end > 0 && isFilled(usedClosed, allowed))) return end;
  const first = text.slice(end, Math.min(next.end, end + graphemeWindow));
  const fits = (offset: number): boolean =>
    used + tokens.count(`${first.slice(0, offset).trimEnd()}${closing}`) <= allowed;
  const lastThatFits = (offsets: readonly number[]): number | undefined => {
    const falling = offsets.toReversed();
    return falling[firstThatFits(falling, fits)];
  };
  const starts = sentenceStarts(first);
  const sentence = lastThatFits(starts);
  if (sentence !== undefined) return end + sentence;
  if (end > 0 && (starts[0] ?? first.length) <= longestSentence) return end;
  return end + (lastThatFits(graphemeStarts(first).slice(1)) ?? 0);
};
