import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadBuiltIn } from '#main/context/retrieval/built-in.ts';
import { nearChunks } from '#main/context/retrieval/similar/near-chunks.ts';
import { chunksOfProject, insertChunk } from '#main/context/retrieval/store/chunks.ts';
import { projectNumber, saveDocument } from '#main/context/retrieval/store/documents.ts';
import { openIndex } from '#main/context/retrieval/store/open.ts';
import { nearest, openSpace, saveVector } from '#main/context/retrieval/store/vectors.ts';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { encode, quantise } from '#main/context/retrieval/vector/encode.ts';
import { createStemmer } from '#main/context/retrieval/text/terms.ts';
import { createWordSplitter } from '#main/context/retrieval/vector/words.ts';
import { createWordVectors } from '#main/context/retrieval/vector/word-vectors.ts';
import { understand } from '#main/context/retrieval/vector/embed-chunk.ts';
import { createRetrievalBench, type RetrievalBench } from '#tests/helpers/retrieval-book.ts';

const assets = path.resolve(import.meta.dirname, '../../../assets');
const paragraphs = [
  '灯塔的看守人死了，三天后才有人发现。他的狗一直守在门口，谁也不让进去。',
  '药铺关门以后，掌柜把账本锁进抽屉，又在火盆里烧掉了两封信。',
  '她划着船穿过芦苇，水面上漂着一只红色的布鞋。',
  '孩子们在桑树下分糖，最小的那个躲在墙后面哭。',
].map((part) => part.repeat(9));

let bench: RetrievalBench;
beforeEach(async () => {
  bench = await createRetrievalBench({ embedder: { kind: 'builtin' } });
});
afterEach(() => bench.close());

it('finds a passage by meaning, without a word in common, and in another language', async () => {
  bench.open('p').write('one', paragraphs.join('\n\n'));
  await bench.retrieval.index('p', true);
  expect(
    (await bench.retrieval.search('p', 'the keeper of the lighthouse has died', 1))[0]?.text,
  ).toContain('灯塔');
  const [hit] = await bench.retrieval.search('p', 'a shoe floating on the water', 1);
  expect(hit?.text).toContain('布鞋');
  expect(hit?.matched).toEqual(['related']);
});

it('the stored vectors are those the text gives, and sqlite-vec orders them as plain arithmetic does', async () => {
  bench.open('p').write('one', paragraphs.join('\n\n'));
  await bench.retrieval.index('p', true);
  await bench.retrieval.close();
  const pairs = readFileSync(path.join(assets, 'vectors/traditional.txt'), 'utf8').trim();
  const vectors = createWordVectors((await loadBuiltIn(assets)).parts);
  const splitWords = createWordSplitter(createAlphabet(pairs), vectors, createStemmer());
  const database = openIndex(bench.file, null);
  try {
    const { stamp, dimension } = vectors;
    const space = openSpace(database, `builtin:${stamp}`, dimension, 'int8');
    const { ids } = splitWords('烧信的药铺掌柜');
    const query = quantise(encode(vectors, ids, 0, ids.length));
    const stored = nearest(database, space, 1, query, 500);
    const cosine = (left: Int8Array, right: Int8Array): number => {
      let dot = 0;
      let a = 0;
      let b = 0;
      left.forEach((value, index) => {
        const other = right[index] ?? 0;
        dot += value * other;
        a += value * value;
        b += other * other;
      });
      return dot / Math.sqrt(a * b);
    };
    const rows = chunksOfProject(database, 'p');
    const expected = rows.flatMap(({ id, text }) =>
      understand({ vectors, splitWords }, text).windows.map(({ cells }, index) => ({
        id,
        index,
        distance: 1 - cosine(query, cells),
      })),
    );
    expect(stored.length).toBe(expected.length);
    const distances = new Map(
      expected.map(({ id, index, distance }) => [`${id}/${index}`, distance]),
    );
    for (const { chunk, index, distance } of stored) {
      expect(distance).toBeCloseTo(distances.get(`${chunk}/${index}`) ?? 9, 4);
    }
    const best = expected.reduce((a, b) => (b.distance < a.distance ? b : a));
    expect(stored[0]?.distance).toBeCloseTo(best.distance, 4);
  } finally {
    database.close();
  }
});

it('what is near in chapters that may not go takes no place, however much of it there is [E5]', () => {
  const database = openIndex(bench.file, null);
  try {
    const endpoint = 'model:small';
    const space = openSpace(database, endpoint, 4, 'float32');
    const project = projectNumber(database, 'long');
    /** Chunks whose vectors turn away from the one that is asked for, the first of them the least. */
    const fill = (documentId: string, from: number, count: number): void => {
      const document = saveDocument(database, project, documentId, 'v1');
      for (let position = 0; position < count; position++) {
        const chunkId = `${documentId}-${position}`;
        const place = { position, start: position, end: position + 1, paragraph: position };
        const id = insertChunk(database, document, { ...place, chunkId, text: chunkId }, chunkId);
        const angle = from + position / 5000;
        const vector = Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0);
        saveVector(database, space, project, id, vector);
      }
    };
    database.transaction(() => {
      fill('later', 0.2, 5000);
      fill('early', 1.3, 3);
    })();
    const asked = { projectId: 'long', endpoint, vector: Float32Array.of(1, 0, 0, 0) };
    const open = nearChunks(database, { ...asked, documentIds: ['early'], limit: 1000 });
    expect(open.map(({ chunkId }) => chunkId)).toEqual(['early-0', 'early-1', 'early-2']);
    expect(open[0]?.similarity).toBeCloseTo(Math.cos(1.3), 5);
    const all = nearChunks(database, { ...asked, documentIds: ['early', 'later'], limit: 2 });
    expect(all.map(({ chunkId }) => chunkId)).toEqual(['later-0', 'later-1']);
    expect(nearChunks(database, { ...asked, documentIds: [], limit: 10 })).toEqual([]);
  } finally {
    database.close();
  }
});
