import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';
import type { Output } from '#shared/contract/index.ts';

let world: AiWorld;
let first: Output<'ai:runs:list'>['items'][number];

const runs = async () => {
  const { projectId, test } = world;
  return (await test.call('ai:runs:list', { projectId })).items;
};
const itemsOf = async (assemblyId: string) =>
  (await world.test.call('context:history:items', { assemblyId })).items;
const compare = async (to: string) =>
  (await world.test.call('context:history:compare', { from: first.assemblyId, to })).changes;
const promptOf = async (assemblyId: string) =>
  (await world.test.call('context:history:replay', { assemblyId })).prompt;

/** The first run again, as the panel asks for it. */
const again = async (mute: string[] = []) => {
  const { request, skillId, documentId, runId } = first;
  if (request === null) throw new Error('the run kept no request');
  const { run } = world;
  return doneOf(await run({ ...request, documentId, skillId, mute, rerunOf: runId }));
};

const write = async (texts: readonly string[]) => {
  world = await createAiWorld();
  await world.connect();
  const { test, projectId, server } = world;
  for (const text of texts) {
    await test.call('constraints:create', { projectId, type: 'style', text });
  }
  server.script(() => ({ pieces: ['船来了。'] }));
  await world.run({ additionalInput: '短些' });
  const [run] = await runs();
  if (run === undefined) throw new Error('there is no run');
  first = run;
};
beforeEach(() => write(['不用感叹号', '句子要短', '不写梦']));
afterEach(() => world.close());

describe('a run asked again', () => {
  it('N6 differs by exactly the item that was left out, in the record and in the bytes', async () => {
    const items = await itemsOf(first.assemblyId);
    const left = items.find(({ title }) => title === '句子要短');
    const { assemblyId } = await again([left?.id ?? '']);
    expect(await compare(assemblyId)).toMatchObject([
      { change: 'removed', itemId: left?.id, layer: 'rules', cause: 'setting' },
    ]);
    const [before, after] = [await promptOf(first.assemblyId), await promptOf(assemblyId)];
    expect(before).toContain('句子要短');
    expect(after).not.toContain('句子要短');
    const kept = (await itemsOf(assemblyId)).find(({ id }) => id === left?.id);
    expect(kept).toMatchObject({ decision: 'dropped', reason: 'mutedByWriter' });
    const [rerun] = await runs();
    expect(rerun).toMatchObject({
      rerunOf: first.runId,
      request: { ...first.request, mute: [left?.id] },
    });
  });

  it('N6 sends the same bytes when nothing is left out: what differs then is the model’s own noise', async () => {
    const { assemblyId } = await again();
    expect(await compare(assemblyId)).toEqual([]);
    expect(await promptOf(assemblyId)).toBe(await promptOf(first.assemblyId));
    const [one, other] = world.server.calls.slice(-2);
    expect(JSON.stringify(other?.body)).toBe(JSON.stringify(one?.body));
  });

  it('N6 lets nothing move up into the room that was freed', async () => {
    const { test, projectId } = world;
    for (let place = 0; place < 60; place += 1) {
      const summary = `第 ${place} 条：${'雪'.repeat(150)}`;
      const name = `铜钥匙${place}`;
      await test.call('knowledge:entities:create', { projectId, kind: 'item', name, summary });
    }
    const { version } = await test.call('context:budget:get', { projectId });
    const change = { contextWindow: 6000, outputReserve: 1000, expectedVersion: version };
    await test.call('context:budget:update', { projectId, ...change });
    await world.run();
    const [run] = await runs();
    if (run === undefined) throw new Error('there is no run');
    first = run;
    const items = await itemsOf(first.assemblyId);
    expect(items.some(({ reason }) => reason === 'layerLimit' || reason === 'overBudget')).toBe(
      true,
    );
    const left = items.find((item) => item.source === 'knowledge' && item.decision === 'included');
    const { assemblyId } = await again([left?.id ?? '']);
    expect(await compare(assemblyId)).toMatchObject([{ change: 'removed', itemId: left?.id }]);
  });

  it('N6 is refused for a run there is not', async () => {
    const { test, projectId, documentId } = world;
    const request = { projectId, documentId, cursorPosition: 0, skillId: 'continue' };
    expect(await test.fail('ai:run', { ...request, rerunOf: 'none' })).toBe('RUN_NOT_FOUND');
  });

  it('N6 keeps the chapter a waiting item waits for', async () => {
    const { test, projectId } = world;
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'item',
      name: '铜钥匙',
      summary: '能开北门。',
      fence: { notBeforeChapter: 5 },
    });
    const { assemblyId } = await again();
    const waiting = (await itemsOf(assemblyId)).filter(({ chapter }) => chapter !== undefined);
    expect(waiting).toMatchObject([
      { decision: 'dropped', reason: 'fencedUntilChapter', chapter: 5 },
    ]);
    expect(JSON.stringify(waiting)).not.toContain('钥匙');
  });
});
