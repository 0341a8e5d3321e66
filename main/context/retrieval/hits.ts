import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { IndexedDocuments } from './indexer.ts';
import type { Place, ProjectIndex } from './project-index.ts';
import type { ProjectState } from './project-state.ts';

export type Ranked = Place & { score: number; matched: string[] };

/** Where each document stands in the book; one that is not in here has left it. */
export type Chapters = ReadonlyMap<string, { chapter: number }>;

/** What the writer sees of a place of the index; null when its document is gone. */
export const toHit = (
  index: ProjectIndex,
  ranked: Ranked,
  chapters: Chapters,
): SearchHit | null => {
  const segment = index.parts[ranked.part]?.segment;
  const documentId = segment?.documentIds[segment.documents[ranked.chunk] ?? -1];
  const chapter = documentId === undefined ? undefined : chapters.get(documentId)?.chapter;
  const text = segment?.texts[ranked.chunk];
  const chunkId = segment?.chunkIds[ranked.chunk];
  if (!segment || documentId === undefined || chapter === undefined) return null;
  if (text === undefined || chunkId === undefined) return null;
  return {
    chunkId,
    documentId,
    chapter,
    start: segment.starts[ranked.chunk] ?? 0,
    end: segment.ends[ranked.chunk] ?? 0,
    text,
    paragraph: segment.paragraphs[ranked.chunk] ?? 1,
    score: ranked.score,
    matched: ranked.matched,
  };
};

/** The hits of chunks that hold the very words, best first; those that are not loaded or left the book are passed over. */
const exactHits = (
  index: ProjectIndex,
  chunkIds: readonly string[],
  query: string,
  chapters: Chapters,
): SearchHit[] => {
  const wanted = new Map(chunkIds.map((chunkId, rank) => [chunkId, rank]));
  const hits: SearchHit[] = [];
  for (const [part, { segment, current }] of index.parts.entries()) {
    for (const [chunk, chunkId] of segment.chunkIds.entries()) {
      const rank = wanted.get(chunkId);
      if (rank === undefined || current[segment.documents[chunk] ?? -1] !== 1) continue;
      const hit = toHit(index, { part, chunk, score: -rank, matched: [query] }, chapters);
      if (hit) hits.push({ ...hit, exact: true });
    }
  }
  return hits.sort((left, right) => right.score - left.score);
};

/** What holds the very words first, and marked as such; behind it what is only similar. */
export const exactFirst = (
  index: ProjectIndex,
  {
    query,
    chunkIds,
    similar,
  }: { query: string; chunkIds: readonly string[]; similar: SearchHit[] },
  chapters: Chapters,
  limit: number,
): SearchHit[] => {
  const exact = exactHits(index, chunkIds, query, chapters);
  const held = new Set(exact.map(({ chunkId }) => chunkId));
  const others = similar.filter(({ chunkId }) => !held.has(chunkId));
  const best = others[0]?.score ?? 0;
  const scored = exact.map((hit, rank) => ({ ...hit, score: best + exact.length - rank }));
  return [...scored, ...others].slice(0, limit);
};

/**
 * The hit at the place its text has now, in a chapter edited since it was indexed; null when the passage is no
 * longer in it.
 */
export const relocate = (hit: SearchHit, text: string): SearchHit | null => {
  if (text.slice(hit.start, hit.end) === hit.text) return hit;
  const after = text.indexOf(hit.text, hit.start);
  const before = text.lastIndexOf(hit.text, hit.start);
  const start = nearest(hit.start, before, after);
  return start < 0 ? null : { ...hit, start, end: start + hit.text.length };
};

const nearest = (wanted: number, before: number, after: number): number => {
  if (before < 0) return after;
  if (after < 0) return before;
  return wanted - before <= after - wanted ? before : after;
};

/** The hits at their present offsets, without those whose text is gone since it was indexed. */
export const presentHits = async (
  state: ProjectState,
  documents: IndexedDocuments,
  hits: SearchHit[],
): Promise<SearchHit[]> => {
  if (state.changed.size === 0) return hits;
  const present: SearchHit[] = [];
  for (const hit of hits) {
    const placed = state.changed.has(hit.documentId)
      ? relocate(hit, (await documents.read(state.projectId, hit.documentId)).text)
      : hit;
    if (placed) present.push(placed);
  }
  return present;
};
