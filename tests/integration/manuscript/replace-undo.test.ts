import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let projectId: string;
let documents: Output<'projects:open'>['documents'];

const one = '# 第一章\n\n郑九敲锣。郑九斤卖豆腐。\n他走了。\n';
const gbk = iconv.encode('郑九回来了。\r\n我们走吧，他说，天色已晚。\r\n', 'gbk');

const fileOf = (name: string) => join(test.folder, 'book', name);
const idOf = (name: string) => documents.find(({ path }) => path === name)?.documentId ?? '';
const textOf = async (name: string) =>
  (await test.call('documents:read', { projectId, documentId: idOf(name) })).text;
const replaceAll = async (replacement: string): Promise<string> => {
  const { items } = await test.call('manuscript:search', { projectId, query: '郑九' });
  const places = items.map(({ documentId, start, end, match }) => ({
    ...{ documentId, start, end, expected: match },
  }));
  return (await test.call('manuscript:replace', { projectId, replacement, places })).undoId;
};

beforeEach(async () => {
  test = await createTestApp();
  mkdirSync(join(test.folder, 'book'));
  writeFileSync(fileOf('01.md'), one);
  writeFileSync(fileOf('02.md'), gbk);
  writeFileSync(fileOf('03.md'), '# 三\n\n是郑九。\n不是郑九。\n');
  ({ projectId, documents } = await test.call('projects:open', {
    path: join(test.folder, 'book'),
    language: 'zh-CN',
  }));
});
afterEach(() => test.close());

describe('the undo of a replacement in a book that went on since [W2]', () => {
  const goOn = async (name: string, change: (text: string) => string) => {
    const documentId = idOf(name);
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    await test.call('documents:save', {
      ...{ projectId, documentId, text: change(text), expectedVersion: version },
    });
  };

  it('takes back each place that still stands, and never what was written after a replacement', async () => {
    const undoId = await replaceAll('郑石');
    await goOn('01.md', (text) => `${text.replace('敲锣', '轻轻敲锣')}新的一行，还是郑石。\n`);
    await goOn('03.md', (text) => text.replace('不是郑石', '不是郑大石'));
    const undone = await test.call('manuscript:undo', { projectId, undoId });
    expect(undone.documents.map(({ path }) => path)).toEqual(['01.md', '02.md', '03.md']);
    expect(undone.changed).toEqual([{ kind: 'chapter', id: idOf('03.md'), title: '三', count: 1 }]);
    expect(await textOf('01.md')).toBe(`${one.replace('敲锣', '轻轻敲锣')}新的一行，还是郑石。\n`);
    expect(await textOf('03.md')).toBe('# 三\n\n是郑九。\n不是郑大石。\n');
    expect(readFileSync(fileOf('02.md'))).toEqual(gbk);
    // Asked for once more, nothing else moves, and what is back counts as back.
    const again = await test.call('manuscript:undo', { projectId, undoId });
    expect(again.changed).toEqual(undone.changed);
    expect(await textOf('03.md')).toBe('# 三\n\n是郑九。\n不是郑大石。\n');
  });

  it('never changes a paragraph that was written before the replaced one and begins with the same name', async () => {
    const undoId = await replaceAll('郑石');
    const typed = '郑石斤是卖豆腐的孩子。\n\n';
    await goOn('01.md', (text) => text.replace('郑石敲锣', `${typed}郑石敲锣`));
    const undone = await test.call('manuscript:undo', { projectId, undoId });
    expect(undone.changed).toEqual([]);
    expect(await textOf('01.md')).toBe(one.replace('郑九敲锣', `${typed}郑九敲锣`));
  });

  it('counts all places of a chapter that is gone, by its name', async () => {
    const undoId = await replaceAll('郑石');
    const documentId = idOf('03.md');
    await test.call('documents:delete', { projectId, documentId });
    const { changed } = await test.call('manuscript:undo', { projectId, undoId });
    expect(changed).toEqual([{ kind: 'chapter', id: documentId, title: '三', count: 2 }]);
  });

  const opening = '他在渡口等了一夜，只听见水声。';
  const moved = '郑九把锣挂在门上，郑九不肯走。';
  /** A chapter of two scenes, of which the second has the name twice. */
  const twoScenes = async (): Promise<string> => {
    const made = await test.call('documents:create', {
      ...{ projectId, title: '四', text: `# 四\n\n${opening}\n\n***\n\n${moved}\n` },
    });
    ({ documents } = await test.call('documents:list', { projectId }));
    return documents.find((one) => one.documentId === made.documentId)?.path ?? '';
  };
  const versionOf = async (name: string) =>
    (await test.call('documents:read', { projectId, documentId: idOf(name) })).version;

  it('follows a scene into the chapter it was moved to, and counts nothing of it as left', async () => {
    const path = await twoScenes();
    const undoId = await replaceAll('郑石');
    await test.call('documents:moveScene', {
      ...{ projectId, documentId: idOf(path), scene: 1, toDocumentId: idOf('03.md') },
      ...{
        expectedVersion: await versionOf(path),
        toExpectedVersion: await versionOf('03.md'),
      },
    });
    expect(await textOf('03.md')).toContain('郑石把锣挂在门上，郑石不肯走。');
    const undone = await test.call('manuscript:undo', { projectId, undoId });
    expect(undone.changed).toEqual([]);
    expect(await textOf('03.md')).toContain(moved);
    expect(await textOf('03.md')).toContain('# 三\n\n是郑九。\n不是郑九。\n');
    const again = await test.call('manuscript:undo', { projectId, undoId });
    expect(again.changed).toEqual([]);
    expect(await textOf('03.md')).toContain(moved);
  });

  it('follows what a split parted and a merge joined', async () => {
    const path = await twoScenes();
    const undoId = await replaceAll('郑石');
    const text = await textOf(path);
    const documentId = idOf(path);
    const split = await test.call('documents:split', {
      ...{ projectId, documentId, at: text.indexOf('郑石'), title: '五' },
      expectedVersion: await versionOf(path),
    });
    await test.call('documents:merge', { projectId, documentIds: [idOf('03.md'), documentId] });
    const undone = await test.call('manuscript:undo', { projectId, undoId });
    expect(undone.changed).toEqual([]);
    ({ documents } = await test.call('documents:list', { projectId }));
    const read = { projectId, documentId: split.documentId };
    expect((await test.call('documents:read', read)).text).toContain(moved);
    expect(await textOf('03.md')).toContain('不是郑九。');
  });

  it('leaves a paragraph that stands in two chapters, and names the one it was replaced in', async () => {
    const path = await twoScenes();
    const undoId = await replaceAll('郑石');
    const line = '郑石把锣挂在门上，郑石不肯走。';
    await goOn('01.md', (text) => `${text}\n${line}\n`);
    await goOn('03.md', (text) => `${text}\n${line}\n`);
    await test.call('documents:delete', { projectId, documentId: idOf(path) });
    const undone = await test.call('manuscript:undo', { projectId, undoId });
    expect(undone.changed).toEqual([{ kind: 'chapter', id: idOf(path), title: '四', count: 2 }]);
    expect(await textOf('01.md')).toContain(line);
    expect(await textOf('03.md')).toContain(line);
  });

  it('takes a name back field by field: what was reworded since stays, the others are as before', async () => {
    const hero = await test.call('knowledge:entities:create', {
      ...{
        projectId,
        kind: 'character',
        name: '郑九',
        summary: '郑九住在渡口。',
        aliases: ['九叔'],
      },
    });
    const { entityId } = hero;
    const renaming = { projectId, entityId, name: '郑石' };
    const preview = await test.call('manuscript:rename:preview', renaming);
    const records = preview.records.map(({ change }) => change);
    const { undoId } = await test.call('manuscript:replace', {
      ...{ projectId, replacement: '', places: [], records },
    });
    const find = async () =>
      (await test.call('knowledge:entities:list', { projectId })).items.find(
        (one) => one.entityId === entityId,
      );
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: (await find())?.version ?? 0 },
      ...{ summary: '石叔搬走了。', aliases: ['石叔', '老石'] },
    });
    const undone = await test.call('manuscript:undo', { projectId, undoId });
    expect(await find()).toMatchObject({
      ...{ name: '郑九', aliases: ['九叔', '老石'], summary: '石叔搬走了。' },
    });
    expect(undone.changed).toEqual([{ kind: 'entity', id: entityId, title: '郑九', count: 1 }]);
  });

  it('is of the last that was not taken back, after a restart too, and of none that changed nothing', async () => {
    const latest = async () => (await test.call('manuscript:latest', { projectId })).undoId;
    expect(await latest()).toBe(null);
    const first = await replaceAll('郑石');
    expect(await latest()).toBe(first);
    const second = (
      await test.call('manuscript:replace', {
        ...{ projectId, replacement: '郑大石' },
        places: [{ documentId: idOf('03.md'), start: 6, end: 8, expected: '郑石' }],
      })
    ).undoId;
    await test.call('manuscript:replace', { projectId, replacement: '郑九', places: [] });
    expect(await latest()).toBe(second);
    await test.restart();
    await test.call('projects:open', { path: join(test.folder, 'book') });
    expect(await latest()).toBe(second);
    await test.call('manuscript:undo', { projectId, undoId: second });
    expect(await latest()).toBe(first);
    await test.call('manuscript:undo', { projectId, undoId: first });
    expect(await latest()).toBe(null);
  });
});
