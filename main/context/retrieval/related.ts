/** Passages for the Retrieved layer: what was told before of the words at the cursor. */
import type { SearchHit } from '#shared/domain/retrieval.ts';
import { chooseHits, type SplitScores } from './choose-hits.ts';
import { type Flat, flatten } from './flat.ts';
import { type Chapters, toHit } from './hits.ts';
import {
  chooseFocusTerms,
  type FocusTerm,
  type ResolvedStretch,
  resolveStretch,
  stretchOf,
} from './lexical/focus.ts';
import { rankLexically } from './lexical/rank.ts';
import { findReasons } from './lexical/reasons.ts';
import type { ProjectIndex } from './project-index.ts';
import type { PassageFilter, RelatedPassages, RelatedRequest } from './service.ts';
import type { StretchVisitor } from './text/terms.ts';

/** So many terms of the text before the cursor are looked up. */
const maxTerms = 192;
/** Code units in which a word's weight falls to a third: a sentence or two, in either script. */
const ideographFold = 150;
const letterFold = 300;
/** Farther back than this nothing weighs more than a hundredth. */
const lookedAt = 5 * letterFold;
/** A term said again adds long to a passage: what is said three times is what the passage is about. */
const saturation = 3;
/** What a passage takes of its better neighbour: scenes span chunks. */
const neighbourShare = 0.2;

const firstIdeograph = 0x2e80;

/**
 * Ranks by words alone, exact ones: at the cursor the meaning of words as dictionaries know it outvotes evidence. Only
 * what may go competes; the rest is counted. Best first.
 */
export const relatedPassages = (
  index: ProjectIndex,
  request: RelatedRequest,
  chapters: Chapters,
  visitStretch: StretchVisitor,
): RelatedPassages => {
  const flat = flatten(index);
  const before = request.before.slice(-lookedAt);
  const question = `${before}\n${request.asked}`;
  const excluded = excludedChunks(index, request.exclude);
  const terms = termsAtCursor(index, question, before.length, { excluded, visitStretch });
  const scores = scoreWithNeighbours(index, flat, terms, excluded);
  const reasons = findReasonsLater(index, flat, question, terms);
  const makeHit = (number: number): SearchHit | null => {
    const { part, chunk } = flat.place(number);
    return toHit(index, { part, chunk, number, score: scores[number] ?? 0, reasons }, chapters);
  };
  const { filter, limit } = request;
  return chooseHits(splitScores(index, flat, scores, { filter, chapters }), {
    ...{ index, flat, filter, limit },
    makeHit,
  });
};

/** Found for all hits at once, when somebody first asks why one of them is here. */
const findReasonsLater = (
  index: ProjectIndex,
  flat: Flat,
  question: string,
  terms: readonly FocusTerm[],
): ((number: number) => string[]) => {
  let reasons: ((number: number) => string[]) | null = null;
  return (number) => {
    reasons ??= findReasons(index.collection.parts, flat, question, terms);
    return reasons(number);
  };
};

/** The scores of chunks whose documents may go, and of the others that are still in the book. */
const splitScores = (
  index: ProjectIndex,
  flat: Flat,
  scores: Float64Array,
  { filter, chapters }: { filter: PassageFilter; chapters: Chapters },
): SplitScores => {
  const open = new Float64Array(scores.length);
  const closed = new Float64Array(scores.length);
  for (const [part, { segment }] of index.parts.entries()) {
    const offset = flat.offsets[part] ?? 0;
    const into = segment.documentIds.map((documentId) => {
      if (!chapters.has(documentId)) return null;
      return filter.allowsDocument(documentId) ? open : closed;
    });
    for (let chunk = 0; chunk < segment.documents.length; chunk++) {
      const target = into[segment.documents[chunk] ?? -1];
      if (target) target[offset + chunk] = scores[offset + chunk] ?? 0;
    }
  }
  return { open, closed };
};

/** The most telling words of the text before the cursor (up to `cursor`) and of what was asked (behind it). */
const termsAtCursor = (
  index: ProjectIndex,
  question: string,
  cursor: number,
  of: { excluded: readonly (readonly number[])[]; visitStretch: StretchVisitor },
): FocusTerm[] => {
  const { collection } = index;
  const stretch = resolveStretch(collection, stretchOf(question, of.visitStretch));
  const inside = of.excluded.reduce((sum, chunks) => sum + chunks.length, 0);
  return chooseFocusTerms(collection, stretch, {
    limit: maxTerms,
    proximityAt: (start) => {
      if (start >= cursor) return 1;
      const isIdeograph = question.charCodeAt(start) >= firstIdeograph;
      return Math.exp((start - cursor) / (isIdeograph ? ideographFold : letterFold));
    },
    isWanted: (term, frequency) =>
      frequency > inside || isFoundElsewhere(index, stretch, term, of.excluded),
  });
};

/** Every chunk's share of the question, raised by its better neighbour; 0 for those that are sent anyway. */
const scoreWithNeighbours = (
  index: ProjectIndex,
  flat: Flat,
  terms: readonly FocusTerm[],
  excluded: readonly (readonly number[])[],
): Float64Array => {
  const { scores, best } = rankLexically(index, flat, terms, saturation);
  const raised = new Float64Array(scores.length);
  for (const [part, { segment }] of index.parts.entries()) {
    const offset = flat.offsets[part] ?? 0;
    const { documents } = segment;
    for (let chunk = 0; chunk < documents.length; chunk++) {
      const own = scores[offset + chunk] ?? 0;
      if (own === 0) continue;
      const document = documents[chunk];
      const before = documents[chunk - 1] === document ? (scores[offset + chunk - 1] ?? 0) : 0;
      const after = documents[chunk + 1] === document ? (scores[offset + chunk + 1] ?? 0) : 0;
      raised[offset + chunk] = (own + neighbourShare * Math.max(before, after)) / best;
    }
  }
  for (const [part, chunks] of excluded.entries()) {
    for (const chunk of chunks) raised[(flat.offsets[part] ?? 0) + chunk] = 0;
  }
  return raised;
};

/** Per part, the chunks that touch the stretch the request sends anyway: a few, in rising order. */
const excludedChunks = (index: ProjectIndex, stretch: RelatedRequest['exclude']): number[][] =>
  index.parts.map(({ segment }) => {
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
  });

const isFoundElsewhere = (
  index: ProjectIndex,
  stretch: ResolvedStretch,
  term: number,
  excluded: readonly (readonly number[])[],
): boolean => {
  for (let part = 0; part < index.parts.length; part++) {
    const number = stretch.numbers[part]?.[term] ?? -1;
    const postings = index.collection.parts[part];
    if (number < 0 || !postings) continue;
    const { offsets, texts } = postings;
    const to = offsets[number + 1] ?? 0;
    for (let place = offsets[number] ?? 0; place < to; place++) {
      if (!excluded[part]?.includes(texts[place] ?? 0)) return true;
    }
  }
  return false;
};
