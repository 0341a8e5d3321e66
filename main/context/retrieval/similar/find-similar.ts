/** Passages that are similar to a question: by its words in the full-text table and by vectors in sqlite-vec. */
import type { Database } from 'better-sqlite3';
import type { Space } from '../store/vectors.ts';
import { wordRanges } from '../store/vectors.ts';
import type { BuiltInSpace } from '../store/index-document.ts';
import { encode } from '../vector/encode.ts';
import type { Kernel } from '../vector/kernel.ts';
import { standardise, type Weights, weightsFor } from './fuse.ts';
import { rankByVectors } from './rank-by-vectors.ts';
import { rankByWords } from './rank-by-words.ts';
import { softMatch, type WordRange } from './soft-match.ts';

export type SimilarQuery = {
  projectId: string;
  /** The project's number in the index. */
  project: number;
  text: string;
  terms: readonly string[];
  limit: number;
};

/** A question as a vector, and the space it is asked in. */
export type AskedVector = { space: Space; vector: Float32Array };

/** What is known of the meaning of questions; each null where it is not wanted or not there. */
export type Spaces = {
  /** Windows of dictionary vectors, with the words they stand for. */
  builtIn: (BuiltInSpace & { kernel: Kernel }) | null;
  /** An endpoint's vectors stand in for the windows. */
  endpoint: AskedVector | null;
  sentence: AskedVector | null;
  /** Of the writer's own model: one more view of a passage. */
  model: AskedVector | null;
};

/** `similarity`: the cosine as the writer's own model sees it, where it was asked and knows the chunk as near. */
export type SimilarChunk = { id: number; score: number; similarity?: number | undefined };

/** Chunks taken of each ranking, and those of all that are looked at word by word. */
const maxRanked = 200;
const maxRead = 150;

type Similarities = ReadonlyMap<number, number>;
const none: Similarities = new Map();

/** The greatest first; of equal ones the smaller number. */
const greatestOf = (scores: Similarities, limit: number): number[] =>
  [...scores]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .slice(0, limit)
    .map(([id]) => id);

/** How well the question's words are met in the candidates' best windows and in the whole of them. */
const matchSoftly = (
  database: Database,
  { builtIn, kernel, space }: NonNullable<Spaces['builtIn']>,
  question: readonly number[],
  candidates: readonly number[],
): { window: Similarities; chunk: Similarities } => {
  const rangesOf = wordRanges(database, space);
  const windows: WordRange[] = [];
  const owners: number[] = [];
  const chunks: WordRange[] = [];
  const read: number[] = [];
  for (const id of candidates) {
    const ranges = rangesOf(id);
    if (!ranges) continue;
    const { words } = ranges;
    read.push(id);
    chunks.push({ words, from: 0, to: words.length });
    for (const { from, to } of ranges.windows) {
      windows.push({ words, from, to });
      owners.push(id);
    }
  }
  const tools = { vectors: builtIn.vectors, kernel };
  const [ofWindows, ofChunks] = softMatch(tools, question, [windows, chunks]);
  const best = new Map<number, number>();
  owners.forEach((id, row) => {
    best.set(id, Math.max(best.get(id) ?? Number.NEGATIVE_INFINITY, ofWindows?.[row] ?? 0));
  });
  return { window: best, chunk: new Map(read.map((id, row) => [id, ofChunks?.[row] ?? 0])) };
};

const scoreBase = (
  candidates: readonly number[],
  of: Record<'words' | 'window' | 'sentence' | 'model', Similarities>,
  weights: Weights,
): Map<number, number> => {
  const window = standardise(candidates, of.window);
  const sentence = standardise(candidates, of.sentence);
  const model = standardise(candidates, of.model);
  return new Map(
    candidates.map((id) => {
      const share = of.words.get(id) ?? 0;
      const score =
        weights.words * share +
        weights.certain * share ** 3 +
        weights.window * (window.get(id) ?? 0) +
        weights.sentence * (sentence.get(id) ?? 0) +
        weights.model * (model.get(id) ?? 0);
      return [id, score];
    }),
  );
};

/** Numbers of chunks with their scores, best first. Without any vectors a chunk's score is its share of the words. */
export const findSimilar = (
  database: Database,
  { projectId, project, text, terms, limit }: SimilarQuery,
  { builtIn, endpoint, sentence, model }: Spaces,
): SimilarChunk[] => {
  const words = rankByWords(database, projectId, terms, Math.max(limit, maxRanked));
  const question = builtIn?.builtIn.splitWords(text).ids ?? [];
  const asked =
    endpoint ??
    (builtIn && question.length > 0
      ? {
          space: builtIn.space,
          vector: encode(builtIn.builtIn.vectors, question, 0, question.length),
        }
      : null);
  const rank = (vector: AskedVector | null): Similarities =>
    vector ? rankByVectors(database, vector.space, project, vector.vector) : none;
  const window = rank(asked);
  const sentences = rank(sentence);
  const ofModel = rank(model);
  if (window.size === 0 && sentences.size === 0 && ofModel.size === 0) {
    return greatestOf(words, limit).map((id) => ({ id, score: words.get(id) ?? 0 }));
  }
  const candidates = [
    ...new Set(
      [words, window, sentences, ofModel].flatMap((ranked) => greatestOf(ranked, maxRanked)),
    ),
  ].sort((a, b) => a - b);
  const weights = weightsFor(words.size > 0);
  const views = { words, window, sentence: sentences, model: ofModel };
  const scores = scoreBase(candidates, views, weights);
  if (builtIn && question.length > 0) {
    const read = greatestOf(scores, maxRead);
    const soft = matchSoftly(database, builtIn, question, read);
    const softWindow = standardise(read, soft.window);
    const softChunk = standardise(read, soft.chunk);
    for (const id of scores.keys()) if (!softWindow.has(id)) scores.delete(id);
    for (const id of read) {
      const more =
        weights.softWindow * (softWindow.get(id) ?? 0) +
        weights.softChunk * (softChunk.get(id) ?? 0);
      scores.set(id, (scores.get(id) ?? 0) + more);
    }
  }
  const min = [...scores.values()].reduce((a, b) => Math.min(a, b), 0);
  return greatestOf(scores, limit).map((id) => ({
    id,
    score: (scores.get(id) ?? 0) - min + 1e-3,
    similarity: ofModel.get(id),
  }));
};
