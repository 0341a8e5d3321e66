/** Keeps words that are told as reasons whole: the index's pairs of characters are no words. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Code units looked at on either side of a stretch: a word is found by its neighbours. */
const lookedAt = 24;
const han = /\p{Script=Han}/u;

/**
 * The words that lie whole in a stretch of a text, first to last, or null when there are none: of “的旗” in
 * “宫前的旗杆” nothing is left. A stretch without Chinese is whole already.
 */
export function wholeWords(text: string, start: number, end: number): string | null {
  const stretch = text.slice(start, end);
  if (!han.test(stretch)) return stretch;
  const from = Math.max(0, start - lookedAt);
  let [first, last] = [-1, -1];
  for (const { index, segment } of segmenter.segment(text.slice(from, end + lookedAt))) {
    const [begin, finish] = [from + index, from + index + segment.length];
    if (begin < start || finish > end) continue;
    if (first < 0) first = begin;
    last = finish;
  }
  // What is left of a longer stretch as a single character tells nobody why a passage is here.
  const isPart = last - first < Math.min(2, end - start);
  return first < 0 || isPart ? null : text.slice(first, last);
}
