import { type Collection, collect } from './lexical/bm25.ts';
import type { Segment } from './segment.ts';

/** A chunk's place: which part of the index, and its number there. */
export type Place = { part: number; chunk: number };

/** A segment and which of its documents are still current. */
export type Part = { segment: Segment; current: Uint8Array };

/** The searchable whole of one project: one large part and the documents that changed since. */
export type ProjectIndex = {
  readonly parts: readonly Part[];
  readonly collection: Collection;
  /** Changes with every update: answers of an older number are out of date. */
  readonly generation: number;
  /** Everything anew. */
  load(segment: Segment): void;
  /** One document anew. */
  replace(documentId: string, segment: Segment): void;
  remove(documentId: string): void;
  chunkCount(): number;
};

export const createProjectIndex = (): ProjectIndex => {
  let parts: Part[] = [];
  let collection = collect([]);
  let generation = 0;

  const retire = (documentId: string): void => {
    for (const { segment, current } of parts) {
      const number = segment.documentIds.indexOf(documentId);
      if (number >= 0) current[number] = 0;
    }
    parts = parts.filter(({ current }, index) => index === 0 || current.some((flag) => flag === 1));
  };

  const refresh = (): void => {
    collection = collect(parts.map(({ segment }) => segment.postings));
    generation++;
  };

  const partOf = (segment: Segment): Part => ({
    segment,
    current: new Uint8Array(segment.documentIds.length).fill(1),
  });

  return {
    get parts() {
      return parts;
    },
    get collection() {
      return collection;
    },
    get generation() {
      return generation;
    },
    load(segment) {
      parts = [partOf(segment)];
      refresh();
    },
    replace(documentId, segment) {
      retire(documentId);
      parts.push(partOf(segment));
      refresh();
    },
    remove(documentId) {
      retire(documentId);
      refresh();
    },
    chunkCount() {
      let count = 0;
      for (const { segment, current } of parts) {
        for (const document of segment.documents) count += current[document] ?? 0;
      }
      return count;
    },
  };
};
