import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** One table of vectors per embedder and dimension; spaces are never mixed. */
export type Space = { id: number; element: 'int8' | 'float32'; dimension: number };

/** A chunk's vectors have neighbouring rowids, so that they are found by number. */
const vectorsPerChunk = 256;

const Id = z.number().int();
const Held = z.object({ space: Id, vectors: Id });

const tableOf = (space: number): string => `vectors_${space}`;
const rowOf = (chunk: number, index: number): bigint =>
  BigInt(chunk) * BigInt(vectorsPerChunk) + BigInt(index);

/** The space of an embedder, made when it has none. */
export const openSpace = (
  database: Database,
  embedder: string,
  dimension: number,
  element: Space['element'],
): Space => {
  const find = database
    .prepare('SELECT id FROM spaces WHERE embedder = ? AND dimension = ?')
    .pluck();
  const found = Id.nullable().parse(find.get(embedder, dimension) ?? null);
  if (found !== null) return { id: found, element, dimension };
  return database.transaction(() => {
    database
      .prepare('INSERT INTO spaces (embedder, dimension) VALUES (?, ?)')
      .run(embedder, dimension);
    const id = Id.parse(find.get(embedder, dimension));
    const column = element === 'int8' ? `int8[${dimension}]` : `float[${dimension}]`;
    database.exec(
      `CREATE VIRTUAL TABLE ${tableOf(id)} USING vec0(
         project integer partition key, vector ${column} distance_metric=cosine, chunk_size=256)`,
    );
    return { id, element, dimension };
  })();
};

const bytesOf = (vector: Int8Array | Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Replaces the vectors of one chunk. At most 256 are kept. */
export const saveVectors = (
  database: Database,
  space: Space,
  project: number,
  chunk: number,
  vectors: readonly (Int8Array | Float32Array)[],
): void => {
  const value = space.element === 'int8' ? 'vec_int8(?)' : '?';
  const insert = database.prepare(
    `INSERT INTO ${tableOf(space.id)} (rowid, project, vector) VALUES (?, ?, ${value})`,
  );
  const kept = vectors.slice(0, vectorsPerChunk);
  kept.forEach((vector, index) => {
    insert.run(rowOf(chunk, index), BigInt(project), bytesOf(vector));
  });
  database
    .prepare('INSERT INTO embedded (chunk, space, vectors) VALUES (?, ?, ?)')
    .run(chunk, space.id, kept.length);
};

/** Of every space. */
export const removeVectors = (database: Database, chunk: number): void => {
  const held = z
    .array(Held)
    .parse(database.prepare('SELECT space, vectors FROM embedded WHERE chunk = ?').all(chunk));
  for (const { space, vectors } of held) {
    const remove = database.prepare(`DELETE FROM ${tableOf(space)} WHERE rowid = ?`);
    for (let index = 0; index < vectors; index++) remove.run(rowOf(chunk, index));
  }
  database.prepare('DELETE FROM embedded WHERE chunk = ?').run(chunk);
};
