import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ChunkEmbedding } from '../vector/embed-chunk.ts';

/** One table of vectors per embedder and dimension; spaces are never mixed. */
export type Space = { id: number; element: 'int8' | 'float32'; dimension: number };

/** A chunk's vectors have neighbouring rowids, so that they are found by number; no chunk has as many windows. */
const vectorsPerChunk = 256;

const Id = z.number().int();
const Held = z.object({ space: Id, vectors: Id });
const Bytes = z.instanceof(Buffer);
const Understood = z.object({ words: Bytes, windows: Bytes });

const tableOf = (space: number): string => `vectors_${space}`;
const rowOf = (chunk: number, index: number): bigint =>
  BigInt(chunk) * BigInt(vectorsPerChunk) + BigInt(index);

const findSpace = (database: Database, embedder: string, dimension: number): number | null =>
  Id.nullable().parse(
    database
      .prepare('SELECT id FROM spaces WHERE embedder = ? AND dimension = ?')
      .pluck()
      .get(embedder, dimension) ?? null,
  );

/** The space of an embedder, made when it has none. */
export const openSpace = (
  database: Database,
  embedder: string,
  dimension: number,
  element: Space['element'],
): Space => {
  const found = findSpace(database, embedder, dimension);
  if (found !== null) return { id: found, element, dimension };
  return database.transaction(() => {
    const made = database
      .prepare('INSERT INTO spaces (embedder, dimension) VALUES (?, ?)')
      .run(embedder, dimension);
    const id = Number(made.lastInsertRowid);
    const column = element === 'int8' ? `int8[${dimension}]` : `float[${dimension}]`;
    database.exec(
      `CREATE VIRTUAL TABLE ${tableOf(id)} USING vec0(
         project integer partition key, vector ${column} distance_metric=cosine, chunk_size=256)`,
    );
    return { id, element, dimension };
  })();
};

/** Spaces of an embedder whose dimension only its answers tell. */
export const knownSpace = (database: Database, embedder: string): Space | null => {
  const row = database
    .prepare('SELECT id, dimension FROM spaces WHERE embedder = ? ORDER BY id DESC')
    .get(embedder);
  const found = z.object({ id: Id, dimension: Id }).optional().parse(row);
  return found ? { ...found, element: 'float32' } : null;
};

const bytesOf = (vector: Int8Array | Float32Array | Uint32Array | Uint16Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

const insertVectors = (
  database: Database,
  space: Space,
  project: number,
  chunk: number,
  vectors: readonly (Int8Array | Float32Array)[],
): void => {
  if (vectors.length > vectorsPerChunk) throw new RangeError('A chunk has too many windows.');
  const value = space.element === 'int8' ? 'vec_int8(?)' : '?';
  const insert = database.prepare(
    `INSERT INTO ${tableOf(space.id)} (rowid, project, vector) VALUES (?, ?, ${value})`,
  );
  vectors.forEach((vector, index) => {
    insert.run(rowOf(chunk, index), BigInt(project), bytesOf(vector));
  });
};

const note = (
  database: Database,
  space: Space,
  chunk: number,
  held: { vectors: number; words: Buffer; windows: Buffer },
): void => {
  database
    .prepare('INSERT INTO embedded (chunk, space, vectors, words, windows) VALUES (?, ?, ?, ?, ?)')
    .run(chunk, space.id, held.vectors, held.words, held.windows);
};

/** What the built-in embedder made of a chunk that has nothing in this space yet. */
export const saveEmbedding = (
  database: Database,
  space: Space,
  project: number,
  chunk: number,
  embedding: ChunkEmbedding,
): void => {
  const { words, windows } = embedding;
  insertVectors(
    database,
    space,
    project,
    chunk,
    windows.map(({ cells }) => cells),
  );
  note(database, space, chunk, {
    vectors: windows.length,
    words: bytesOf(Uint32Array.from(words)),
    windows: bytesOf(Uint16Array.from(windows.flatMap(({ from, to }) => [from, to]))),
  });
};

/** The sentence encoder's vectors of a chunk, one a sentence, that has nothing in this space yet. */
export const saveSentences = (
  database: Database,
  space: Space,
  { project, chunk }: { project: number; chunk: number },
  sentences: readonly Int8Array[],
): void => {
  insertVectors(database, space, project, chunk, sentences);
  const vectors = sentences.length;
  note(database, space, chunk, { vectors, words: Buffer.alloc(0), windows: Buffer.alloc(0) });
};

/** An endpoint's vector of a whole chunk that has none in this space yet. */
export const saveVector = (
  database: Database,
  space: Space,
  project: number,
  chunk: number,
  vector: Float32Array,
): void => {
  insertVectors(database, space, project, chunk, [vector]);
  note(database, space, chunk, { vectors: 1, words: Buffer.alloc(0), windows: Buffer.alloc(0) });
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

/** A chunk's content words by their numbers, and which of them each of its windows holds. */
export type WordRanges = { words: Uint32Array; windows: { from: number; to: number }[] };

/** Reads chunk by chunk what its vectors stand for; null for one without windows of words. */
export const wordRanges = (
  database: Database,
  space: Space,
): ((chunk: number) => WordRanges | null) => {
  const held = database.prepare(
    'SELECT words, windows FROM embedded WHERE chunk = ? AND space = ?',
  );
  return (chunk) => {
    const row = Understood.optional().parse(held.get(chunk, space.id));
    if (!row || row.windows.length === 0) return null;
    const words = Uint32Array.from({ length: row.words.length / 4 }, (_, at) =>
      row.words.readUInt32LE(at * 4),
    );
    const windows = Array.from({ length: row.windows.length / 4 }, (_, at) => ({
      from: row.windows.readUInt16LE(at * 4),
      to: row.windows.readUInt16LE(at * 4 + 2),
    }));
    return { words, windows };
  };
};

/** Chunks of a project that have nothing in a space. */
export const chunksWithout = (
  database: Database,
  projectId: string,
  space: Space | null,
  limit: number,
): { id: number; documentId: string; text: string }[] =>
  z.array(z.object({ id: Id, documentId: z.string(), text: z.string() })).parse(
    database
      .prepare(
        `SELECT chunks.id AS id, documents.document_id AS documentId, text FROM chunks JOIN documents ON documents.id = chunks.document
         JOIN projects ON projects.id = documents.project
         WHERE projects.project_id = ?
           AND NOT EXISTS (SELECT 1 FROM embedded WHERE chunk = chunks.id AND space = ?)
         ORDER BY chunks.id LIMIT ?`,
      )
      .all(projectId, space?.id ?? -1, limit),
  );

/** Whether any chunk has something in a space. */
export const isSpaceUsed = (database: Database, space: Space): boolean =>
  database
    .prepare('SELECT 1 FROM embedded WHERE space = ? AND vectors > 0 LIMIT 1')
    .get(space.id) !== undefined;

export const chunkExists = (database: Database, chunk: number): boolean =>
  database.prepare('SELECT 1 FROM chunks WHERE id = ?').get(chunk) !== undefined;

type NearVector = { chunk: number; index: number; distance: number };

/** A row that sqlite-vec answers; a vector of noughts, of unknown words alone, has no direction and is near nothing. */
const NearRows = z
  .array(z.object({ rowid: Id, distance: z.number().nullable() }))
  .transform((rows) =>
    rows.flatMap(({ rowid, distance }): NearVector[] => {
      if (distance === null) return [];
      const chunk = Math.floor(rowid / vectorsPerChunk);
      return [{ chunk, index: rowid % vectorsPerChunk, distance }];
    }),
  );

const nearestWhere = (
  database: Database,
  { id, element }: Space,
  where: string,
  [query, ...values]: readonly [Int8Array | Float32Array, ...(number | bigint | string)[]],
): NearVector[] => {
  const value = element === 'int8' ? 'vec_int8(?)' : '?';
  const rows = database
    .prepare(
      `SELECT rowid, distance FROM ${tableOf(id)}
       WHERE vector MATCH ${value} AND k = ? AND project = ?${where}`,
    )
    .all(bytesOf(query), ...values);
  return NearRows.parse(rows);
};

/** The space's own exact answer, nearest first: cosine distances of stored vectors. At most 4,096. */
export const nearest = (
  database: Database,
  space: Space,
  project: number,
  query: Int8Array | Float32Array,
  limit: number,
): NearVector[] => nearestWhere(database, space, '', [query, limit, BigInt(project)]);

/** The same among the first vectors of the chunks of some documents: others take no place. */
export const nearestIn = (
  database: Database,
  space: Space,
  among: {
    project: number;
    query: Int8Array | Float32Array;
    documentIds: readonly string[];
    limit: number;
  },
): NearVector[] => {
  const where = ` AND rowid IN (
    SELECT chunks.id * ${vectorsPerChunk} FROM chunks JOIN documents ON documents.id = chunks.document
    WHERE documents.project = ? AND document_id IN (SELECT value FROM json_each(?)))`;
  const project = BigInt(among.project);
  const documentIds = JSON.stringify(among.documentIds);
  const { query, limit } = among;
  return nearestWhere(database, space, where, [query, limit, project, project, documentIds]);
};
