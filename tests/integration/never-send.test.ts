import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld } from '#tests/helpers/ai-world.ts';
import { type EmbeddingServer, startEmbeddingServer } from '#tests/helpers/embedding-server.ts';

/** Occurs in nothing that may be sent. */
const canary = '鹮鹭暗号';

let world: AiWorld;
let embedder: EmbeddingServer;

const write = async (index: number, text: string): Promise<string> => {
  const { test, projectId } = world;
  const { documents } = await test.call('projects:get', { projectId });
  const documentId = documents[index]?.documentId ?? '';
  const { version } = await test.call('documents:read', { projectId, documentId });
  await test.call('documents:save', { projectId, documentId, text, expectedVersion: version });
  return documentId;
};

const neverSend = (documentId: string) =>
  world.test.call('documents:update', {
    projectId: world.projectId,
    documentId,
    fence: { neverSend: true },
  });

const nameCanary = (fence: { neverSend: true } | null) =>
  world.test.call('knowledge:entities:create', {
    projectId: world.projectId,
    kind: 'item',
    name: canary,
    summary: '',
    fence,
  });

/** All that endpoints of embeddings and of models were sent. */
const sent = (): string =>
  [
    ...embedder.requests.flatMap(({ texts }) => texts),
    ...world.server.calls.map(({ bytes }) => bytes),
  ].join('\n');

beforeEach(async () => {
  world = await createAiWorld();
  embedder = await startEmbeddingServer(['雪', '船']);
});

afterEach(async () => {
  await world.close();
  await embedder.close();
});

describe('N3 what is never to be sent', () => {
  const index = async () => {
    const { test, projectId } = world;
    await test.call('settings:update', {
      embedder: { kind: 'openai-compatible', baseUrl: embedder.url, model: 'small' },
    });
    await test.call('retrieval:index', { projectId, wait: true });
  };

  it('reaches no embedder: not the chapter, not what names the entry, not the question', async () => {
    const { test, projectId } = world;
    await neverSend(await write(0, `# 一\n\n雪地里埋着${canary}。\n`));
    await index();
    expect(sent()).toContain('天亮的时候');
    expect(sent()).not.toContain(canary);
    await nameCanary({ neverSend: true });
    const asked = embedder.requests.length;
    await test.call('retrieval:search', { projectId, query: canary });
    expect(embedder.requests).toHaveLength(asked);
    await test.call('retrieval:search', { projectId, query: '雪' });
    expect(embedder.requests).toHaveLength(asked + 1);
    await write(1, `# 二\n\n天亮的时候，船上有人说起${canary}。\n`);
    await test.call('retrieval:index', { projectId, wait: true });
    const { items } = await test.call('retrieval:search', { projectId, query: canary });
    expect(items.length).toBeGreaterThan(0);
    expect(sent()).not.toContain(canary);
  });

  it('reaches the embedder once the writer has opened it', async () => {
    const documentId = await write(0, `# 一\n\n雪地里埋着${canary}。\n`);
    const { test, projectId } = world;
    await neverSend(documentId);
    await index();
    await test.call('documents:update', { projectId, documentId, fence: null });
    await test.call('retrieval:index', { projectId, wait: true });
    expect(sent()).toContain(canary);
  });

  it('reaches no model that judges: not the chapter, not a text or a constraint that names the entry', async () => {
    const { test, projectId } = world;
    await world.connect();
    world.server.script({ pieces: ['{"findings":[]}'] });
    await test.call('constraints:create', { projectId, type: 'character', text: '让舅公说短话。' });
    await test.call('constraints:create', {
      projectId,
      type: 'character',
      text: `让拿着${canary}的人说短话。`,
    });
    const documentId = await write(0, '# 一\n\n舅公说了一大段话。\n');
    expect(await test.call('judge:check', { projectId, documentId })).toMatchObject({
      model: 'answered',
    });
    const before = world.server.calls.length;
    expect(before).toBeGreaterThan(0);
    const { entityId } = await nameCanary({ neverSend: true });
    world.server.calls.length = 0;
    await test.call('judge:check', { projectId, documentId });
    expect(sent()).toContain('舅公说了一大段话');
    await test.call('judge:check', { projectId, text: `舅公说：“${canary}。”` });
    expect(sent()).not.toContain(canary);
    await test.call('knowledge:entities:delete', { projectId, entityId });
    await neverSend(documentId);
    world.server.calls.length = 0;
    expect(await test.call('judge:check', { projectId, documentId })).toMatchObject({
      model: 'absent',
    });
    expect(sent()).toBe('');
  });
});
