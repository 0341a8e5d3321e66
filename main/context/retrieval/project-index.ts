/** The words of one project as the question at the cursor asks for them: one large part and the documents that changed since. */
import { type Collection, collect } from './lexical/bm25.ts';
import type { Segment } from './segment.ts';

/** A chunk's place: which part of the index, and its number there. */
export type Place = { part: number; chunk: number };

/** A segment, and which of its documents are still current. */
export type Part = { segment: Segment; current: Uint8Array };

export type ProjectIndex = {
  readonly parts: readonly Part[];
  readonly collection: Collection;
  /** Everything anew. */
  load(segment: Segment): void;
  /** One document anew. */
  replace(documentId: string, segment: Segment): void;
  remove(documentId: string): void;
  chunkCount(): number;
  /** Chunks of documents whose every chunk has a vector of the endpoint. */
  endpointCount(): number;
};

export const createProjectIndex = (): ProjectIndex => {
  let parts: Part[] = [];
  let collection = collect([]);

  const retire = (documentId: string): void => {
    for (const { segment, current } of parts) {
      const number = segment.documentIds.indexOf(documentId);
      if (number >= 0) current[number] = 0;
    }
    parts = parts.filter(({ current }, index) => index === 0 || current.some((flag) => flag === 1));
  };

  const partOf = (segment: Segment): Part => ({
    segment,
    current: new Uint8Array(segment.documentIds.length).fill(1),
  });

  const keep = (changed: Part[]): void => {
    parts = changed;
    collection = collect(parts.map(({ segment }) => segment.postings));
  };

  const countWhere = (has: (part: Part) => boolean): number => {
    let count = 0;
    for (const part of parts) {
      if (!has(part)) continue;
      for (const document of part.segment.documents) count += part.current[document] ?? 0;
    }
    return count;
  };

  return {
    get parts() {
      return parts;
    },
    get collection() {
      return collection;
    },
    load: (segment) => keep([partOf(segment)]),
    replace(documentId, segment) {
      retire(documentId);
      keep([...parts, partOf(segment)]);
    },
    remove(documentId) {
      retire(documentId);
      keep(parts);
    },
    chunkCount: () => countWhere(() => true),
    endpointCount: () => countWhere(({ segment }) => segment.isEmbedded),
  };
};
