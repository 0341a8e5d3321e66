/** The four layers of a request, on the wire and not only in what is shown of it (F1). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { openSnowBook, requestAt } from '#tests/helpers/snow-book.ts';

let test: TestApp;
let server: ModelServer;
let request: Input<'context:assemble'>;

beforeEach(async () => {
  server = await startModelServer();
  test = await createTestApp({ localServers: [] });
  await test.call('ai:models:save', {
    ...{ id: 'scripted', provider: 'openai-compatible', baseUrl: `${server.url}/v1` },
    ...{ model: 'gpt-4o', contextWindow: 16_000, maxOutput: 2000 },
  });
  const project = await openSnowBook(test);
  const { projectId } = project;
  await test.call('constraints:create', { projectId, type: 'world', text: '本世界没有魔法' });
  await test.call('memory:rules:create', {
    ...{ projectId, text: '数目一律写成汉字', confidence: 0.9, confirmed: true },
  });
  await test.call('retrieval:index', { projectId, wait: true });
  request = await requestAt(test, project, 7, { additionalInput: '写他不答话' });
});
afterEach(async () => {
  await test.close();
  await server.close();
});

it('a run for a project, chapter, cursor and skill sends all four layers, in their order [F1 S3-27]', async () => {
  server.script({ pieces: ['他没有作声。'] });
  const { layers } = await test.call('context:assemble', request);
  for (const layer of Object.values(layers)) expect(layer.tokens).toBeGreaterThan(0);
  const ended = new Promise<string>((resolve) => {
    test.app.events.on((...[name]) => {
      if (name === 'ai:done' || name === 'ai:failed') resolve(name);
    });
  });
  await test.call('ai:run', request);
  expect(await ended).toBe('ai:done');
  const sent = JSON.stringify(server.calls.at(-1)?.body.messages);
  const inOrder = [
    '本世界没有魔法',
    '数目一律写成汉字',
    '铜钥匙却不见了',
    '陈先生自己来了',
    '写他不答话',
  ];
  const places = inOrder.map((words) => sent.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
