import type { Flat } from './flat.ts';
import type { ProjectIndex } from './project-index.ts';
import type { Matrix } from './vector/kernel.ts';
import { standardised } from './vector/nearness.ts';
import { softMatch, type WordRange } from './vector/soft-match.ts';
import type { WordVectors } from './vector/word-vectors.ts';

/** The built-in embedder's words as the main process compares them. */
export type WordSpace = { vectors: WordVectors; matrix: Matrix };

/**
 * How well each word of the question is met in the candidates, in their best window and in the whole chunk: two
 * rows of deviations, 0 for everything that is no candidate.
 */
export const wordMatches = (
  index: ProjectIndex,
  flat: Flat,
  { vectors, matrix }: WordSpace,
  question: readonly number[],
  candidates: readonly number[],
): { window: Float32Array; chunk: Float32Array } => {
  const windows: WordRange[] = [];
  const owners: number[] = [];
  const chunks: WordRange[] = [];
  const known: number[] = [];
  for (const number of candidates) {
    const { part, chunk } = flat.place(number);
    const meaning = index.parts[part]?.windows?.meaning;
    if (!meaning) continue;
    const { words, wordOffsets, vectorOffsets } = meaning;
    known.push(number);
    chunks.push({ words, from: wordOffsets[chunk] ?? 0, to: wordOffsets[chunk + 1] ?? 0 });
    for (let row = vectorOffsets[chunk] ?? 0; row < (vectorOffsets[chunk + 1] ?? 0); row++) {
      windows.push({ words, from: meaning.from[row] ?? 0, to: meaning.to[row] ?? 0 });
      owners.push(number);
    }
  }
  const [ofWindows, ofChunks] = softMatch(vectors, matrix, question, [windows, chunks]);
  const window = new Float32Array(flat.total).fill(Number.NEGATIVE_INFINITY);
  ofWindows?.forEach((score, row) => {
    const owner = owners[row] ?? 0;
    window[owner] = Math.max(window[owner] ?? score, score);
  });
  const chunk = new Float32Array(flat.total);
  ofChunks?.forEach((score, row) => {
    chunk[known[row] ?? 0] = score;
  });
  const lowest = owners.reduce((least, owner) => Math.min(least, window[owner] ?? 0), 0);
  for (const number of known) if (!Number.isFinite(window[number])) window[number] = lowest;
  return { window: standardised(window, known), chunk: standardised(chunk, known) };
};
