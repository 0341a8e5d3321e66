import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { eventually } from '#tests/helpers/projects.ts';

let test: TestApp;
let projectId = '';
let path = '';
let ids: string[] = [];

const detail = (detailId: string, label: string, text: string, fromChapter: number | null) => ({
  ...{ detailId, label, text, fromChapter },
});

const create = (name: string, more: object = {}) =>
  test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name, summary: `${name}在渡口。`, ...more },
  });

const promptIn = async (chapter: number): Promise<string> => {
  const documentId = ids[chapter - 1] ?? '';
  const { text } = await test.call('documents:read', { projectId, documentId });
  const asked = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
  return (await test.call('context:assemble', asked)).prompt;
};

beforeAll(async () => {
  test = await createTestApp();
  path = join(test.folder, 'novel');
  mkdirSync(path);
  for (const number of [1, 2, 3, 4]) {
    writeFileSync(join(path, `0${number}.md`), `# ${number}\n\n林远等在灯下。\n`);
  }
  const project = await test.call('projects:open', { path, language: 'zh-CN' });
  projectId = project.projectId;
  ids = project.documents.map(({ documentId }) => documentId);
});
afterAll(() => test.close());

describe('fields of an entry that change from a chapter on [W6]', () => {
  it('tell a request and the card what holds in the chapter at the cursor, and nothing that is yet to come', async () => {
    await create('哑井', { fence: { neverSend: true } });
    const lin = await create('林远', {
      details: [
        detail('a', '身份', '测量委员', null),
        detail('b', '身份', '潮屋的学徒', 3),
        detail('c', '样貌', '左眼蒙着蓝布', 2),
        detail('d', '害怕', '哑井里的东西', null),
      ],
    });
    // One after the other and back: what is prepared once must not stay with a chapter where it is not true.
    const prompts = [await promptIn(1), await promptIn(3), await promptIn(1), await promptIn(2)];
    expect(prompts[0]).toContain('林远在渡口。\n身份：测量委员');
    expect(prompts[0]).not.toContain('蓝布');
    expect(prompts[1]).toContain('身份：潮屋的学徒\n样貌：左眼蒙着蓝布');
    expect(prompts[1]).not.toContain('测量委员');
    expect(prompts[2]).toBe(prompts[0]);
    expect(prompts[3]).toContain('测量委员');
    expect(prompts[3]).toContain('蓝布');
    for (const prompt of prompts) expect(prompt).not.toContain('哑井');
    const { entityId } = lin;
    const card = await test.call('knowledge:card', {
      ...{ projectId, entityId, documentId: ids[2] ?? '' },
    });
    expect(card.details.map(({ label, text }) => `${label}：${text}`)).toEqual([
      ...['身份：潮屋的学徒', '样貌：左眼蒙着蓝布', '害怕：哑井里的东西'],
    ]);
  });

  it('stay with their chapter when another comes before it, and travel as part of the entry’s file', async () => {
    const zheng = await create('郑九', { details: [detail('e', '近况', '断了一条腿', 3)] });
    writeFileSync(join(path, '00.md'), '# 序\n\n潮水。\n');
    await test.call('projects:close', { projectId });
    await test.call('projects:open', { path });
    const find = async () => {
      const { items } = await test.call('knowledge:entities:list', { projectId });
      return items.find(({ entityId }) => entityId === zheng.entityId);
    };
    expect((await find())?.details).toMatchObject([{ fromChapter: 4 }]);
    const fileText = (): string => {
      const name = readdirSync(join(path, 'codex')).find((one) => one.startsWith('郑九')) ?? '';
      return readFileSync(join(path, 'codex', name), 'utf8');
    };
    await eventually(() => fileText().includes('断了一条腿'));
    // By hand, in another program.
    const name = readdirSync(join(path, 'codex')).find((one) => one.startsWith('郑九')) ?? '';
    writeFileSync(join(path, 'codex', name), fileText().replace('一条腿', '两条腿'));
    await test.call('projects:close', { projectId });
    await test.call('projects:open', { path });
    await eventually(async () => (await find())?.details[0]?.text === '断了两条腿');
    expect((await find())?.details).toMatchObject([{ fromChapter: 4 }]);
  });

  it('refuse two of one id, a nameless field and more than an entry may have, and change nothing', async () => {
    const before = await test.call('knowledge:entities:list', { projectId });
    const twice = [detail('x', '年纪', '七', null), detail('x', '年纪', '八', null)];
    const many = Array.from({ length: 201 }, (_, at) => detail(`y${at}`, '年纪', '七', null));
    for (const details of [twice, many, [detail('z', ' ', '七', null)]]) {
      await expect(create('多余', { details })).rejects.toThrow('INVALID_INPUT');
    }
    expect(await test.call('knowledge:entities:list', { projectId })).toEqual(before);
  });
});
