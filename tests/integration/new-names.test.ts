import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

const chapters: Readonly<Record<string, string>> = {
  '01.md': '# 一\n\n顾长河笑道：“你来了。”\n\n顾长河没有回头。林远只看水。\n\n沈雁回说：“走吧。”\n',
  '02.md':
    '# 二\n\n林远见顾长河站着，问道：“怎么了？”\n\n沈雁回叹道：“来不及了。”顾长河道：“来得及。”\n',
  '03.md': '# 三\n\n沈雁回道：“那就走。”他们到了青石镇，从青石镇出来，又回青石镇去。\n',
};

let test: TestApp;
let [projectId, ids]: [string, string[]] = ['', []];

beforeAll(async () => {
  test = await createTestApp();
  const path = join(test.folder, 'novel');
  mkdirSync(path);
  for (const [name, text] of Object.entries(chapters)) writeFileSync(join(path, name), text);
  const project = await test.call('projects:open', { path, language: 'zh-CN' });
  projectId = project.projectId;
  ids = project.documents.map(({ documentId }) => documentId);
  const lin = { kind: 'character' as const, name: '林远', summary: '' };
  await test.call('knowledge:entities:create', { projectId, ...lin });
});
afterAll(() => test.close());

const list = () => test.call('knowledge:newNames:list', { projectId });
const names = async () => (await list()).items.map(({ name }) => name).toSorted();

it('offers names that recur and that no entry has, with quotes at their places [W6]', async () => {
  const { items, total, dismissed } = await list();
  expect(items.map(({ name, kind, count }) => [name, kind, count]).toSorted()).toEqual([
    ['沈雁回', 'character', 3],
    ['青石镇', 'location', 3],
    ['顾长河', 'character', 4],
  ]);
  expect([total, dismissed]).toEqual([3, []]);
  const gu = items.find(({ name }) => name === '顾长河');
  expect(gu?.chapters).toEqual(ids.slice(0, 2));
  expect(gu?.quotes.map(({ documentId }) => documentId)).toEqual(ids.slice(0, 2));
  for (const { documentId, start, end, match } of gu?.quotes ?? []) {
    const { text } = await test.call('documents:read', { projectId, documentId });
    expect([match, text.slice(start, end)]).toEqual(['顾长河', '顾长河']);
  }
});

it('offers a name no more once an entry bears it, also as an alias, and again once the entry is gone [W6]', async () => {
  const { entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '雁回', aliases: ['沈雁回'], summary: '' },
  });
  expect(await names()).toEqual(['青石镇', '顾长河']);
  await test.call('knowledge:entities:delete', { projectId, entityId });
  expect(await names()).toEqual(['沈雁回', '青石镇', '顾长河']);
});

it('keeps what was dismissed over closing the book, once, and has it back [W6]', async () => {
  await test.call('knowledge:newNames:dismiss', { projectId, name: '沈雁回' });
  await test.call('knowledge:newNames:dismiss', { projectId, name: '沈雁回' });
  const { path } = await test.call('projects:get', { projectId });
  await test.call('projects:close', { projectId });
  await expect(list()).rejects.toThrow('PROJECT_CLOSED');
  await test.call('projects:open', { path, language: 'zh-CN' });
  expect((await list()).dismissed).toEqual(['沈雁回']);
  expect(await names()).toEqual(['青石镇', '顾长河']);
  await test.call('knowledge:newNames:restore', { projectId, name: '沈雁回' });
  expect(await names()).toEqual(['沈雁回', '青石镇', '顾长河']);
});

it('puts no name that was only found into a request [W6]', async () => {
  await test.call('documents:update', {
    ...{ projectId, documentId: ids[2] ?? '', fence: { neverSend: true } },
  });
  expect(await names()).toContain('青石镇');
  const { text } = await test.call('documents:read', { projectId, documentId: ids[1] ?? '' });
  const assembly = await test.call('context:assemble', {
    ...{ projectId, documentId: ids[1] ?? '', cursorPosition: text.length, skillId: 'continue' },
  });
  expect(JSON.stringify(assembly)).not.toContain('青石镇');
});

it('reads a chapter that was changed anew, and is asked by two at once [W6]', async () => {
  const [, documentId = ''] = ids;
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  await test.call('documents:save', {
    ...{ projectId, documentId, expectedVersion: version },
    text: `${text}\n顾长河又来了。\n`,
  });
  const [one, other] = await Promise.all([list(), list()]);
  expect(one).toEqual(other);
  expect(one.items.find(({ name }) => name === '顾长河')?.count).toBe(5);
});
