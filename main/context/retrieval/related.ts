/** Passages for the Retrieved layer: what was told before of the words at the cursor. */
import type { SearchHit } from '#shared/domain/retrieval.ts';
import { addSimilarity } from './add-similarity.ts';
import { chooseHits, type SplitScores } from './choose-hits.ts';
import { type Flat, flatten } from './flat.ts';
import { type Chapters, toHit } from './hits.ts';
import { findBound } from './lexical/bound.ts';
import { chooseFocusTerms, type FocusTerms } from './lexical/focus.ts';
import {
  createQuestionReader,
  type Question,
  type QuestionParts,
  type QuestionTerms,
  questionText,
} from './lexical/question.ts';
import { rankLexically } from './lexical/rank.ts';
import { findReasons } from './lexical/reasons.ts';
import { createScoreRows, type ScoreRows } from './lexical/score-rows.ts';
import type { Near } from './model/near-cursor.ts';
import type { ProjectIndex } from './project-index.ts';
import type { Segment } from './segment.ts';
import type { RelatedPassages, RelatedRequest } from './service.ts';

/** So many terms of the text before the cursor are looked up. */
const maxTerms = 192;
/** Code units in which a word's weight falls to a third: a sentence or two, in either script. */
const ideographFold = 150;
const letterFold = 300;
/** Farther back than this nothing weighs more than a hundredth. */
const lookedAt = 5 * letterFold;

/** How near a word is that begins so many units before the cursor: hundreds are asked for in every request. */
const similarityOver = (fold: number): Float64Array =>
  Float64Array.from({ length: lookedAt + 1 }, (_zero, distance) => Math.exp(-distance / fold));
const ideographSimilarity = similarityOver(ideographFold);
const letterSimilarity = similarityOver(letterFold);

/** A term said again adds long to a passage: what is said three times is what the passage is about. */
const saturation = 3;
/** What a passage takes of its better neighbour: scenes span chunks. */
const neighbourShare = 0.2;

const firstIdeograph = 0x2e80;

export type RelatedFinder = {
  find(
    index: ProjectIndex,
    request: RelatedRequest,
    chapters: Chapters,
    near: Near,
  ): RelatedPassages;
  /** Reads the words of a chapter ahead, as far as its book is loaded. */
  readAhead(index: ProjectIndex | undefined, text: string): void;
};

/**
 * Ranks by words, exact ones: at the cursor the meaning of words as dictionaries know it outvotes evidence. What a
 * sentence model of the writer's own holds near gains a bounded share. Only what may go competes; the rest is counted.
 * Best first.
 */
export const createRelatedFinder = (parts: QuestionParts): RelatedFinder => {
  const readQuestion = createQuestionReader(parts);
  const rows = createScoreRows();
  const find: RelatedFinder['find'] = (index, request, chapters, near) => {
    const { text, cursor, asked, filter, limit } = request;
    const flat = flatten(index);
    const question = { text, from: Math.max(0, cursor - lookedAt), cursor, asked };
    const excluded = excludedChunks(index, request.exclude);
    const met = readQuestion(question, index.collection);
    const terms = termsAtCursor(index, question, met, excluded);
    const scores = scorePassages({ index, flat, rows }, terms, excluded, (documentId) =>
      !chapters.has(documentId) ? null : filter.allowsDocument(documentId) ? 'open' : 'closed',
    );
    const seen = { reasons: findReasonsLater({ index, flat }, question, terms, parts.fold), near };
    const makeHit = (number: number): SearchHit | null => {
      const score = scores.open[number] || scores.closed[number] || 0;
      const { part, chunk } = flat.place(number);
      const segment = index.parts[part]?.segment;
      return segment ? toHit({ segment, chunk }, { number, score }, chapters, seen) : null;
    };
    if (near === null) {
      return { ...chooseHits(scores, { index, flat, filter, limit, makeHit }), isModelLate: true };
    }
    if (near.size > 0) {
      addSimilarity(scores.open, near, { index, flat, filter, excluded, makeHit });
    }
    return chooseHits(scores, { index, flat, filter, limit, makeHit });
  };
  return {
    find,
    readAhead(index, text) {
      if (index) parts.streamOf(text).knownIn(index.collection);
    },
  };
};

/** Found for all hits at once, when somebody first asks why one of them is here. */
const findReasonsLater = (
  { index, flat }: { index: ProjectIndex; flat: Flat },
  question: Question,
  terms: FocusTerms,
  fold: QuestionParts['fold'],
): ((number: number) => string[]) => {
  const { collection } = index;
  let reasons: ((number: number) => string[]) | null = null;
  return (number) => {
    if (reasons) return reasons(number);
    const text = questionText(question);
    const isBound = findBound(text, { collection, terms, fold });
    reasons = findReasons(collection.parts, flat, text, { terms, isBound });
    return reasons(number);
  };
};

/** The most telling words of the text before the cursor and of what was asked, which stands behind it. */
const termsAtCursor = (
  index: ProjectIndex,
  { text, from, cursor }: Question,
  met: QuestionTerms,
  excluded: readonly (readonly number[])[],
): FocusTerms => {
  const inside = excluded.reduce((sum, chunks) => sum + chunks.length, 0);
  return chooseFocusTerms(index.collection, met, {
    limit: maxTerms,
    proximityAt: (start) => {
      const distance = start - (cursor - from);
      if (distance >= 0) return 1;
      const isIdeograph = text.charCodeAt(from + start) >= firstIdeograph;
      return (isIdeograph ? ideographSimilarity : letterSimilarity)[-distance] ?? 0;
    },
    isWanted: (term, frequency) =>
      frequency > inside || isFoundElsewhere(index, met, term, excluded),
  });
};

/**
 * Every chunk's share of the question, raised by its better neighbour, among those that may go or among the others; 0 for
 * those that are sent anyway.
 */
const scorePassages = (
  { index, flat, rows }: { index: ProjectIndex; flat: Flat; rows: ScoreRows },
  terms: FocusTerms,
  excluded: readonly (readonly number[])[],
  rowOf: (documentId: string) => keyof SplitScores | null,
): SplitScores => {
  const [own, open, closed] = [
    rows.own(flat.total),
    rows.open(flat.total),
    rows.closed(flat.total),
  ];
  const best = rankLexically(index, flat, terms, { saturation, scores: own });
  const split = { open, closed };
  for (const [part, { segment }] of index.parts.entries()) {
    const offset = flat.offsets[part] ?? 0;
    const { documents } = segment;
    const into = segment.documentIds.map((documentId) => {
      const row = rowOf(documentId);
      return row && split[row];
    });
    for (let chunk = 0; chunk < documents.length; chunk++) {
      const score = own[offset + chunk] ?? 0;
      const document = documents[chunk] ?? -1;
      const target = into[document];
      if (score === 0 || !target) continue;
      const before = documents[chunk - 1] === document ? (own[offset + chunk - 1] ?? 0) : 0;
      const after = documents[chunk + 1] === document ? (own[offset + chunk + 1] ?? 0) : 0;
      target[offset + chunk] = (score + neighbourShare * Math.max(before, after)) / best;
    }
    for (const chunk of excluded[part] ?? []) {
      open[offset + chunk] = 0;
      closed[offset + chunk] = 0;
    }
  }
  return split;
};

/** Per part, the chunks that touch the stretches the request sends anyway: a few, in rising order. */
const excludedChunks = (index: ProjectIndex, stretches: RelatedRequest['exclude']): number[][] =>
  index.parts.map(({ segment }) => {
    const chunks = new Set(stretches.flatMap((stretch) => chunksTouching(segment, stretch)));
    return [...chunks].sort((one, other) => one - other);
  });

const chunksTouching = (segment: Segment, stretch: RelatedRequest['exclude'][number]): number[] => {
  const chunks: number[] = [];
  const document = segment.documentIds.indexOf(stretch.documentId);
  if (document < 0) return chunks;
  // Chunks lie in the order of documents.
  let chunk = segment.documents.indexOf(document);
  while (chunk >= 0 && segment.documents[chunk] === document) {
    const touches =
      (segment.starts[chunk] ?? 0) < stretch.end && (segment.ends[chunk] ?? 0) > stretch.start;
    if (touches) chunks.push(chunk);
    chunk++;
  }
  return chunks;
};

/** Asked of terms that stand in few chunks only. */
const isFoundElsewhere = (
  index: ProjectIndex,
  met: QuestionTerms,
  term: number,
  excluded: readonly (readonly number[])[],
): boolean => {
  for (let part = 0; part < index.parts.length; part++) {
    const number = met.numberIn(part, term);
    const postings = index.collection.parts[part];
    if (number < 0 || !postings) continue;
    const { offsets, texts } = postings;
    const chunks = excluded[part] ?? [];
    for (let at = offsets[number] ?? 0; at < (offsets[number + 1] ?? 0); at++) {
      if (!chunks.includes(texts[at] ?? 0)) return true;
    }
  }
  return false;
};
