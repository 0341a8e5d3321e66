import type { Database } from 'better-sqlite3';
import type { Understanding } from './segment.ts';
import type { EncoderMark } from './sentence/encoder-file.ts';
import type { StoredChunk } from './store/chunks.ts';
import { projectNumber } from './store/documents.ts';
import type { BuiltInSpace } from './store/index-document.ts';
import { readSentences } from './store/sentences.ts';
import { readVectors, saveMeaning, type VectorReader } from './store/vectors.ts';
import { quantise } from './vector/encode.ts';
import { type ChunkMeaning, meaningOfRows, understand } from './vector/meaning.ts';

/** The built-in embedder's view of every chunk; chunks indexed without it are caught up here. */
export const understandAll = (
  database: Database,
  { builtIn, space }: BuiltInSpace,
  projectId: string,
  chunks: readonly StoredChunk[],
): Understanding['meaning'] => {
  const reader = readVectors(database, space);
  const catchUp = database.transaction((missing: readonly StoredChunk[]) => {
    const project = projectNumber(database, projectId);
    for (const { id, text } of missing) {
      saveMeaning(database, space, project, id, understand(builtIn, text));
    }
  });
  const known = chunks.map(({ id }) => reader.meaning(id));
  const missing = chunks.filter((_, index) => known[index] === null);
  if (missing.length > 0) catchUp(missing);
  const empty: ChunkMeaning = { words: [], windows: [] };
  return {
    dimension: space.dimension,
    chunks: known.map(
      (meaning, index) => meaning ?? reader.meaning(chunks[index]?.id ?? -1) ?? empty,
    ),
  };
};

/** What the sentence encoder has read of the chunks; null while that is nothing. */
export const sentencesOfAll = (
  database: Database,
  encoder: EncoderMark,
  chunks: readonly StoredChunk[],
): Understanding['sentences'] => {
  const read = readSentences(database, encoder);
  const found = chunks.map(({ id }) => read(id));
  return found.some(({ windows }) => windows.length > 0)
    ? { dimension: encoder.dimension, chunks: found }
    : null;
};

/** Rows of the kernel are multiples of 16 long. */
const padded = (dimension: number): number => Math.ceil(dimension / 16) * 16;

/**
 * An endpoint's vectors of all chunks but those it is never shown; null while others are missing, for then they cannot
 * be compared.
 */
export const vectorsOfAll = (
  reader: VectorReader,
  dimension: number,
  chunks: readonly StoredChunk[],
  withheld: ReadonlySet<number>,
): Understanding['endpoint'] => {
  const width = padded(dimension);
  const found: ChunkMeaning[] = [];
  for (const { id } of chunks) {
    const vector = reader.vector(id);
    if (!vector && withheld.has(id)) {
      found.push({ words: [], windows: [] });
      continue;
    }
    if (!vector) return null;
    const row = new Float32Array(width);
    row.set(vector);
    found.push(meaningOfRows(quantise(row), width));
  }
  return { dimension: width, chunks: found };
};
