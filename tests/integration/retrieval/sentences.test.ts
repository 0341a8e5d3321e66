import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { loadBuiltIn } from '#main/context/retrieval/built-in.ts';
import { createRetrievalBench, type RetrievalBench } from '#tests/helpers/retrieval-book.ts';

const paragraphs = [
  'The ferry had stopped running at six, so Imogen paid a man with a crab boat to take her over.',
  'Old Prentice wiped the blood off his brow and told the boy to keep his hands up for one more round.',
  'The letters lay behind the boiler, tied with kitchen string, all in her mother’s hand.',
  'Nobody had wound the clock in the hall since the funeral, and nobody meant to.',
  'He counted the sheep twice, and twice there was one too many.',
].map((text) => `${text} `.repeat(8).trim());

let bench: RetrievalBench;
beforeEach(async () => {
  bench = await createRetrievalBench({ embedder: { kind: 'builtin' } });
});
afterEach(() => bench.close());

/** The chunks whose sentences were read, by a look at the index from outside. */
const readChunks = (): { chunk: number; vectors: number }[] => {
  const database = new BetterSqlite3(bench.file, { readonly: true });
  try {
    return z.array(z.object({ chunk: z.number(), vectors: z.number() })).parse(
      database
        .prepare(
          `SELECT chunk, vectors FROM embedded JOIN spaces ON spaces.id = embedded.space
             WHERE embedder LIKE 'sentences:%' ORDER BY chunk`,
        )
        .all(),
    );
  } finally {
    database.close();
  }
};

const chunkCount = (): number => bench.retrieval.status('p').chunks;
const allRead = (): Promise<void> =>
  vi.waitFor(() => expect(readChunks().length).toBe(chunkCount()), {
    timeout: 30_000,
    interval: 50,
  });
const bestFor = async (question: string): Promise<string> =>
  (await bench.retrieval.search('p', question, 1))[0]?.text ?? '';

it('S3-15 reads the sentences once indexing is over, and finds what shares no word with the question', async () => {
  const book = bench.open('p');
  paragraphs.forEach((text, number) => {
    book.write(`chapter-${number}`, text);
  });
  await bench.retrieval.index('p', true);
  await allRead();
  await vi.waitFor(
    async () => {
      // By words and dictionaries alone both lead to another chapter.
      expect(
        await bestFor('how she got to the other side when there was no service left'),
      ).toContain('Imogen');
      expect(await bestFor('the coach urges the young boxer on')).toContain('Prentice');
    },
    { timeout: 20_000, interval: 100 },
  );
});

it('S3-15 an edited paragraph is read anew, what stays is not, and a deleted chapter leaves nothing', async () => {
  const book = bench.open('p');
  book.write('one', paragraphs.slice(0, 4).join('\n\n'));
  await bench.retrieval.index('p', true);
  await allRead();
  const before = readChunks();
  book.write('one', [...paragraphs.slice(0, 3), paragraphs[4]].join('\n\n'));
  await bench.retrieval.index('p', true);
  await vi.waitFor(
    async () => expect(await bestFor('an animal more than there should be')).toContain('sheep'),
    { timeout: 20_000, interval: 100 },
  );
  await allRead();
  const kept = readChunks().filter(({ chunk }) => before.some((row) => row.chunk === chunk));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(before.length);
  book.remove('one');
  await bench.retrieval.index('p', true);
  expect(readChunks()).toEqual([]);
});

it('S3-15 a restart finds the sentences read, and reads on where it was left', async () => {
  const book = bench.open('p');
  paragraphs.forEach((text, number) => {
    book.write(`chapter-${number}`, text);
  });
  await bench.retrieval.index('p', true);
  await allRead();
  const before = readChunks();
  await bench.restart();
  await bench.retrieval.ensure('p');
  expect(await bestFor('how she got to the other side when there was no service left')).toContain(
    'Imogen',
  );
  expect(readChunks()).toEqual(before);
});

it('S3-15 what holds no word is read once and stays without vectors', async () => {
  const book = bench.open('p');
  book.write('signs', '⁂ ⁂ ⁂');
  book.write('one', paragraphs[0] ?? '');
  await bench.retrieval.index('p', true);
  await allRead();
  expect(readChunks().map(({ vectors }) => vectors > 0)).toEqual([false, true]);
  expect(await bestFor('how she got to the other side')).toContain('Imogen');
});

it('S3-15 two projects are read beside each other; one that is forgotten in the midst leaves nothing', async () => {
  const books = ['p', 'q'].map((projectId) => bench.open(projectId));
  for (const book of books) {
    for (let number = 0; number < 4; number++) {
      book.write(
        `${book.projectId}-${number}`,
        paragraphs.map((text) => `${number}. ${text}`).join('\n\n'),
      );
    }
  }
  await Promise.all(books.map(({ projectId }) => bench.retrieval.index(projectId, true)));
  const total = chunkCount() + bench.retrieval.status('q').chunks;
  await vi.waitFor(() => expect(readChunks().length).toBeGreaterThan(2), {
    timeout: 20_000,
    interval: 5,
  });
  expect(readChunks().length).toBeLessThan(total);
  await bench.retrieval.eraseProject('q');
  await allRead();
  expect(bench.retrieval.status('p').failure).toBeNull();
});

it('S3-15 closing in the midst of reading loses nothing; a chapter that changes meanwhile is read as it then is', async () => {
  const book = bench.open('p');
  for (let number = 0; number < 4; number++) {
    book.write(`chapter-${number}`, paragraphs.map((text) => `${number}. ${text}`).join('\n\n'));
  }
  await bench.retrieval.index('p', true);
  await vi.waitFor(() => expect(readChunks().length).toBeGreaterThan(1), {
    timeout: 20_000,
    interval: 5,
  });
  const total = chunkCount();
  await bench.restart();
  const kept = readChunks();
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.length).toBeLessThan(total);
  await bench.retrieval.index('p', true);
  book.write('chapter-3', paragraphs[4] ?? '');
  await vi.waitFor(
    async () =>
      expect(await bestFor('an animal more than there should be')).toContain('twice there'),
    { timeout: 20_000, interval: 50 },
  );
  await allRead();
  expect(readChunks()).toEqual(expect.arrayContaining(kept));
});

it('S3-15 without the built-in embedder no sentence is read', async () => {
  await bench.close();
  bench = await createRetrievalBench({ embedder: { kind: 'none' } });
  bench.open('p').write('one', paragraphs.join('\n\n'));
  await bench.retrieval.index('p', true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(readChunks()).toEqual([]);
});

it('S3-15 an encoder that is absent or cut is said to be so', async () => {
  const assets = path.resolve(import.meta.dirname, '../../../assets');
  const folder = mkdtempSync(path.join(tmpdir(), 'fabula-assets-'));
  try {
    cpSync(path.join(assets, 'vectors'), path.join(folder, 'vectors'), { recursive: true });
    const load = () => loadBuiltIn(folder);
    await expect(load()).rejects.toMatchObject({ code: 'RETRIEVAL_UNAVAILABLE' });
    cpSync(path.join(assets, 'sentences'), path.join(folder, 'sentences'), { recursive: true });
    await expect(load()).resolves.toMatchObject({ sentences: { dimension: 256 } });
    writeFileSync(path.join(folder, 'sentences', 'encoder.bin'), 'nothing of the kind');
    await expect(load()).rejects.toMatchObject({ code: 'RETRIEVAL_UNAVAILABLE' });
    copyFileSync(
      path.join(assets, 'vectors', 'words.bin'),
      path.join(folder, 'sentences', 'encoder.bin'),
    );
    await expect(load()).rejects.toMatchObject({ code: 'RETRIEVAL_UNAVAILABLE' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
