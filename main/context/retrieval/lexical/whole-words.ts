/** Keeps words that are told as reasons whole: the index's pairs of characters are no words. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const han = /\p{Script=Han}/u;
const hanOnly = /^\p{Script=Han}+$/u;
/** Says nothing of a passage, alone or with one character more; no name holds it. */
const particle = /[的了着过吗呢吧啊么你我他她它]/u;

/** Whether the character at a place belongs to the next: no dictionary knows a book's names. */
export type IsBound = (place: number) => boolean;

type Words = { starts: number[]; ends: number[] };

/** The words of a part of a text; offsets of the text. Single characters become one word with what they are bound to. */
const wordsBetween = (text: string, from: number, to: number, isBound: IsBound | null): Words => {
  const words: Words = { starts: [], ends: [] };
  for (const { index, segment } of segmenter.segment(text.slice(from, to))) {
    const start = from + index;
    const last = words.starts.length - 1;
    const isAlone = segment.length === 1 || start - (words.starts[last] ?? 0) === 1;
    if (isBound && last >= 0 && isAlone) {
      const pair = text.slice(start - 1, start + 1);
      if (hanOnly.test(pair) && !particle.test(pair) && isBound(start - 1)) {
        words.ends[last] = start + segment.length;
        continue;
      }
    }
    words.starts.push(start);
    words.ends.push(start + segment.length);
  }
  return words;
};

/** The words of a text, as one may tell them. */
export type WordFinder = {
  /** The words that lie whole in a stretch, first to last; null when there are none: of “的旗” in “宫前的旗杆” nothing is left. */
  wholeIn(start: number, end: number): string | null;
  /** Whether a stretch lies within one word, as far as one knows. */
  isWithin(start: number, end: number): boolean;
};

/** Lines are taken apart once for all stretches. */
export const createWordFinder = (text: string, isBound: IsBound | null = null): WordFinder => {
  const known = new Map<string, Words>();
  const wordsAround = (start: number, end: number): Words => {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const lineEnd = text.indexOf('\n', end);
    const to = lineEnd < 0 ? text.length : lineEnd;
    const key = `${from}:${to}`;
    const words = known.get(key) ?? wordsBetween(text, from, to, isBound);
    known.set(key, words);
    return words;
  };
  return {
    wholeIn(start, end) {
      const stretch = text.slice(start, end);
      if (!han.test(stretch) || end - start === 1) return stretch;
      const { starts, ends } = wordsAround(start, end);
      const isWhole = (begin: number, index: number): boolean => {
        const finish = ends[index] ?? 0;
        if (begin < start || finish > end) return false;
        // Where nobody knows which characters belong together, each may be part of a name.
        if (isBound === null) return true;
        return (
          finish - begin > 2 || (finish - begin === 2 && !particle.test(text.slice(begin, finish)))
        );
      };
      const first = starts.findIndex(isWhole);
      const last = starts.findLastIndex(isWhole);
      const words = first < 0 ? '' : text.slice(starts[first], ends[last]);
      // What is left of a longer stretch as a single character tells nobody why a passage is here.
      return words.length < 2 ? null : words;
    },
    isWithin(start, end) {
      if (isBound === null || !han.test(text.slice(start, end))) return true;
      const { starts, ends } = wordsAround(start, end);
      return (ends[starts.findLastIndex((begin) => begin <= start)] ?? 0) >= end;
    },
  };
};
