import { type Collection, collect } from './lexical/bm25.ts';
import type { Segment } from './segment.ts';
import { type Comparable, centre, meanOf, toComparable } from './vector/compare.ts';
import type { Kernel } from './vector/kernel.ts';
import type { Meaning } from './vector/meaning.ts';

/** A chunk's place: which part of the index, and its number there. */
export type Place = { part: number; chunk: number };

/** A segment, which of its documents are still current, and its vectors ready for comparing. */
export type Part = {
  segment: Omit<Segment, 'meaning' | 'endpoint' | 'sentences'>;
  current: Uint8Array;
} & Record<Space, Comparable | null>;

/** What vectors stand for: windows of words, whole chunks for an endpoint, or sentences. */
export type Space = 'windows' | 'endpoint' | 'sentences';
const spaces: readonly Space[] = ['windows', 'endpoint', 'sentences'];

/** The searchable whole of one project: one large part and the documents that changed since. */
export type ProjectIndex = {
  readonly parts: readonly Part[];
  readonly collection: Collection;
  /** The mean direction of the project's vectors in each space. */
  readonly means: Readonly<Record<Space, Float32Array>>;
  /** Changes with every update: answers of an older number are out of date. */
  readonly generation: number;
  /** Everything anew. */
  load(segment: Segment): void;
  /** One document anew. */
  replace(documentId: string, segment: Segment): void;
  remove(documentId: string): void;
  chunkCount(): number;
  /** Chunks that have a vector of the endpoint. */
  endpointCount(): number;
};

/** Below so many vectors the mean is taken anew with every change: it is cheap, and not settled yet. */
const settled = 4000;

export const createProjectIndex = (kernel: Kernel): ProjectIndex => {
  let parts: Part[] = [];
  let collection = collect([]);
  const means: Record<Space, Float32Array> = {
    windows: new Float32Array(0),
    endpoint: new Float32Array(0),
    sentences: new Float32Array(0),
  };
  let generation = 0;

  const retire = (documentId: string): void => {
    for (const { segment, current } of parts) {
      const number = segment.documentIds.indexOf(documentId);
      if (number >= 0) current[number] = 0;
    }
    parts = parts.filter(({ current }, index) => index === 0 || current.some((flag) => flag === 1));
  };

  const comparable = (meaning: Meaning | null): Comparable | null =>
    meaning ? toComparable(kernel, meaning) : null;

  const partOf = ({ meaning, endpoint, sentences, ...segment }: Segment): Part => ({
    segment,
    current: new Uint8Array(segment.documentIds.length).fill(1),
    windows: comparable(meaning),
    endpoint: comparable(endpoint),
    sentences: comparable(sentences),
  });

  /** The mean of one space, taken anew or kept; parts that do not know it are told. */
  const settle = (
    known: Float32Array,
    all: readonly Comparable[],
    added: readonly Comparable[],
    anew: boolean,
  ): Float32Array => {
    const dimension = all[0]?.matrix.dimension ?? 0;
    const rows = all.reduce((sum, { matrix }) => sum + matrix.rows, 0);
    if (!anew && rows >= settled && known.length === dimension) {
      for (const part of added) centre(part, known);
      return known;
    }
    const fresh = meanOf(all, dimension);
    for (const part of all) centre(part, fresh);
    return fresh;
  };

  const spaceOf = (list: readonly Part[], space: Space): Comparable[] =>
    list.flatMap((part) => part[space] ?? []);

  const refresh = (added: readonly Part[], anew: boolean): void => {
    collection = collect(parts.map(({ segment }) => segment.postings));
    for (const space of spaces) {
      means[space] = settle(means[space], spaceOf(parts, space), spaceOf(added, space), anew);
    }
    generation++;
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
    means,
    get generation() {
      return generation;
    },
    load(segment) {
      const part = partOf(segment);
      parts = [part];
      refresh([part], true);
    },
    replace(documentId, segment) {
      retire(documentId);
      const part = partOf(segment);
      parts.push(part);
      refresh([part], false);
    },
    remove(documentId) {
      retire(documentId);
      refresh([], false);
    },
    chunkCount: () => countWhere(() => true),
    endpointCount: () => countWhere((part) => part.endpoint !== null),
  };
};
