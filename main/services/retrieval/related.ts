import type { SearchHit } from '#shared/domain/retrieval.ts';
import { flatten } from './flat.ts';
import { type Chapters, toHit } from './hits.ts';
import { bestOf } from './lexical/best.ts';
import {
  chooseFocusTerms,
  type ResolvedStretch,
  resolveStretch,
  stretchOf,
} from './lexical/focus.ts';
import { rankLexically } from './lexical/rank.ts';
import { findReasons } from './lexical/reasons.ts';
import type { ProjectIndex } from './project-index.ts';
import type { BuiltInSearch } from './search.ts';
import type { RelatedRequest } from './service.ts';
import type { StretchVisitor } from './text/terms.ts';
import { encode, unitLength } from './vector/encode.ts';
import { nearness } from './vector/nearness.ts';

/** A name of the codex says more about a passage than any other word around the cursor. */
const nameWeight = 3;
/** So many terms of the text around the cursor are looked up. */
const mostTerms = 64;
/** Code units of the focus whose words are looked up: the end of it, where the cursor is. */
const foundUnits = 600;
/** And of these, whose meaning is compared. */
const meantUnits = 300;
/** How much a deviation in meaning counts against the share of the focus that is matched word for word. */
const meaningShare = 0.02;

/**
 * Passages for the Retrieved layer, in some tenths of a millisecond: candidates come from the words alone, and only
 * they are compared by meaning. Best first.
 */
export const relatedPassages = (
  index: ProjectIndex,
  request: RelatedRequest,
  chapters: Chapters,
  tools: { visitStretch: StretchVisitor; builtIn: BuiltInSearch | null },
): SearchHit[] => {
  const flat = flatten(index);
  const names = request.names.join('\n');
  const text = `${names}\n${request.focus.slice(-foundUnits)}`;
  const excluded = excludedChunks(index, request.exclude);
  const inside = excluded.reduce((sum, chunks) => sum + chunks.length, 0);
  const stretch = resolveStretch(index.collection, stretchOf(text, tools.visitStretch));
  const terms = chooseFocusTerms(
    index.collection,
    stretch,
    mostTerms,
    (start) => (start < names.length ? nameWeight : 1),
    (term, frequency) => frequency > inside || isFoundElsewhere(index, stretch, term, excluded),
  );
  const lexical = rankLexically(index, flat, terms);
  for (const [part, chunks] of excluded.entries()) {
    for (const chunk of chunks) lexical.scores[(flat.offsets[part] ?? 0) + chunk] = 0;
  }
  const candidates = bestOf(lexical.scores, 2 * request.limit).sort((a, b) => a - b);
  const meant =
    meaningAtCursor(index, excluded) ?? meaningOf(request.focus.slice(-meantUnits), tools.builtIn);
  const near = meant
    ? nearness(index, flat, { space: 'windows', vector: meant }, candidates)
    : new Float32Array(flat.total);
  const scores = candidates.map((number) => {
    const share = lexical.best > 0 ? (lexical.scores[number] ?? 0) / lexical.best : 0;
    return Math.max(share + meaningShare * (near[number] ?? 0), 1e-6);
  });
  const reasons = findReasons(index.collection.parts, flat, text, terms);
  const hits: SearchHit[] = [];
  let counted = 0;
  for (const candidate of bestOf(scores, candidates.length)) {
    if (counted >= request.limit) break;
    const number = candidates[candidate] ?? 0;
    const { part, chunk } = flat.place(number);
    const ranked = { part, chunk, score: scores[candidate] ?? 0, matched: reasons(number) };
    const hit = toHit(index, ranked, chapters);
    if (!hit) continue;
    hits.push(hit);
    if (hit.chapter <= request.throughChapter) counted += 1;
  }
  return hits;
};

/** What the last chunk before the cursor is about: its windows are indexed already. */
const meaningAtCursor = (
  index: ProjectIndex,
  excluded: readonly (readonly number[])[],
): Float32Array | null => {
  for (const [part, chunks] of excluded.entries()) {
    const last = chunks.at(-1);
    const windows = index.parts[part]?.windows;
    if (last === undefined || !windows) continue;
    const { vectorOffsets, dimension } = windows.meaning;
    const { cells } = windows.matrix;
    const sum = new Float32Array(dimension);
    const to = vectorOffsets[last + 1] ?? 0;
    for (let row = vectorOffsets[last] ?? 0; row < to; row++) {
      const scale = windows.scales[row] ?? 0;
      const first = row * dimension;
      for (let index = 0; index < dimension; index++) {
        sum[index] = (sum[index] ?? 0) + scale * (cells[first + index] ?? 0);
      }
    }
    return sum.every((value) => value === 0) ? null : unitLength(sum);
  }
  return null;
};

const meaningOf = (text: string, builtIn: BuiltInSearch | null): Float32Array | null => {
  if (!builtIn) return null;
  const { ids } = builtIn.splitWords(text);
  return ids.length > 0 ? encode(builtIn.vectors, ids, 0, ids.length) : null;
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
