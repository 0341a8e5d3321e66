import type { TokenCounter } from './trim-text.ts';

/** A stretch of a longer text whose paragraphs are counted already: its parts cost a sum instead of a count. */
export type CountedText = {
  text: string;
  /** As the counter would give them for `text`. */
  paragraphs: { start: number; end: number; tokens: number }[];
};

/** Counted when asked for: often only the sum with what stands behind it is. */
const countedLater = (
  place: { start: number; end: number },
  whole: string,
  from: number,
  to: number,
  counter: TokenCounter,
): CountedText['paragraphs'][number] => {
  let known: number | null = null;
  return {
    ...place,
    get tokens() {
      known ??= counter.count(whole.slice(from, to));
      return known;
    },
  };
};

/**
 * The stretch from `start` to `end` of a text, trimmed at its end. Paragraphs end where the text alone says so, so those
 * of the whole, counted once, are also those of its stretches; only the ones the borders cut are counted anew.
 */
export const countedStretch = (
  whole: string,
  start: number,
  end: number,
  tokens: TokenCounter,
): CountedText => {
  const paragraphs: CountedText['paragraphs'] = [];
  for (const paragraph of tokens.paragraphs(whole)) {
    if (paragraph.end <= start) continue;
    if (paragraph.start >= end) break;
    const from = Math.max(paragraph.start, start);
    const to = Math.min(paragraph.end, end);
    const isWhole = from === paragraph.start && to === paragraph.end;
    const place = { start: from - start, end: to - start };
    paragraphs.push(
      isWhole
        ? { ...place, tokens: paragraph.tokens }
        : countedLater(place, whole, from, to, tokens),
    );
  }
  return { text: whole.slice(start, end), paragraphs };
};

/** Tokens of a part, with what stands behind it. The part ends with something to read; `closing` is white space or ''. */
export const countPart = (
  { text, paragraphs }: CountedText,
  start: number,
  end: number,
  closing: string,
  tokens: TokenCounter,
): number => {
  let sum = 0;
  for (const paragraph of paragraphs) {
    if (paragraph.end <= start) continue;
    if (paragraph.start >= end) break;
    const from = Math.max(paragraph.start, start);
    const to = Math.min(paragraph.end, end);
    const isLast = paragraph.end >= end;
    const isWhole = from === paragraph.start && to === paragraph.end;
    sum +=
      isWhole && !(isLast && closing !== '')
        ? paragraph.tokens
        : tokens.count(isLast ? `${text.slice(from, to)}${closing}` : text.slice(from, to));
  }
  return sum;
};

/** Cuts and counts the stretch by what is known of it. */
export const counterWithin = (counted: CountedText | null, tokens: TokenCounter): TokenCounter =>
  counted ? { count: (text) => tokens.count(text), paragraphs: () => counted.paragraphs } : tokens;
