/** Which ranked chunks are offered to a request, and what is counted of those that may not go. */
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { Flat } from './flat.ts';
import { bestOf } from './lexical/best.ts';
import type { ProjectIndex } from './project-index.ts';
import type { PassageFilter, RelatedPassages } from './service.ts';

/** So many of chapters that may not go are shown, with the reason. */
const maxShownWithheld = 12;
/** Looked at beyond the limit, for some may hold what may not go. */
const spareHits = 24;

/** The scores of chunks whose documents may go, and of the others; 0 for the rest. */
export type SplitScores = { open: Float64Array; closed: Float64Array };

export type SelectedFrom = {
  index: ProjectIndex;
  flat: Flat;
  filter: PassageFilter;
  /** At most so many that may go. */
  limit: number;
  /** Null when the chunk's document left the book. */
  makeHit(number: number): SearchHit | null;
};

/** Takes the best that may go until there are enough; the others that rank as high are counted, a few of them shown. */
export const chooseHits = (scores: SplitScores, from: SelectedFrom): RelatedPassages => {
  const { hits, refused } = takeOpen(scores.open, from);
  const min = hits.at(-1)?.score ?? 0;
  const withheld = new Map<string, number>();
  for (const { documentId } of refused) {
    withheld.set(documentId, (withheld.get(documentId) ?? 0) + 1);
  }
  countClosed(scores.closed, min, from, withheld);
  const shown = bestOf(scores.closed, maxShownWithheld)
    .map((number) => from.makeHit(number))
    .filter((hit) => hit !== null)
    .filter(({ score }) => score >= min);
  return {
    hits: [...hits, ...refused, ...shown].sort((left, right) => right.score - left.score),
    withheld: [...withheld].map(([documentId, passages]) => ({ documentId, passages })),
  };
};

/** The best chunks that may go, and those that would have been among them but for what they hold. */
const takeOpen = (
  open: Float64Array,
  { limit, filter, makeHit }: SelectedFrom,
): { hits: SearchHit[]; refused: SearchHit[] } => {
  const hits: SearchHit[] = [];
  const refused: SearchHit[] = [];
  let seen = 0;
  for (let size = limit + spareHits; hits.length < limit && seen < open.length; size *= 2) {
    const ranked = bestOf(open, size);
    for (const number of ranked.slice(seen)) {
      if (hits.length >= limit) break;
      const hit = makeHit(number);
      if (hit) (filter.allowsPassage(hit) ? hits : refused).push(hit);
    }
    seen = ranked.length < size ? open.length : size;
  }
  return { hits, refused };
};

/** Adds the chunks of documents that may not go and reach `least`, the document with the best one first. */
const countClosed = (
  closed: Float64Array,
  min: number,
  { index, flat }: SelectedFrom,
  withheld: Map<string, number>,
): void => {
  const counts: { documentId: string; passages: number; best: number }[] = [];
  for (const [part, { segment }] of index.parts.entries()) {
    const offset = flat.offsets[part] ?? 0;
    const passages = new Uint32Array(segment.documentIds.length);
    const bests = new Float64Array(segment.documentIds.length);
    for (let chunk = 0; chunk < segment.documents.length; chunk++) {
      const score = closed[offset + chunk] ?? 0;
      if (score === 0 || score < min) continue;
      const document = segment.documents[chunk] ?? 0;
      passages[document] = (passages[document] ?? 0) + 1;
      bests[document] = Math.max(bests[document] ?? 0, score);
    }
    for (let document = 0; document < passages.length; document++) {
      const documentId = segment.documentIds[document];
      const count = passages[document] ?? 0;
      if (count === 0 || documentId === undefined) continue;
      counts.push({ documentId, passages: count, best: bests[document] ?? 0 });
    }
  }
  for (const { documentId, passages } of counts.sort((left, right) => right.best - left.best)) {
    withheld.set(documentId, (withheld.get(documentId) ?? 0) + passages);
  }
};
