/** Keeps words that are told as reasons whole: the index's pairs of characters are no words. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const han = /\p{Script=Han}/u;

type Words = { starts: number[]; ends: number[] };

/** The words of a part of a text; offsets of the text. */
const wordsBetween = (text: string, from: number, to: number): Words => {
  const words: Words = { starts: [], ends: [] };
  for (const { index, segment } of segmenter.segment(text.slice(from, to))) {
    words.starts.push(from + index);
    words.ends.push(from + index + segment.length);
  }
  return words;
};

/**
 * Finds the words that lie whole in a stretch of a text, first to last, or null when there are none: of “的旗” in
 * “宫前的旗杆” nothing is left. A stretch without Chinese is whole already. Lines are taken apart once for all stretches.
 */
export const createWordFinder = (text: string): ((start: number, end: number) => string | null) => {
  const known = new Map<string, Words>();
  const wordsAround = (start: number, end: number): Words => {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const lineEnd = text.indexOf('\n', end);
    const to = lineEnd < 0 ? text.length : lineEnd;
    const key = `${from}:${to}`;
    const words = known.get(key) ?? wordsBetween(text, from, to);
    known.set(key, words);
    return words;
  };
  return (start, end) => {
    const stretch = text.slice(start, end);
    if (!han.test(stretch)) return stretch;
    const { starts, ends } = wordsAround(start, end);
    const first = starts.find((begin) => begin >= start) ?? end;
    const last = ends.findLast((finish) => finish <= end) ?? start;
    // What is left of a longer stretch as a single character tells nobody why a passage is here.
    return last - first < Math.min(2, end - start) ? null : text.slice(first, last);
  };
};
