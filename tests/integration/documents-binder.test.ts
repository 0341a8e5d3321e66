import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, makeFolder, startProjects } from '#tests/helpers/projects.ts';

type Folder = Awaited<ReturnType<typeof makeFolder>>;
type Desk = Awaited<ReturnType<typeof startProjects>>;

let folder: Folder;
let desk: Desk;
let projectId: string;

const ids = () => desk.documents.list(projectId).map(({ documentId }) => documentId);
const titles = () => desk.documents.list(projectId).map(({ title }) => title);
const names = async () =>
  (await readdir(folder.root)).filter((name) => !name.startsWith('.')).sort();
const idAt = (order: number): string => ids()[order] ?? '';

beforeEach(async () => {
  folder = await makeFolder({
    '第一章 起.md': '# 第一章 起\n\n一。\n',
    '第二章.md': '二。\n',
    '第十章.md': '# 归\n\n十。\n',
  });
  desk = await startProjects(folder.base);
  ({ projectId } = await desk.projects.open({ path: folder.root }));
});
afterEach(async () => {
  await desk.stop();
  await folder.remove();
});

const reopen = async (): Promise<void> => {
  await desk.stop();
  desk = await startProjects(folder.base);
  await desk.projects.open({ path: folder.root });
};

describe('the binder', () => {
  it('F17 lists what was deleted, last first, and brings it back after a restart', async () => {
    const [first, second, third] = [idAt(0), idAt(1), idAt(2)];
    await desk.documents.remove(projectId, second);
    await desk.documents.remove(projectId, first);
    await reopen();
    const deleted = desk.documents.listDeleted(projectId);
    expect(deleted.map(({ documentId }) => documentId)).toEqual([first, second]);
    expect(deleted[0]).toMatchObject({ title: '第一章 起', path: '第一章 起.md', charCount: 6 });
    await desk.documents.restore(projectId, first);
    expect(desk.documents.listDeleted(projectId).map(({ documentId }) => documentId)).toEqual([
      second,
    ]);
    expect(ids()).toEqual([first, third]);
  });

  it('creates a chapter where it was asked for, with its title as heading', async () => {
    const third = await desk.documents.create({ projectId, title: '第三章' });
    expect(titles()).toEqual(['第一章 起', '第二章', '第三章', '归']);
    expect((await folder.read('第三章.md')).toString()).toBe('# 第三章\n\n');
    const inserted = await desk.documents.create({
      projectId,
      title: '插曲: a/b?',
      afterDocumentId: idAt(0),
      text: '短。',
    });
    expect(
      inserted.documents.map(({ documentId }) => documentId).indexOf(inserted.documentId),
    ).toBe(1);
    expect(await names()).toContain('插曲： a／b？.md');
    await reopen();
    expect(ids().indexOf(inserted.documentId)).toBe(1);
    expect(ids()).toContain(third.documentId);
    await expect(desk.documents.create({ projectId, title: '第三章' })).rejects.toMatchObject({
      code: 'DOCUMENT_NAME_TAKEN',
    });
    await expect(desk.documents.create({ projectId, title: '...' })).rejects.toMatchObject({
      code: 'DOCUMENT_NAME_INVALID',
    });
    await expect(
      desk.documents.create({ projectId, title: 'x', afterDocumentId: 'nobody' }),
    ).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
  });

  it('puts a chapter that is to follow one deleted meanwhile in its place', async () => {
    const [first = '', second = '', third = ''] = ids();
    const addBehind = async (afterDocumentId: string) =>
      (await desk.documents.create({ projectId, title: '雪', isUntitled: true, afterDocumentId }))
        .documentId;
    await desk.documents.remove(projectId, second);
    const added = await addBehind(second);
    expect(ids()).toEqual([first, added, third]);
    for (const id of [first, added, third]) await desk.documents.remove(projectId, id);
    const alone = await addBehind(first);
    expect(ids()).toEqual([alone]);
    await desk.documents.restore(projectId, third);
    await desk.documents.restore(projectId, first);
    expect(ids()).toEqual([first, alone, third]);
  });

  it('F17 gives a chapter nobody named the next number where its name is taken, and its file goes with its first title', async () => {
    const add = async () => {
      const untitled = { projectId, title: '未命名', isUntitled: true } as const;
      return (await desk.documents.create(untitled)).documentId;
    };
    await add();
    const second = await add();
    expect((await folder.read('未命名 2.md')).toString()).toBe('# 未命名 2\n\n');
    await desk.documents.rename(projectId, second, '第二章 出门');
    expect(await names()).toContain('第二章 出门.md');
    await add();
    expect(await names()).toContain('未命名 2.md');
    await expect(desk.documents.create({ projectId, title: '未命名' })).rejects.toMatchObject({
      code: 'DOCUMENT_NAME_TAKEN',
    });
  });

  it('renames heading and file together, or whichever of them carries the title', async () => {
    const [first = '', second = '', third = ''] = ids();
    await desk.documents.rename(projectId, first, '第一章 缘起');
    await desk.documents.rename(projectId, second, '第二章 出门');
    await desk.documents.rename(projectId, third, '归来');
    expect(await names()).toEqual(['第一章 缘起.md', '第二章 出门.md', '第十章.md'].sort());
    expect((await folder.read('第一章 缘起.md')).toString()).toBe('# 第一章 缘起\n\n一。\n');
    expect((await folder.read('第二章 出门.md')).toString()).toBe('二。\n');
    expect((await folder.read('第十章.md')).toString()).toBe('# 归来\n\n十。\n');
    expect(ids()).toEqual([first, second, third]);
    await expect(desk.documents.rename(projectId, second, '第十章')).rejects.toMatchObject({
      code: 'DOCUMENT_NAME_TAKEN',
    });
    await reopen();
    expect(ids()).toEqual([first, second, third]);
    expect(titles()).toEqual(['第一章 缘起', '第二章 出门', '归来']);
  });

  it('gives a title back as its heading had it, and takes nothing of one for a mark', async () => {
    const written = '# The *Pequod* #\n\n一。\n';
    await folder.write('第一章.md', written);
    await reopen();
    const chapter = idAt(titles().indexOf('The Pequod'));
    const rename = (title: string, heading?: string) =>
      desk.documents.rename(projectId, chapter, title, heading);
    const { headingBefore } = await rename('C #');
    expect(headingBefore).toBe('The *Pequod*');
    expect(titles()).toContain('C #');
    await expect(rename('Aboard', 'The *Pequod*')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await rename('The Pequod', headingBefore ?? '');
    expect((await folder.read('第一章.md')).toString()).toBe(written);
  });

  it('lets the file follow a title with marks as it reads', async () => {
    const [first = ''] = ids();
    await desk.documents.rename(projectId, first, '记《*潮*》的人');
    expect(titles()).toContain('记《潮》的人');
    expect(await names()).toContain('记《潮》的人.md');
    await desk.documents.rename(projectId, first, '渡口');
    expect(await names()).toContain('渡口.md');
  });

  it('keeps the order the writer made over a restart and lets new files slot in', async () => {
    const [first = '', second = '', third = ''] = ids();
    await desk.documents.move({ projectId, documentId: third, toIndex: 0 });
    expect(ids()).toEqual([third, first, second]);
    await desk.stop();
    await folder.write('第三章.md', '三。');
    desk = await startProjects(folder.base);
    await desk.projects.open({ path: folder.root });
    expect(titles()).toEqual(['归', '第一章 起', '第二章', '第三章']);
    expect(ids().slice(0, 3)).toEqual([third, first, second]);
    expect(desk.documents.info(projectId, first).chapter).toBe(2);
  });

  it('keeps how far a chapter has come and what happens in it, and says when the text went on without it [W1]', async () => {
    const second = idAt(1);
    const of = () => desk.documents.info(projectId, second);
    expect(of()).toMatchObject({ status: null, synopsis: '', labels: [] });
    const synopsis = '她出门去。\n第二行。';
    const update = { projectId, documentId: second };
    await desk.documents.update({
      ...update,
      synopsis,
      status: 'draft',
      labels: ['雨', '雨', '渡口'],
    });
    await desk.documents.update({ ...update, pointOfViewEntityId: 'e1' });
    const decided = {
      synopsis,
      status: 'draft',
      labels: ['雨', '渡口'],
      pointOfViewEntityId: 'e1',
    };
    expect(of()).toMatchObject(decided);
    await desk.documents.rename(projectId, second, '第二章 出门');
    await reopen();
    expect(of()).toMatchObject({ ...decided, title: '第二章 出门' });
    expect(of().synopsisStale).toBeUndefined();
    const { version } = await desk.documents.read(projectId, second);
    const save = { projectId, documentId: second, text: '二。\n\n三。\n' };
    await desk.documents.save({ ...save, expectedVersion: version });
    expect(of()).toMatchObject({ ...decided, synopsisStale: true });
    await desk.documents.update({ ...update, synopsis: '她又回来。', status: null, labels: [] });
    expect(of()).toMatchObject({ synopsis: '她又回来。', status: null, labels: [] });
    expect(of().synopsisStale).toBeUndefined();
    // As an undo gives it back.
    await desk.documents.update({ ...update, synopsis, synopsisStale: true });
    expect(of()).toMatchObject({ synopsis, synopsisStale: true });
    await desk.documents.update({ ...update, synopsis: '她又回来。' });
    expect(of().synopsisStale).toBeUndefined();
    await desk.documents.remove(projectId, second);
    await desk.documents.restore(projectId, second);
    expect(of().synopsis).toBe('她又回来。');
  });

  it('changes title, place and the rest in one call, or nothing when the title cannot be [W1]', async () => {
    const [first = '', second = '', third = ''] = ids();
    const update = { projectId, documentId: third };
    const taken = desk.documents.update({ ...update, title: '...', order: 0, synopsis: '不成。' });
    await expect(taken).rejects.toMatchObject({ code: 'DOCUMENT_NAME_INVALID' });
    expect(ids()).toEqual([first, second, third]);
    expect(desk.documents.info(projectId, third).synopsis).toBe('');
    await desk.documents.update({ ...update, title: '归来', order: 0, synopsis: '成了。' });
    expect(ids()).toEqual([third, first, second]);
    expect(desk.documents.info(projectId, third)).toMatchObject({
      title: '归来',
      synopsis: '成了。',
    });
    expect((await folder.read('第十章.md')).toString()).toBe('# 归来\n\n十。\n');
    expect(desk.documents.info(projectId, third).synopsisStale).toBeUndefined();
  });

  it('leaves records alone of a book that another process is writing [W1]', async () => {
    const other = await startProjects(folder.base);
    try {
      const { documents } = await other.projects.open({ path: folder.root });
      const documentId = documents[0]?.documentId ?? '';
      const late = other.documents.update({ projectId, documentId, synopsis: '谁写的？' });
      await expect(late).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    } finally {
      await other.stop();
    }
  });

  it('F18 brings a deleted chapter back with its id, place and snapshots', async () => {
    const second = idAt(1);
    await desk.documents.update({ projectId, documentId: second, pointOfViewEntityId: 'e1' });
    await desk.documents.createSnapshot(projectId, second);
    await desk.documents.remove(projectId, second);
    expect(await names()).not.toContain('第二章.md');
    expect(() => desk.documents.info(projectId, second)).toThrow(
      expect.objectContaining({ code: 'DOCUMENT_NOT_FOUND' }),
    );
    await folder.write('第二章.md', '新的二。');
    await reopen();
    expect(ids()).not.toContain(second);
    await desk.documents.restore(projectId, second);
    expect(await names()).toContain('第二章 (2).md');
    expect((await desk.documents.read(projectId, second)).text).toBe('二。\n');
    expect(desk.documents.info(projectId, second).pointOfViewEntityId).toBe('e1');
    expect(
      (await desk.documents.listSnapshots(projectId, second)).map(({ reason }) => reason),
    ).toEqual(['beforeDelete', 'manual']);
    await expect(desk.documents.restore(projectId, 'nobody')).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    });
  });

  it('F18 restores a deleted chapter from its snapshot when the trash was emptied', async () => {
    const second = idAt(1);
    await desk.documents.remove(projectId, second);
    await rm(join(folder.root, '.fabula', 'trash'), { recursive: true });
    await desk.documents.restore(projectId, second);
    expect((await folder.read('第二章.md')).toString()).toBe('二。\n');
    expect(ids()[1]).toBe(second);
  });
});

describe('F18 snapshots', () => {
  it('makes one of a run of autosaves and keeps what the file held before', async () => {
    const documentId = idAt(1);
    let { version } = await desk.documents.read(projectId, documentId);
    const save = async (text: string, reason: 'save' | 'autosave') => {
      ({ version } = await desk.documents.save({
        projectId,
        documentId,
        text,
        expectedVersion: version,
        reason,
      }));
    };
    const kept = async () =>
      Promise.all(
        (await desk.documents.listSnapshots(projectId, documentId)).map(
          async ({ snapshotId, reason }) => {
            const { text } = await desk.documents.readSnapshot(projectId, documentId, snapshotId);
            return `${reason} ${text}`;
          },
        ),
      );
    await save('甲', 'autosave');
    desk.clock.time += 60_000;
    await save('乙', 'autosave');
    expect(await kept()).toEqual(['autosave 乙', 'outsideEdit 二。\n']);
    desk.clock.time += 61_000;
    await save('丙', 'autosave');
    await save('丁', 'save');
    await save('戊', 'autosave');
    expect(await kept()).toEqual([
      'autosave 戊',
      'save 丁',
      'autosave 丙',
      'autosave 乙',
      'outsideEdit 二。\n',
    ]);
  });

  it('keeps the present text when an older one is restored', async () => {
    const documentId = idAt(1);
    const { version } = await desk.documents.read(projectId, documentId);
    const { snapshotId } = await desk.documents.createSnapshot(projectId, documentId);
    await desk.documents.save({ projectId, documentId, text: '改。', expectedVersion: version });
    const restored = await desk.documents.restoreSnapshot({ projectId, documentId, snapshotId });
    expect(restored).toMatchObject({ text: '二。\n', version });
    expect((await folder.read('第二章.md')).toString()).toBe('二。\n');
    const reasons = (await desk.documents.listSnapshots(projectId, documentId)).map(
      ({ reason }) => reason,
    );
    expect(reasons).toContain('beforeRestore');
    await expect(desk.documents.readSnapshot(projectId, idAt(0), snapshotId)).rejects.toMatchObject(
      { code: 'SNAPSHOT_NOT_FOUND' },
    );
  });
});

describe('edits made outside', () => {
  const outside = () =>
    desk.seen.filter(
      ({ name, payload }) =>
        name === 'document:changed' && 'origin' in payload && payload.origin === 'outside',
    );

  it('are noticed, and own saves are not taken for them', async () => {
    const documentId = idAt(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { version } = await desk.documents.read(projectId, documentId);
    await desk.documents.save({
      projectId,
      documentId,
      text: '自己写的。',
      expectedVersion: version,
    });
    await folder.write('第十章.md', '# 归\n\n外面改的。\n');
    await eventually(() => outside().length > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(outside().map(({ payload }) => 'documentId' in payload && payload.documentId)).toEqual([
      idAt(2),
    ]);
    expect((await desk.documents.read(projectId, idAt(2))).text).toBe('# 归\n\n外面改的。\n');
  });

  it('keep ids through renames, rename-saves, new and vanishing files', async () => {
    const [first = '', second = '', third = ''] = ids();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await rename(join(folder.root, '第二章.md'), join(folder.root, '第三章.md'));
    await eventually(() => desk.documents.list(projectId)[1]?.path === '第三章.md');
    expect(ids()).toEqual([first, second, third]);
    await writeFile(join(folder.root, '.swap'), '# 归\n\n另存。\n');
    await rename(join(folder.root, '.swap'), join(folder.root, '第十章.md'));
    await eventually(async () =>
      (await desk.documents.read(projectId, third)).text.includes('另存'),
    );
    await folder.write('第四章.md', '四。');
    await eventually(() => ids().length === 4);
    await rm(join(folder.root, '第一章 起.md'));
    await eventually(() => ids().length === 3);
    expect(ids()).not.toContain(first);
    await folder.write('第一章 起.md', '# 第一章 起\n\n一。\n');
    await eventually(() => ids().includes(first));
    expect(desk.seen.some(({ name }) => name === 'project:changed')).toBe(true);
  });

  it('say when the folder goes, and keep the binder', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await rename(folder.root, `${folder.root}-away`);
    await eventually(() => desk.seen.some(({ name }) => name === 'project:missing'));
    expect(ids()).toHaveLength(3);
    await expect(desk.documents.read(projectId, idAt(0))).rejects.toMatchObject({
      code: 'PROJECT_FOLDER_MISSING',
    });
    await rename(`${folder.root}-away`, folder.root);
    expect((await desk.documents.read(projectId, idAt(0))).text).toContain('一。');
  });
});
