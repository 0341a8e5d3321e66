/** What of a passage goes where there is no room for all of it: the sentences that brought it here. */
import { sentenceStarts } from './trim-text.ts';

type Span = { start: number; end: number };

const sentencesOf = (text: string): Span[] => {
  const starts = [0, ...sentenceStarts(text)];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
};

/** How many of the words a stretch holds. */
const countWords = (text: string, words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (text.includes(word) ? 1 : 0), 0);

/**
 * The sentence that holds most of the words, and as many of its neighbours as fit, the more telling side first; null when
 * not even that sentence fits.
 */
export const keepTelling = (
  text: string,
  words: readonly string[],
  fits: (span: Span) => boolean,
): Span | null => {
  const sentences = sentencesOf(text);
  const sought = words.map((word) => word.toLowerCase());
  const weights = sentences.map(({ start, end }) =>
    countWords(text.slice(start, end).toLowerCase(), sought),
  );
  let first = weights.indexOf(Math.max(...weights));
  let last = first;
  const spanOf = (from: number, to: number): Span => ({
    start: sentences[from]?.start ?? 0,
    end: sentences[to]?.end ?? text.length,
  });
  if (!fits(spanOf(first, last))) return null;
  for (;;) {
    const steps: [number, number][] = [];
    if (last + 1 < sentences.length) steps.push([first, last + 1]);
    if (first > 0) steps.push([first - 1, last]);
    if ((weights[first - 1] ?? -1) > (weights[last + 1] ?? -1)) steps.reverse();
    const next = steps.find(([from, to]) => fits(spanOf(from, to)));
    if (!next) return spanOf(first, last);
    [first, last] = next;
  }
};
