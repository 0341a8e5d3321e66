import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { openSnowBook, requestAt } from '#tests/helpers/snow-book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

beforeEach(async () => {
  test = await createTestApp();
  project = await openSnowBook(test);
  await test.call('settings:update', { debugMode: true });
});
afterEach(() => test.close());

const inspect = async () => test.call('context:inspect', await requestAt(test, project, 4));
const settle = (change: Record<string, unknown>) =>
  test.call('projects:update', { projectId: project.projectId, ...change });

const settled = {
  narrativePerson: 'first',
  tense: 'past',
  style: '短句，少用形容词；打斗写动作，不写心理。',
} as const;

describe('what is settled for a whole book [S3-48]', () => {
  it('is empty in a new project and adds nothing to a request', async () => {
    expect(project).toMatchObject({ narrativePerson: null, tense: null, style: null });
    const { layers } = await inspect();
    expect(layers.rules.items).toEqual([]);
    expect(layers.settings.items).toEqual([]);
  });

  it('stands in Rules and Settings with the source `project`, behind the constraints and before the codex', async () => {
    const { projectId } = project;
    await test.call('constraints:create', { projectId, type: 'world', text: '本世界没有魔法' });
    const entity = { kind: 'character', name: '林远', summary: '性格冷静。' } as const;
    await test.call('knowledge:entities:create', { projectId, ...entity });
    const habit = { text: '多写动作', confidence: 0.9, confirmed: true };
    await test.call('memory:rules:create', { projectId, ...habit });
    expect(await settle(settled)).toMatchObject(settled);
    const { layers, prompt } = await inspect();
    expect(
      layers.rules.items.map(({ source, reason, decision }) => [source, reason, decision]),
    ).toContainEqual(['project', 'bookSetting', 'included']);
    expect(layers.rules.items.filter(({ source }) => source === 'project')).toHaveLength(2);
    expect(layers.settings.items.filter(({ source }) => source === 'project')).toMatchObject([
      { id: 'book:style', decision: 'included' },
    ]);
    for (const item of [...layers.rules.items, ...layers.settings.items]) {
      expect(item.tokenCount).toBeGreaterThan(0);
    }
    const places = ['本世界没有魔法', '第一人称', '过去时', '性格冷静', settled.style, '多写动作'];
    const found = places.map((text) => prompt.indexOf(text));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((left, right) => left - right));
  });

  it('reads in the language of the book', async () => {
    await settle({ ...settled, language: 'en', narrativePerson: 'third-limited' });
    const { prompt } = await inspect();
    expect(prompt).toContain('Narrative person: third person, limited');
    expect(prompt).toContain('Tense: past');
  });

  it('changes the stable prefix, survives a restart, and goes away with null or nothing but blanks', async () => {
    const before = (await inspect()).stablePrefixHash;
    await settle(settled);
    const with_ = (await inspect()).stablePrefixHash;
    expect(with_).not.toBe(before);
    await test.restart();
    project = await test.call('projects:open', { path: project.path });
    expect(project).toMatchObject(settled);
    expect((await inspect()).stablePrefixHash).toBe(with_);
    const cleared = await settle({ narrativePerson: null, tense: ' ', style: '' });
    expect(cleared).toMatchObject({ narrativePerson: null, tense: null, style: null });
    expect((await inspect()).stablePrefixHash).toBe(before);
  });

  it('keeps what a change does not speak of, and refuses what is none', async () => {
    await settle(settled);
    expect(await settle({ tense: 'present' })).toMatchObject({ ...settled, tense: 'present' });
    const wrong = { projectId: project.projectId, narrativePerson: 'fourth' };
    const reply = await test.app.dispatch('projects:update', wrong, {
      signal: new AbortController().signal,
    });
    expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  });

  it('is told of an entry that is never sent by no word of its own', async () => {
    const { projectId } = project;
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '沈青',
      summary: '',
      fence: { neverSend: true },
    });
    await settle({ style: '像沈青说话那样写。' });
    const { prompt, layers } = await inspect();
    expect(prompt).not.toContain('沈青');
    expect(layers.settings.items).toMatchObject([{ decision: 'dropped', reason: 'neverSend' }]);
  });

  it('never gives way to the room: person and tense stay where everything else is cut', async () => {
    await settle(settled);
    const { projectId } = project;
    const budget = await test.call('context:budget:get', { projectId });
    await test.call('context:budget:update', {
      projectId,
      expectedVersion: budget.version,
      contextWindow: 700,
      outputReserve: 300,
    });
    const { prompt, tokenCount, budget: total } = await inspect();
    expect(tokenCount).toBeLessThanOrEqual(total);
    expect(prompt).toContain('第一人称');
  });
});
