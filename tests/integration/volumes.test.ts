import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let root: string;
let projectId: string;

const files = {
  '01 卷一/01.md': '# 第一章 雪\n\n雪落了一夜。\n',
  '01 卷一/02.md': '# 第二章 灯\n\n灯还亮着。\n',
  '02 卷二/01.md': '# 第三章 船\n\n船来了。\n',
  '02 卷二/渡口.md': '没有标题的一章。\n',
};

const list = async (): Promise<DocumentInfo[]> =>
  (await test.call('documents:list', { projectId })).documents;
const ids = async (): Promise<string[]> => (await list()).map(({ documentId }) => documentId);
const paths = async (): Promise<string[]> => (await list()).map(({ path }) => path);

beforeEach(async () => {
  test = await createTestApp();
  root = join(test.folder, 'book');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  ({ projectId } = await test.call('projects:open', { path: root, language: 'zh-CN' }));
});
afterEach(() => test.close());

describe('a chapter that goes to another volume [W1]', () => {
  it('takes its file along, keeps its text, fence and versions, and goes back the same way', async () => {
    const [, lamp = '', , ferry = ''] = await ids();
    const scope = { projectId, documentId: lamp };
    await test.call('documents:update', { ...scope, fence: { neverSend: true } });
    await test.call('documents:snapshots:create', { ...scope, name: '初稿' });
    await test.call('documents:move', { ...scope, toIndex: 3, volume: '02 卷二' });
    expect(await paths()).toEqual([
      '01 卷一/01.md',
      '02 卷二/01.md',
      '02 卷二/渡口.md',
      '02 卷二/02.md',
    ]);
    const moved = (await list()).at(-1);
    expect(moved).toMatchObject({ documentId: lamp, title: '第二章 灯', group: '02 卷二' });
    expect(moved?.fence).toMatchObject({ neverSend: true });
    expect((await test.call('documents:read', scope)).text).toBe(files['01 卷一/02.md']);
    expect((await test.call('documents:snapshots:list', scope)).items).not.toEqual([]);
    await test.call('documents:move', { ...scope, toIndex: 1, volume: '01 卷一' });
    expect(await paths()).toEqual(Object.keys(files));
    expect((await ids())[3]).toBe(ferry);
    await test.restart();
    await test.call('projects:open', { path: root });
    expect(await paths()).toEqual(Object.keys(files));
  });

  it('gets a number where its name is taken, and keeps the title of its heading; one that is named by its file is named by the new one', async () => {
    const [snow = '', , , ferry = ''] = await ids();
    await test.call('documents:move', {
      projectId,
      documentId: snow,
      toIndex: 1,
      volume: '02 卷二',
    });
    expect((await list())[1]).toMatchObject({ path: '02 卷二/01 (2).md', title: '第一章 雪' });
    writeFileSync(join(root, '01 卷一/渡口.md'), '另一章。\n');
    await test.call('documents:toVolume', { projectId, documentIds: [ferry], volume: '01 卷一' });
    const moved = (await list()).find(({ documentId }) => documentId === ferry);
    expect(moved).toMatchObject({ path: '01 卷一/渡口 (2).md', title: '渡口 (2)' });
  });
});

describe('a volume [W1]', () => {
  it('is made of chapters, keeps their order among the others, and goes when the last has left it', async () => {
    const before = await ids();
    const documentIds = before.slice(1, 3);
    await test.call('documents:toVolume', { projectId, documentIds, volume: '番外' });
    expect(await ids()).toEqual(before);
    // Twice named is named once.
    const twice = [...documentIds, ...documentIds];
    await test.call('documents:toVolume', { projectId, documentIds: twice, volume: '番外' });
    expect(await paths()).toEqual(['01 卷一/01.md', '番外/02.md', '番外/01.md', '02 卷二/渡口.md']);
    await test.call('documents:toVolume', { projectId, documentIds, volume: '' });
    expect(await paths()).toEqual(['01 卷一/01.md', '02.md', '01.md', '02 卷二/渡口.md']);
    expect(readdirSync(root).filter((name) => !name.startsWith('.'))).toEqual(
      expect.not.arrayContaining(['番外']),
    );
  });

  it('has another name with all that is its own; what else lies in its folder stays there', async () => {
    writeFileSync(join(root, '01 卷一/插图.png'), 'png');
    const documentIds = (await ids()).slice(0, 2);
    await test.call('documents:toVolume', { projectId, documentIds, volume: '01 雪夜' });
    expect((await paths()).slice(0, 2)).toEqual(['01 雪夜/01.md', '01 雪夜/02.md']);
    expect(readdirSync(join(root, '01 卷一'))).toEqual(['插图.png']);
  });

  it('is none outside of the book, in its records, behind a link or by a name that not every system takes', async () => {
    symlinkSync(test.folder, join(root, '外'));
    const documentIds = await ids();
    for (const volume of ['..', '../别处', 'a//b', '/卷', '.fabula', 'a/.x', 'CON', '卷?', '外']) {
      expect([
        volume,
        await test.fail('documents:toVolume', { projectId, documentIds, volume }),
      ]).toEqual([volume, 'DOCUMENT_NAME_INVALID']);
    }
    expect(await paths()).toEqual(Object.keys(files));
    expect(existsSync(join(test.folder, '别处'))).toBe(false);
  });

  it('is made of all its chapters or of none: where one cannot go, those before it are where they were', async () => {
    const [snow = '', lamp = '', boat = '', ferry = ''] = await ids();
    const before = await list();
    rmSync(join(root, '02 卷二/01.md'));
    const input = { projectId, documentIds: [snow, lamp, boat, ferry], volume: '03 卷三' };
    expect(await test.fail('documents:toVolume', input)).toBe('FILE_WRITE_FAILED');
    expect((await list()).filter(({ documentId }) => documentId !== boat)).toMatchObject(
      before
        .filter(({ documentId }) => documentId !== boat)
        .map(({ documentId, path, title, group }) => ({ documentId, path, title, group })),
    );
    expect(existsSync(join(root, '03 卷三'))).toBe(false);
    for (const path of ['01 卷一/01.md', '01 卷一/02.md', '02 卷二/渡口.md'] as const) {
      expect(readFileSync(join(root, path), 'utf8')).toBe(files[path]);
    }
  });

  it('gives back the name of a file that got a number in it, and not one that the writer numbered', async () => {
    const [, , boat = '', ferry = ''] = await ids();
    const scope = { projectId, documentIds: [boat, ferry] };
    writeFileSync(join(root, '01 卷一/渡口.md'), '另一章。\n');
    await test.call('documents:toVolume', { ...scope, volume: '01 卷一' });
    expect(await paths()).toEqual(
      expect.arrayContaining(['01 卷一/01 (2).md', '01 卷一/渡口 (2).md']),
    );
    // On to a third volume, and back as an undo does it.
    await test.call('documents:toVolume', { ...scope, volume: '03 卷三' });
    expect(await paths()).toEqual(expect.arrayContaining(['03 卷三/01.md', '03 卷三/渡口.md']));
    await test.call('documents:toVolume', { ...scope, volume: '01 卷一' });
    await test.call('documents:toVolume', { ...scope, volume: '02 卷二' });
    expect((await list()).find(({ documentId }) => documentId === ferry)).toMatchObject({
      path: '02 卷二/渡口.md',
      title: '渡口',
    });
    await test.call('documents:rename', { projectId, documentId: ferry, title: '渡口 (2)' });
    await test.call('documents:toVolume', { ...scope, documentIds: [ferry], volume: '03 卷三' });
    expect((await list()).find(({ documentId }) => documentId === ferry)).toMatchObject({
      path: '03 卷三/渡口 (2).md',
    });
  });
});

describe('a volume whose last chapter goes [W1]', () => {
  it('has no folder left, and has it back with the chapter', async () => {
    const [first = '', second = ''] = await ids();
    await test.call('documents:delete', { projectId, documentId: first });
    expect(existsSync(join(root, '01 卷一'))).toBe(true);
    await test.call('documents:delete', { projectId, documentId: second });
    expect(existsSync(join(root, '01 卷一'))).toBe(false);
    await test.call('documents:restore', { projectId, documentId: second });
    expect(readFileSync(join(root, '01 卷一/02.md'), 'utf8')).toBe(files['01 卷一/02.md']);
  });

  it('has its deleted chapters back under the name it has by then, and where it stands by then', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await ids();
    await test.call('documents:delete', { projectId, documentId: second });
    const rename = { projectId, documentIds: [first], volume: '雪夜', isRename: true };
    await test.call('documents:toVolume', rename);
    // To the end of the book, as a volume whose chapters were moved.
    await test.call('documents:move', { projectId, documentId: first, toIndex: 2 });
    await test.restart();
    await test.call('projects:open', { path: root });
    const deleted = await test.call('documents:deleted', { projectId });
    expect(deleted.items.map(({ path }) => path)).toEqual(['雪夜/02.md']);
    await test.call('documents:restore', { projectId, documentId: second });
    expect(await paths()).toEqual(['02 卷二/01.md', '02 卷二/渡口.md', '雪夜/01.md', '雪夜/02.md']);
    // Out of a volume that stays, its deleted chapters do not follow.
    await test.call('documents:delete', { projectId, documentId: fourth });
    await test.call('documents:toVolume', { projectId, documentIds: [third], volume: '雪夜' });
    await test.call('documents:restore', { projectId, documentId: fourth });
    expect((await list()).find((one) => one.documentId === fourth)?.group).toBe('02 卷二');
  });

  it('has a deleted chapter back at its near end where it was moved away from its place', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await ids();
    await test.call('documents:delete', { projectId, documentId: first });
    await test.call('documents:move', { projectId, documentId: second, toIndex: 2 });
    await test.call('documents:restore', { projectId, documentId: first });
    expect(await ids()).toEqual([third, fourth, first, second]);
  });

  it('has nothing to say where a prologue or an epilogue comes back to', async () => {
    writeFileSync(join(root, '序章.md'), '# 序章\n\n雪。\n');
    writeFileSync(join(root, '尾声.md'), '# 尾声\n\n潮退了。\n');
    await test.restart();
    await test.call('projects:open', { path: root });
    const order = await ids();
    for (const documentId of [order[0] ?? '', order.at(-1) ?? '']) {
      await test.call('documents:delete', { projectId, documentId });
      await test.call('documents:restore', { projectId, documentId });
      expect(await ids()).toEqual(order);
    }
  });

  it('keeps its deleted chapters apart from those that were deleted under its new name before', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await ids();
    for (const documentId of [third, fourth]) {
      await test.call('documents:delete', { projectId, documentId });
    }
    await test.call('documents:delete', { projectId, documentId: second });
    const volume = '02 卷二';
    const rename = { projectId, documentIds: [first], volume, isRename: true };
    await test.call('documents:toVolume', rename);
    await test.call('documents:toVolume', { ...rename, volume: '01 卷一' });
    for (const documentId of [second, third]) {
      await test.call('documents:restore', { projectId, documentId });
    }
    expect((await list()).map(({ group }) => group)).toEqual(['01 卷一', '01 卷一', volume]);
  });

  it('keeps a folder in which the writer has something else', async () => {
    writeFileSync(join(root, '01 卷一', '地图.png'), 'map');
    for (const documentId of (await ids()).slice(0, 2)) {
      await test.call('documents:delete', { projectId, documentId });
    }
    expect(readdirSync(join(root, '01 卷一'))).toEqual(['地图.png']);
  });

  it('is gone with the import that made it, taken out again [B10]', async () => {
    const path = join(test.folder, 'more.md');
    writeFileSync(path, '# 卷三\n\n## 五\n\n潮。\n\n## 六\n\n灯。\n\n# 卷四\n\n## 七\n\n船。\n');
    await test.call('import:commit', { path, into: { projectId } });
    expect((await list()).slice(-3).map(({ group }) => group)).toEqual(['卷三', '卷三', '卷四']);
    await test.call('import:undo', { projectId });
    expect(readdirSync(root).filter((name) => !name.startsWith('.'))).toEqual([
      '01 卷一',
      '02 卷二',
    ]);
  });
});
