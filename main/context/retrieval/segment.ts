import { buildPostings, type Postings } from './lexical/postings.ts';
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
  /** Whether the plugged-in embedder has a vector for every chunk that it may be shown. */
  isEmbedded: boolean;
};

export const buildSegment = (
  versions: ReadonlyMap<string, string>,
  chunks: readonly StoredChunk[],
  splitTerms: TermSplitter,
  isEmbedded: boolean,
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
    isEmbedded,
  };
};

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
];
