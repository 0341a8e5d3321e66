/** Cuts text into the numbers of its subword tokens. */
export type SubwordTokenizer = (text: string) => number[];

/** Stands for a space, as the encoder's vocabulary has it. */
const space = '\u2581';
/** The first numbers of the vocabulary are marks, not text. */
const reserved = 6;

/**
 * The most probable way to make up the text of the vocabulary's subwords (the unigram model of SentencePiece). Text
 * that no subword covers is left out: the encoder knows nothing of it.
 */
export const createSubwordTokenizer = (
  vocabulary: readonly (readonly [subword: string, score: number])[],
): SubwordTokenizer => {
  const known = new Map<string, { number: number; score: number }>();
  let longest = 1;
  vocabulary.forEach(([subword, score], number) => {
    if (number < reserved) return;
    known.set(subword, { number, score });
    longest = Math.max(longest, subword.length);
  });
  return (text) => {
    const spaced = space + text.normalize('NFKC').trim().replace(/\s+/g, space);
    const length = spaced.length;
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const step = new Uint16Array(length + 1);
    const selected = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0; start < length; start++) {
      const before = best[start] ?? 0;
      let covered = false;
      for (let size = 1; size <= Math.min(longest, length - start); size++) {
        const subword = known.get(spaced.slice(start, start + size));
        if (!subword) continue;
        covered ||= size === 1;
        const total = before + subword.score;
        if (total <= (best[start + size] ?? 0)) continue;
        best[start + size] = total;
        step[start + size] = size;
        selected[start + size] = subword.number;
      }
      if (covered || before + unknownScore <= (best[start + 1] ?? 0)) continue;
      best[start + 1] = before + unknownScore;
      step[start + 1] = 1;
      selected[start + 1] = -1;
    }
    const numbers: number[] = [];
    for (let end = length; end > 0; end -= step[end] ?? 1) {
      if ((selected[end] ?? -1) >= 0) numbers.push(selected[end] ?? 0);
    }
    return numbers.reverse();
  };
};

/** Worse than any subword, so that a sign is given up only when nothing covers it. */
const unknownScore = -30;
