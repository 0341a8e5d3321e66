import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '#tests/helpers/app.ts';
import { type EmbeddingServer, startEmbeddingServer } from '#tests/helpers/embedding-server.ts';

let test: Awaited<ReturnType<typeof createTestApp>>;
let embedder: EmbeddingServer;
let projectId: string;

beforeAll(async () => {
  embedder = await startEmbeddingServer(['雪']);
  test = await createTestApp({ localServers: [] });
  const folder = join(test.folder, 'book');
  mkdirSync(folder);
  for (const name of ['01', '02']) {
    writeFileSync(join(folder, `${name}.md`), `# ${name}\n\n雪落在渡口，${name}。\n`);
  }
  ({ projectId } = await test.call('projects:open', { path: folder, language: 'zh-CN' }));
});
afterAll(async () => {
  await test.close();
  await embedder.close();
});

describe('a cap that is raised', () => {
  it('has the status say no longer what it refused, and the passages get their vectors unasked [N12 E5]', async () => {
    const { call } = test;
    await call('purse:update', { perRequest: { tokens: 1 } });
    await call('settings:update', {
      embedder: { kind: 'openai-compatible', baseUrl: embedder.url, model: 'space' },
    });
    await call('retrieval:index', { projectId, wait: true });
    const status = () => call('retrieval:status', { projectId });
    expect(await status()).toMatchObject({
      failure: 'PURSE_EXCEEDED',
      refusal: { limit: 1 },
      embedded: 0,
    });
    expect(embedder.requests).toEqual([]);
    await call('purse:update', { perRequest: {} });
    const left = async () => {
      const { chunks, embedded, failure } = await status();
      return { left: chunks - embedded, failure };
    };
    await expect.poll(left).toEqual({ left: 0, failure: null });
    expect(await status()).not.toHaveProperty('refusal');
    expect(embedder.requests.length).toBeGreaterThan(0);
  });
});
