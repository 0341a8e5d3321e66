/** Cuts text into numbered pieces of words. */
export type PieceSplitter = (text: string) => number[];

/** Stands for a space, as the encoder's vocabulary has it. */
const space = '\u2581';
/** The first numbers of the vocabulary are marks, not text. */
const reserved = 6;

/**
 * The most probable way to make up the text of the vocabulary's pieces (the unigram model of SentencePiece). Text
 * that no piece covers is left out: the encoder knows nothing of it.
 */
export const createPieceSplitter = (
  pieces: readonly (readonly [piece: string, score: number])[],
): PieceSplitter => {
  const known = new Map<string, { number: number; score: number }>();
  let longest = 1;
  pieces.forEach(([piece, score], number) => {
    if (number < reserved) return;
    known.set(piece, { number, score });
    longest = Math.max(longest, piece.length);
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
        const piece = known.get(spaced.slice(start, start + size));
        if (!piece) continue;
        covered ||= size === 1;
        const total = before + piece.score;
        if (total <= (best[start + size] ?? 0)) continue;
        best[start + size] = total;
        step[start + size] = size;
        selected[start + size] = piece.number;
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

/** Worse than any piece, so that a sign is given up only when nothing covers it. */
const unknownScore = -30;
