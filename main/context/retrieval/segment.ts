import { buildPostings, type Postings } from './lexical/postings.ts';
import { joinMeanings, type Meaning } from './vector/meaning.ts';
import type { ChunkMeaning } from './vector/meaning.ts';
import type { StoredChunk } from './store/chunks.ts';
import type { TermSplitter } from './text/terms.ts';

/**
 * Some documents as they are searched, ready to cross from the worker: a whole project, or one document that
 * changed since. Chunks are numbered from 0 in the order of documents and of the text.
 */
export type Segment = {
  documentIds: string[];
  /** The text of each document that is indexed here. */
  versions: string[];
  chunkIds: string[];
  texts: string[];
  /** Index into `documentIds`. */
  documents: Uint32Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  paragraphs: Uint32Array<ArrayBuffer>;
  postings: Postings;
  /** The built-in embedder's windows; null without it. */
  meaning: Meaning | null;
  /** One vector per chunk from a plugged-in embedder; null while not all chunks have one. */
  endpoint: Meaning | null;
  /** The sentence encoder's vectors of the chunks it has read so far; null while it has read none. */
  sentences: Meaning | null;
};

/** What is known of each chunk's meaning, in the order of the chunks. */
export type Understanding = {
  meaning: { dimension: number; chunks: ChunkMeaning[] } | null;
  endpoint: { dimension: number; chunks: ChunkMeaning[] } | null;
  sentences: { dimension: number; chunks: ChunkMeaning[] } | null;
};

export const buildSegment = (
  versions: ReadonlyMap<string, string>,
  chunks: readonly StoredChunk[],
  splitTerms: TermSplitter,
  understanding: Understanding,
): Segment => {
  const documentIds = [...versions.keys()];
  const numbers = new Map(documentIds.map((documentId, number) => [documentId, number]));
  return {
    documentIds,
    versions: [...versions.values()],
    chunkIds: chunks.map((row) => row.chunkId),
    texts: chunks.map((row) => row.text),
    documents: Uint32Array.from(chunks, (row) => numbers.get(row.documentId) ?? 0),
    starts: Uint32Array.from(chunks, (row) => row.start),
    ends: Uint32Array.from(chunks, (row) => row.end),
    paragraphs: Uint32Array.from(chunks, (row) => row.paragraph),
    postings: buildPostings(
      chunks.map((row) => row.text),
      splitTerms,
    ),
    meaning: joined(understanding.meaning),
    endpoint: joined(understanding.endpoint),
    sentences: joined(understanding.sentences),
  };
};

const joined = (known: Understanding['meaning']): Meaning | null =>
  known ? joinMeanings(known.chunks, known.dimension) : null;

const buffersOf = (meaning: Meaning | null): ArrayBuffer[] =>
  meaning
    ? [
        meaning.words,
        meaning.wordOffsets,
        meaning.vectorOffsets,
        meaning.from,
        meaning.to,
        meaning.cells,
        meaning.scales,
        meaning.sum,
      ].map(({ buffer }) => buffer)
    : [];

/** The buffers of a segment, to be moved instead of copied. */
export const transferable = (segment: Segment): ArrayBuffer[] => [
  segment.documents.buffer,
  segment.starts.buffer,
  segment.ends.buffer,
  segment.paragraphs.buffer,
  segment.postings.terms.keys.buffer,
  segment.postings.terms.values.buffer,
  segment.postings.offsets.buffer,
  segment.postings.texts.buffer,
  segment.postings.counts.buffer,
  segment.postings.lengths.buffer,
  ...buffersOf(segment.meaning),
  ...buffersOf(segment.endpoint),
  ...buffersOf(segment.sentences),
];
