import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let projectId = '';
let ids: string[] = [];
let lin = '';
let chen = '';

const chapters: Readonly<Record<string, string>> = {
  '01.md': '# 一\n\n林远到了渡口。阿远没有回头，林远只看水。\n',
  '02.md': '# 二\n\n这一章没有人，只有潮水。\n',
  '03.md': '# 三\n\n陈以衡等着林远，等到天黑。\n',
};

const create = async (name: string, aliases: string[] = []): Promise<string> => {
  const given = { projectId, kind: 'character' as const, name, aliases, summary: '' };
  return (await test.call('knowledge:entities:create', given)).entityId;
};

const read = (entityId: string) => test.call('knowledge:mentions:read', { projectId, entityId });

const edit = async (documentId: string, change: (text: string) => string): Promise<void> => {
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  await test.call('documents:save', {
    ...{ projectId, documentId, text: change(text), expectedVersion: version },
  });
};

beforeAll(async () => {
  test = await createTestApp();
  const path = join(test.folder, 'novel');
  mkdirSync(path);
  for (const [name, text] of Object.entries(chapters)) writeFileSync(join(path, name), text);
  const project = await test.call('projects:open', { path, language: 'zh-CN' });
  projectId = project.projectId;
  ids = project.documents.map(({ documentId }) => documentId);
  lin = await create('林远', ['阿远']);
  chen = await create('陈以衡');
});
afterAll(() => test.close());

describe('where entries of the codex are named [W6]', () => {
  it('says how often, by which names, in which chapters, where first, and who is named beside', async () => {
    const { chapters: found, beside, unread } = await read(lin);
    const { text } = await test.call('documents:read', { projectId, documentId: ids[0] ?? '' });
    expect(found.map(({ chapter, count, names }) => [chapter, count, names])).toEqual([
      [
        1,
        3,
        [
          { name: '林远', count: 2 },
          { name: '阿远', count: 1 },
        ],
      ],
      [3, 1, [{ name: '林远', count: 1 }]],
    ]);
    expect(text.slice(found[0]?.start, found[0]?.end)).toBe('林远');
    expect(beside).toEqual([{ entityId: chen, chapters: 1 }]);
    expect(unread).toEqual([]);
    const { items } = await test.call('knowledge:mentions:list', { projectId });
    expect(items).toEqual([
      { entityId: lin, count: 4, chapters: 2 },
      { entityId: chen, count: 1, chapters: 1 },
    ]);
  });

  it('follows the text and the names, also when asked in the middle of it', async () => {
    const [first] = ids;
    const early = read(lin);
    await edit(ids[1] ?? '', (text) => `${text}\n林远来过。\n`);
    await early;
    expect((await read(lin)).chapters.map(({ chapter }) => chapter)).toEqual([1, 2, 3]);
    const boat = await create('渡口');
    const [one, other] = await Promise.all([read(boat), read(boat)]);
    expect(one).toEqual(other);
    expect(one.chapters.map(({ documentId }) => documentId)).toEqual([first]);
    await test.call('knowledge:entities:delete', { projectId, entityId: boat });
    await expect(read(boat)).rejects.toThrow('ENTITY_NOT_FOUND');
    const { items } = await test.call('knowledge:mentions:list', { projectId });
    expect(items.map(({ entityId }) => entityId)).not.toContain(boat);
  });

  it('counts fenced chapters for the writer, and no request holds anything of them for it [B2]', async () => {
    const secret = await create('井底人');
    const documentId = ids[2] ?? '';
    await edit(documentId, (text) => `${text}\n井底人开口了，铜钥匙在他手里。\n`);
    const fence = { neverSend: true as const };
    await test.call('documents:update', { projectId, documentId, fence });
    expect((await read(secret)).chapters.map(({ chapter }) => chapter)).toEqual([3]);
    const { prompt, systemPrompt } = await test.call('context:assemble', {
      ...{ projectId, documentId: ids[1] ?? '', cursorPosition: 5, skillId: 'continue' },
    });
    expect(`${systemPrompt}${prompt}`).not.toContain('铜钥匙');
  });

  it('names a chapter that cannot be read, and counts the others', async () => {
    const documentId = ids[0] ?? '';
    const { documents } = await test.call('documents:list', { projectId });
    const file = documents.find((one) => one.documentId === documentId)?.path ?? '';
    writeFileSync(join(test.folder, 'novel', file), Buffer.from([0, 1, 2, 0, 255, 254, 0, 7]));
    const { unread, chapters: found } = await read(lin);
    expect(unread).toEqual([documentId]);
    expect(found.map(({ chapter }) => chapter)).toEqual([2, 3]);
  });
});
