import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddingServer, startEmbeddingServer } from '#tests/helpers/embedding-server.ts';
import { createRetrievalBench, type RetrievalBench } from '#tests/helpers/retrieval-book.ts';

const words = ['灯塔', '盐井', '渡船', '药铺', 'sail', 'harbour'];
const filler = (word: string, seed: number): string =>
  `第${seed}日，${word}那边没有什么新鲜事，只听见风吹过屋檐，有人在远处咳嗽了一声。`.repeat(8);
const text = words.map((word, index) => filler(word, index)).join('\n\n');

let server: EmbeddingServer;
let bench: RetrievalBench;
beforeEach(async () => {
  server = await startEmbeddingServer(words);
  bench = await createRetrievalBench();
});
afterEach(async () => {
  await bench.close();
  await server.close();
});

const use = (kind: 'ollama' | 'openai-compatible'): void => {
  bench.settings.embedder = { kind, baseUrl: server.url, model: 'small' };
  bench.events.emit('settings:changed', { settings: bench.settings });
};

const tables = (): string[] => {
  const database = new BetterSqlite3(bench.file, { readonly: true });
  const rows = database.prepare('SELECT embedder, dimension FROM spaces ORDER BY id').raw().all();
  database.close();
  return rows.map((row) => String(row));
};

describe('plugged-in embedders', () => {
  it.each(['ollama', 'openai-compatible'] as const)(
    'F9 %s: indexes chunks over HTTP, in a space of its own, and asks questions in it',
    async (kind) => {
      bench.open('p').write('one', text);
      use(kind);
      await bench.retrieval.index('p', true);
      const status = bench.retrieval.status('p');
      expect(status).toMatchObject({ embedder: kind, embedded: status.chunks, failure: null });
      expect(
        server.requests.every(
          ({ path }) => path === (kind === 'ollama' ? '/api/embed' : '/v1/embeddings'),
        ),
      ).toBe(true);
      expect(tables().filter((row) => row.startsWith(kind))).toEqual([
        `${kind}:${server.url}:small,7`,
      ]);
      const before = server.requests.length;
      const [hit] = await bench.retrieval.search('p', '盐井', 1);
      expect(server.requests[before]?.texts).toEqual(['盐井']);
      expect(hit?.text).toContain('盐井');
    },
  );

  it('embeds only chunks that changed', async () => {
    const book = bench.open('p');
    book.write('one', text);
    use('ollama');
    await bench.retrieval.index('p', true);
    const before = server.requests.length;
    book.write('one', `${text}\n\n${filler('渡船', 77)}`);
    await bench.retrieval.index('p', true);
    const sent = server.requests.slice(before).flatMap(({ texts }) => texts);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(2);
    expect(sent.some((part) => part.includes('第77日'))).toBe(true);
    expect(bench.retrieval.status('p').embedded).toBe(bench.retrieval.status('p').chunks);
  });

  it.each([
    { status: 500, body: 'broken' },
    { status: 200, body: '{"embeddings":[[1,2],[3]]}' },
    { status: 200, body: 'no json' },
  ])('EMBEDDER_UNAVAILABLE in the status for %o, and words still answer', async (failure) => {
    bench.open('p').write('one', text);
    server.failure = failure;
    use('ollama');
    await bench.retrieval.index('p', true);
    expect(bench.retrieval.status('p')).toMatchObject({
      state: 'idle',
      failure: 'EMBEDDER_UNAVAILABLE',
      embedded: 0,
    });
    expect((await bench.retrieval.search('p', '药铺', 1))[0]?.text).toContain('药铺');
    server.failure = null;
    await bench.retrieval.index('p', true);
    expect(bench.retrieval.status('p').failure).toBe(null);
    expect(bench.retrieval.status('p').embedded).toBeGreaterThan(0);
  });

  it('changes the embedder in the background while search goes on', async () => {
    bench.open('p').write('one', text);
    await bench.retrieval.index('p', true);
    use('openai-compatible');
    expect((await bench.retrieval.search('p', '灯塔', 1))[0]?.text).toContain('灯塔');
    for (let round = 0; round < 300 && bench.retrieval.status('p').embedded === 0; round++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await bench.retrieval.index('p', true);
    expect(bench.retrieval.status('p').embedded).toBe(bench.retrieval.status('p').chunks);
    bench.settings.embedder = { kind: 'builtin' };
    bench.events.emit('settings:changed', { settings: bench.settings });
    await bench.retrieval.index('p', true);
    const spaces = tables().map((row) => row.split(':')[0] ?? '');
    expect(spaces.toSorted()).toEqual(['builtin', 'openai-compatible', 'sentences']);
    expect((await bench.retrieval.search('p', '灯塔', 1))[0]?.text).toContain('灯塔');
  });

  it.each([301, 302, 307, 308])(
    'is not followed to another address, nor are the texts, by status %i',
    async (status) => {
      const elsewhere = await startEmbeddingServer(words);
      const redirecting = createServer((_, response) => {
        response.writeHead(status, { location: `${elsewhere.url}/api/embed` }).end();
      });
      await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
      const { port } = redirecting.address() as AddressInfo;
      try {
        bench.open('p').write('one', text);
        const baseUrl = `http://127.0.0.1:${port}`;
        bench.settings.embedder = { kind: 'ollama', baseUrl, model: 'small' };
        bench.events.emit('settings:changed', { settings: bench.settings });
        await bench.retrieval.index('p', true);
        expect(bench.retrieval.status('p').failure).toBe('EMBEDDER_UNAVAILABLE');
        expect(elsewhere.requests).toEqual([]);
      } finally {
        redirecting.close();
        await elsewhere.close();
      }
    },
  );
});
