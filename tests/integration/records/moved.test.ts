import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

const night = '# 夜渡\n\n船靠了岸。\n\n没有人下来。\n\n灯还亮着，照着空空的石阶。\n';
const edited = night.replace('没有人下来。', '没有一个人下来，连狗也没有叫。');
const rewritten = '# 夜渡\n\n后来她才知道，那一晚谁也没有睡。\n\n井里的水是咸的。\n';

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let here: TestApp;
let there: TestApp;
let book: SharedBook;
beforeAll(async () => {
  machines = await createTwoMachines();
  ({ here, there } = machines);
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({ '01.md': '# 一\n\n天亮了。\n', '02.md': night });
});
afterEach(() => book.end());

const open = async (test: TestApp) => {
  const { projectId, documents } = await book.open(test);
  const [, chapter] = documents;
  return { projectId, documents, documentId: chapter?.documentId ?? '' };
};

/** Open and closed once on both machines; on one something is decided. */
const begin = async () => {
  const { projectId, documentId } = await open(here);
  const decided = { status: 'done', synopsis: '渡口的一夜。' } as const;
  await here.call('documents:update', { projectId, documentId, ...decided });
  await here.call('projects:sync', { projectId });
  await here.call('projects:close', { projectId });
  await book.carry(here, there);
  const other = await open(there);
  await there.call('projects:close', { projectId });
  return { projectId, documentId, otherId: other.documentId };
};

/** As programs bring a file that is elsewhere now: written anew, and the old one taken away. */
const bring = async (test: TestApp, path: string, text: string): Promise<void> => {
  await mkdir(dirname(book.at(test, path)), { recursive: true });
  await writeFile(book.at(test, path), text);
  await rm(book.at(test, '02.md'), { force: true });
};

const expectKept = async (test: TestApp, documentId: string, path: string): Promise<void> => {
  const { projectId, documents } = await open(test);
  expect(documents).toHaveLength(2);
  expect(documents.find((one) => one.path === path)).toMatchObject({
    ...{ documentId, status: 'done', synopsis: '渡口的一夜。' },
  });
  await test.call('projects:sync', { projectId });
  const records = await readdir(book.at(test, '.fabula/chapters'));
  expect(records.filter((name) => name.startsWith(documentId))).toHaveLength(1);
  expect(records).toHaveLength(2);
};

describe('a chapter whose file went elsewhere while the book was closed [B1]', () => {
  it.each([
    ['renamed', '渡口.md', night],
    ['moved into a folder', '卷二/02.md', night],
    ['renamed, moved and edited', '卷二/渡口.md', edited],
  ])('%s keeps its id and what was decided', async (_name, path, text) => {
    const { documentId } = await begin();
    await mkdir(dirname(book.at(here, path)), { recursive: true });
    await rename(book.at(here, '02.md'), book.at(here, path));
    await writeFile(book.at(here, path), text);
    await expectKept(here, documentId, path);
  });

  it.each([
    ['renamed', '渡口.md', night],
    ['moved into a folder', '卷二/02.md', night],
    ['renamed, moved and edited', '卷二/渡口.md', edited],
  ])('%s by a program that writes it anew, keeps them too', async (_name, path, text) => {
    const { documentId } = await begin();
    await bring(here, path, text);
    await expectKept(here, documentId, path);
  });

  it('edited by hand and written anew keeps them in a program that never read its text', async () => {
    const { documentId } = await begin();
    await here.restart();
    await bring(here, '卷二/渡口.md', edited);
    await expectKept(here, documentId, '卷二/渡口.md');
  });

  it('renamed and rewritten on the other machine is told by its record', async () => {
    const { projectId, otherId } = await begin();
    const path = '渡口.md';
    await rename(book.at(here, '02.md'), book.at(here, path));
    const { documents } = await open(here);
    const documentId = documents.find((one) => one.path === path)?.documentId ?? '';
    const { version } = await here.call('documents:read', { projectId, documentId });
    const save = { projectId, documentId, text: rewritten, expectedVersion: version };
    await here.call('documents:save', save);
    await here.call('projects:sync', { projectId });
    await here.call('projects:close', { projectId });
    await rm(book.at(there, '02.md'));
    await book.carry(here, there);
    expect(await readFile(book.at(there, path), 'utf8')).toBe(rewritten);
    await expectKept(there, otherId, path);
  });
});

describe('a chapter of an open book whose file is brought under another name before the old one goes [B1]', () => {
  /** Two looks: the new file beside the old one, and later the old one gone. */
  const bringInTwo = async (path: string, text: string) => {
    const { projectId, documentId } = await begin();
    await open(here);
    await writeFile(book.at(here, path), text);
    await here.call('projects:sync', { projectId });
    const { documents } = await here.call('documents:list', { projectId });
    const arrived = documents.find((one) => one.path === path)?.documentId ?? '';
    expect(arrived).not.toBe(documentId);
    return { projectId, documentId, arrived };
  };
  const removeOld = async (projectId: string): Promise<void> => {
    await rm(book.at(here, '02.md'));
    await here.call('projects:sync', { projectId });
  };

  it.each([
    ['as it was', night],
    ['edited', edited],
  ])('keeps its id and what was decided: %s', async (_name, text) => {
    const { projectId, documentId } = await bringInTwo('渡口.md', text);
    await removeOld(projectId);
    await expectKept(here, documentId, '渡口.md');
  });

  it('keeps its id when a program that synchronises does it under the eyes of the watcher', async () => {
    const { documentId } = await begin();
    const { projectId } = await open(here);
    const listed = async () => (await here.call('documents:list', { projectId })).documents;
    await writeFile(book.at(here, '渡口.md'), night);
    await expect.poll(async () => (await listed()).length, { timeout: 30_000 }).toBe(3);
    await rm(book.at(here, '02.md'));
    await expect
      .poll(async () => (await listed()).map((one) => one.documentId), { timeout: 30_000 })
      .toContain(documentId);
    await expect.poll(async () => (await listed()).length, { timeout: 30_000 }).toBe(2);
    await expectKept(here, documentId, '渡口.md');
  });

  it('stays closed for as long as it was fenced, in both looks and after', async () => {
    const { projectId, documentId } = await begin();
    await open(here);
    const fence = { neverSend: true } as const;
    await here.call('documents:update', { projectId, documentId, fence });
    await writeFile(book.at(here, '渡口.md'), night);
    await here.call('projects:sync', { projectId });
    const both = (await here.call('documents:list', { projectId })).documents;
    expect(both.filter((one) => one.fence !== null)).toHaveLength(2);
    await removeOld(projectId);
    const { documents } = await here.call('documents:list', { projectId });
    expect(documents.find((one) => one.path === '渡口.md')).toMatchObject({ documentId, fence });
  });

  it('is one chapter on both machines, however their records crossed on the way', async () => {
    await begin();
    const { projectId } = await open(here);
    await open(there);
    const path = '渡口.md';
    await rename(book.at(there, '02.md'), book.at(there, path));
    await there.call('projects:sync', { projectId });
    // The file is there before its record, and the old one goes last.
    await writeFile(book.at(here, path), await readFile(book.at(there, path)));
    await here.call('projects:sync', { projectId });
    const records = '.fabula/chapters';
    await cp(book.at(here, records), book.at(there, records), { recursive: true });
    await there.call('projects:sync', { projectId });
    await rm(book.at(here, '02.md'));
    await here.call('projects:sync', { projectId });
    for (const [from, to] of [
      [there, here],
      [here, there],
      [there, here],
    ] as const) {
      await book.carry(from, to);
      await to.call('projects:sync', { projectId });
    }
    for (const test of [here, there]) {
      const { written, read } = await test.call('projects:sync', { projectId });
      expect({ written, read }).toEqual({ written: 0, read: 0 });
      const chapters = (await test.call('documents:list', { projectId })).documents;
      expect(chapters).toHaveLength(2);
      const chapter = { status: 'done', synopsis: '渡口的一夜。' };
      expect(chapters.find((one) => one.path === path)).toMatchObject(chapter);
      expect(await readdir(book.at(test, records))).toHaveLength(2);
    }
  });

  it('is two chapters when somebody decided something of the new one or wrote in it', async () => {
    const { projectId, documentId, arrived } = await bringInTwo('渡口.md', night);
    await here.call('documents:update', { projectId, documentId: arrived, status: 'draft' });
    await removeOld(projectId);
    const { documents } = await here.call('documents:list', { projectId });
    const ids = documents.map((one) => one.documentId);
    expect(ids).toContain(arrived);
    expect(ids).not.toContain(documentId);
  });
});
