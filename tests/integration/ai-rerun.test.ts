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
  it('differs by exactly the item that was left out, in the record and in the bytes [N6]', async () => {
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

  it('sends the same bytes when nothing is left out: what differs then is the model’s own noise [N6]', async () => {
    const { assemblyId } = await again();
    expect(await compare(assemblyId)).toEqual([]);
    expect(await promptOf(assemblyId)).toBe(await promptOf(first.assemblyId));
    const [one, other] = world.server.calls.slice(-2);
    expect(JSON.stringify(other?.body)).toBe(JSON.stringify(one?.body));
  });

  it('lets nothing move up into the room that was freed [N6]', async () => {
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

  it('is refused for a run there is not [N6]', async () => {
    const { test, projectId, documentId } = world;
    const request = { projectId, documentId, cursorPosition: 0, skillId: 'continue' };
    expect(await test.fail('ai:run', { ...request, rerunOf: 'none' })).toBe('RUN_NOT_FOUND');
  });

  it('keeps the chapter a waiting item waits for [N6]', async () => {
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

describe('a run asked again after the chapter was edited', () => {
  const passage = '林远把伞收起来，站在石阶上等船。';
  const edit = async (change: (text: string) => string): Promise<void> => {
    const { test, projectId, documentId } = world;
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const saved = { projectId, documentId, text: change(text), expectedVersion: version };
    await test.call('documents:save', saved);
  };
  const asked = async (change: { skillId: string; part: string; selects: boolean }) => {
    const start = world.text.indexOf(change.part);
    const end = start + change.part.length;
    const selection = change.selects ? { selection: { start, end } } : {};
    doneOf(await world.run({ skillId: change.skillId, cursorPosition: end, ...selection }));
    const [run] = await runs();
    if (run === undefined) throw new Error('there is no run');
    first = run;
  };

  it('works on the passage where it stands now [N6]', async () => {
    await asked({ skillId: 'polish', part: passage, selects: true });
    await edit((text) => text.replace('天亮的时候', '天亮的时候，雾还没有散，对岸什么也看不见'));
    const { assemblyId } = await again();
    expect(await promptOf(assemblyId)).toContain(`所给的段落：\n${passage}\n`);
    const [rerun] = await runs();
    const { text } = await world.test.call('documents:read', world);
    const { start = 0, end = 0 } = rerun?.request?.selection ?? {};
    expect(text.slice(start, end)).toBe(passage);
  });

  it('goes on where the cursor stood, and behind what it stood behind when an answer was taken there [N6]', async () => {
    await asked({ skillId: 'continue', part: passage, selects: false });
    const { items } = await world.test.call('ai:candidates:list', { projectId: world.projectId });
    const [candidate] = items.filter(({ runId }) => runId === first.runId);
    await world.test.call('ai:candidates:accept', { candidateId: candidate?.candidateId ?? '' });
    await edit((text) => `# 卷首\n\n${text}`);
    await again();
    const [rerun] = await runs();
    const { text } = await world.test.call('documents:read', world);
    expect(text.slice(0, rerun?.request?.cursorPosition).endsWith(passage)).toBe(true);
  });

  it('is refused when what it worked on is no longer there, and leaves no run behind [N6]', async () => {
    await asked({ skillId: 'polish', part: passage, selects: true });
    await edit((text) => text.replace(passage, '林远走了。'));
    const before = (await runs()).length;
    const { request, skillId, documentId, runId } = first;
    const { projectId } = world;
    if (request === null) throw new Error('the run kept no request');
    expect(
      await world.test.fail('ai:run', {
        projectId,
        documentId,
        skillId,
        ...request,
        rerunOf: runId,
      }),
    ).toBe('SELECTION_INVALID');
    expect(await runs()).toHaveLength(before);
  });

  it('means another place when another is named', async () => {
    await asked({ skillId: 'polish', part: passage, selects: true });
    await edit((text) => `# 卷首\n\n${text}`);
    const { text } = await world.test.call('documents:read', world);
    const start = text.indexOf('船终于来了。');
    const selection = { start, end: start + 6 };
    const { documentId, skillId, runId } = first;
    const { assemblyId } = doneOf(
      await world.run({ documentId, skillId, selection, cursorPosition: start, rerunOf: runId }),
    );
    expect(await promptOf(assemblyId)).toContain('所给的段落：\n船终于来了。\n');
  });
});
