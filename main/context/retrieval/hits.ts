import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { IndexedDocuments } from './indexer.ts';
import type { Place, ProjectIndex } from './project-index.ts';
import type { ProjectState } from './project-state.ts';
import type { FoundPassage } from './search-project.ts';

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

/** What a search found as the writer sees it, without what left the book. */
export const toHits = (
  passages: readonly FoundPassage[],
  chapters: Chapters,
  limit: number,
): SearchHit[] => {
  const hits: SearchHit[] = [];
  for (const passage of passages) {
    const chapter = chapters.get(passage.documentId)?.chapter;
    if (chapter !== undefined && hits.length < limit) hits.push({ ...passage, chapter });
  }
  return hits;
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
