import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { IndexedDocuments } from './indexer.ts';
import type { ProjectIndex } from './project-index.ts';
import type { ProjectState } from './project-state.ts';
import type { FoundPassage } from './search-project.ts';
import type { Segment } from './segment.ts';

/** What all hits of a question have in common. */
export type Asked = {
  /** Which words of the question a chunk holds, by its number: telling them apart takes longer than ranking, and few are ever asked for. */
  reasons(number: number): string[];
  /** What the writer's own model holds near, by chunk. */
  near: ReadonlyMap<string, number> | null;
};

/** A chunk's number in the flat row, and its score. */
export type Ranked = { number: number; score: number };

/** A chunk of the index as a hit. Hundreds are made for every request, so that they are no larger than they must be. */
class IndexHit implements SearchHit {
  readonly chunkId: string;
  readonly documentId: string;
  readonly chapter: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly paragraph: number;
  readonly score: number;
  readonly similarity?: number;
  readonly #number: number;
  readonly #asked: Asked;

  constructor(
    { segment, chunk }: { segment: Segment; chunk: number },
    { documentId, chapter }: { documentId: string; chapter: number },
    { number, score }: Ranked,
    asked: Asked,
  ) {
    this.chunkId = segment.chunkIds[chunk] ?? '';
    this.documentId = documentId;
    this.chapter = chapter;
    this.start = segment.starts[chunk] ?? 0;
    this.end = segment.ends[chunk] ?? 0;
    this.text = segment.texts[chunk] ?? '';
    this.paragraph = segment.paragraphs[chunk] ?? 1;
    this.score = score;
    const similarity = asked.near?.get(this.chunkId);
    if (similarity !== undefined) this.similarity = similarity;
    this.#number = number;
    this.#asked = asked;
  }

  get matched(): string[] {
    return this.#asked.reasons(this.#number);
  }
}

/** Where each document stands in the book; one that is not in here has left it. */
export type Chapters = ReadonlyMap<string, { chapter: number }>;

/** What the writer sees of a place of the index; null when its document is gone. */
export const toHit = (
  place: { segment: Segment; chunk: number },
  ranked: Ranked,
  chapters: Chapters,
  asked: Asked,
): SearchHit | null => {
  const { segment, chunk } = place;
  const documentId = segment.documentIds[segment.documents[chunk] ?? -1];
  const chapter = documentId === undefined ? undefined : chapters.get(documentId)?.chapter;
  if (documentId === undefined || chapter === undefined) return null;
  return new IndexHit(place, { documentId, chapter }, ranked, asked);
};

const nothingAsked: Asked = { reasons: () => [], near: null };

/** Every chunk of documents that are current and in the book. */
export function* allHits(index: ProjectIndex, chapters: Chapters): Generator<SearchHit> {
  for (const { segment, current } of index.parts) {
    for (let chunk = 0; chunk < segment.chunkIds.length; chunk++) {
      if (current[segment.documents[chunk] ?? 0] !== 1) continue;
      const hit = toHit({ segment, chunk }, { number: 0, score: 0 }, chapters, nothingAsked);
      if (hit) yield hit;
    }
  }
}

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
  // Reasons are found when asked for, and copying does not ask.
  const { matched } = hit;
  return start < 0 ? null : { ...hit, matched, start, end: start + hit.text.length };
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
