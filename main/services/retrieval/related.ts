import type { SearchHit } from '#shared/domain/retrieval.ts';
import { flatten } from './flat.ts';
import { type Chapters, toHit } from './hits.ts';
import { bestOf } from './lexical/best.ts';
import { numbersOf } from './lexical/bm25.ts';
import { chooseFocusTerms, stretchOf } from './lexical/focus.ts';
import { rankLexically } from './lexical/rank.ts';
import type { ProjectIndex } from './project-index.ts';
import { type BuiltInSearch, reasonsFor } from './search.ts';
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
  let inside = 0;
  for (const chunks of excluded) inside += chunks.size;
  const terms = chooseFocusTerms(
    index.collection,
    stretchOf(text, tools.visitStretch),
    mostTerms,
    (start) => (start < names.length ? nameWeight : 1),
    (key, frequency) => frequency > inside || isFoundElsewhere(index, key, excluded),
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
  const reasons = reasonsFor(index, text, terms);
  const hits: SearchHit[] = [];
  let counted = 0;
  for (const candidate of bestOf(scores, candidates.length)) {
    if (counted >= request.limit) break;
    const place = flat.place(candidates[candidate] ?? 0);
    const ranked = { ...place, score: scores[candidate] ?? 0, matched: reasons(place) };
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
  excluded: readonly ReadonlySet<number>[],
): Float32Array | null => {
  for (const [part, chunks] of excluded.entries()) {
    const last = [...chunks].at(-1);
    const windows = index.parts[part]?.windows;
    if (last === undefined || !windows) continue;
    const { vectorOffsets, dimension } = windows.meaning;
    const sum = new Float32Array(dimension);
    for (let row = vectorOffsets[last] ?? 0; row < (vectorOffsets[last + 1] ?? 0); row++) {
      const scale = windows.scales[row] ?? 0;
      for (let index = 0; index < dimension; index++) {
        sum[index] =
          (sum[index] ?? 0) + scale * (windows.matrix.cells[row * dimension + index] ?? 0);
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

/** Per part, the chunks that touch the stretch the request sends anyway. */
const excludedChunks = (index: ProjectIndex, stretch: RelatedRequest['exclude']): Set<number>[] =>
  index.parts.map(({ segment }) => {
    const chunks = new Set<number>();
    const document = segment.documentIds.indexOf(stretch.documentId);
    if (document < 0) return chunks;
    // Chunks lie in the order of documents.
    let chunk = segment.documents.indexOf(document);
    while (chunk >= 0 && segment.documents[chunk] === document) {
      const touches =
        (segment.starts[chunk] ?? 0) < stretch.end && (segment.ends[chunk] ?? 0) > stretch.start;
      if (touches) chunks.add(chunk);
      chunk++;
    }
    return chunks;
  });

const isFoundElsewhere = (
  index: ProjectIndex,
  key: number,
  excluded: readonly Set<number>[],
): boolean => {
  const numbers = numbersOf(index.collection, key);
  for (const [part, { segment }] of index.parts.entries()) {
    const number = numbers[part] ?? -1;
    if (number < 0) continue;
    const { offsets, texts } = segment.postings;
    for (let place = offsets[number] ?? 0; place < (offsets[number + 1] ?? 0); place++) {
      if (!excluded[part]?.has(texts[place] ?? 0)) return true;
    }
  }
  return false;
};
