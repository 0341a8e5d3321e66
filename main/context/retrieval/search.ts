import type { SearchHit } from '#shared/domain/retrieval.ts';
import { flatten } from './flat.ts';
import { fuse, type Weights } from './fuse.ts';
import { type Chapters, toHit } from './hits.ts';
import { bestOf } from './lexical/best.ts';
import { resolveTerms } from './lexical/bm25.ts';
import { queryTerms } from './lexical/query.ts';
import { chooseTerms, rankLexically } from './lexical/rank.ts';
import { findReasons } from './lexical/reasons.ts';
import type { ProjectIndex } from './project-index.ts';
import { type WordSpace, wordMatches } from './rerank.ts';
import type { TermVisitor } from './text/terms.ts';
import { encode } from './vector/encode.ts';
import { type MeantQuery, nearness } from './vector/nearness.ts';
import type { WordSplitter } from './vector/words.ts';

/** The built-in embedder on the asking side. */
export type BuiltInSearch = WordSpace & { splitWords: WordSplitter };

export type Question = {
  text: string;
  limit: number;
  chapters: Chapters;
  /** The question in the endpoint's space, when there is one and it answered. */
  endpoint: Float32Array | null;
  /** The question as the sentence encoder reads it, when it is asked. */
  sentence: Float32Array | null;
};

/** All terms of any question one can type. */
const mostTerms = 400;
/** So many of the best are looked at word by word. */
const mostCandidates = 150;

/** The full pipeline, some milliseconds: words, meaning, then word by word over the best. Best first. */
export const searchIndex = (
  index: ProjectIndex,
  question: Question,
  tools: { visit: TermVisitor; builtIn: BuiltInSearch | null; weights?: Weights },
): SearchHit[] => {
  const { builtIn } = tools;
  const flat = flatten(index);
  const { collection } = index;
  const known = resolveTerms(collection, queryTerms(question.text, tools.visit));
  const terms = chooseTerms(known, collection.texts, mostTerms);
  const lexical = rankLexically(index, flat, terms);
  const words = builtIn?.splitWords(question.text).ids ?? [];
  const meant = meantQuery(index, question, builtIn, words);
  const everyone: number[] = [];
  for (let number = 0; number < flat.total; number++)
    if (flat.isCurrent(number)) everyone.push(number);
  const scores = fuse({
    flat,
    everyone,
    lexical: lexical.scores.map((score) => (lexical.best > 0 ? score / lexical.best : 0)),
    nearness: meant ? nearness(index, flat, meant, everyone) : null,
    sentences:
      question.sentence && index.means.sentences.length > 0
        ? nearness(index, flat, { space: 'sentences', vector: question.sentence }, everyone)
        : null,
    words:
      builtIn && words.length > 0
        ? (candidates) => wordMatches(index, flat, builtIn, words, candidates)
        : null,
    candidates: mostCandidates,
    ...(tools.weights ? { weights: tools.weights } : {}),
  });
  const reasons = findReasons(collection.parts, flat, question.text, terms);
  const hits: SearchHit[] = [];
  for (const number of bestOf(scores, question.limit + 8)) {
    const ranked = {
      ...flat.place(number),
      score: scores[number] ?? 0,
      matched: reasons(number),
    };
    const hit = toHit(index, ranked, question.chapters);
    if (hit && hits.length < question.limit) hits.push(hit);
  }
  return hits;
};

const meantQuery = (
  index: ProjectIndex,
  question: Question,
  builtIn: BuiltInSearch | null,
  words: readonly number[],
): MeantQuery | null => {
  if (question.endpoint && index.parts.some((part) => part.endpoint?.matrix.rows)) {
    const width = index.means.endpoint.length;
    const vector = new Float32Array(width);
    vector.set(question.endpoint.subarray(0, width));
    return { space: 'endpoint', vector };
  }
  if (!builtIn || words.length === 0 || index.means.windows.length === 0) return null;
  return { space: 'windows', vector: encode(builtIn.vectors, words, 0, words.length) };
};
