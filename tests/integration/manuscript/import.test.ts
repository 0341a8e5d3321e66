import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import { docxOf, paragraph, run, scrivenerFiles, zipOf } from '#tests/helpers/import-files.ts';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';

let desk: Manuscript;
let names = 0;
beforeAll(async () => {
  desk = await startManuscript({
    '第一章 甲.md': '# 第一章 甲\n\n一。\n',
    '第二章 乙.md': '# 第二章 乙\n\n二。\n',
  });
});
afterAll(() => desk.close());

const novel = (chapters: number): string =>
  Array.from(
    { length: chapters },
    (_, at) => `第${at + 1}章 旧稿\n　　那年雪下得早，第${at + 1}次。\n　　没有人回头。\n`,
  ).join('\n');

const sourceFile = async (content: string | Buffer, name = 'old.txt'): Promise<string> => {
  names += 1;
  const path = join(desk.base, `${names}-${name}`);
  await writeFile(path, content);
  return path;
};
/** The code with which an import is refused. */
const refused = async (input: Input<'import:commit'>): Promise<string> =>
  (await desk.fail('import:commit', input)).code;
const titles = async (): Promise<string[]> => {
  const { documents } = await desk.call('documents:list', { projectId: desk.projectId });
  return documents.map(({ title }) => title);
};
/** Every file below a folder, hidden ones too, with its content; the program's own come and go as it keeps its backups. */
const everything = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !entry.parentPath.startsWith(desk.data),
  );
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => [
        join(parentPath, name),
        await readFile(join(parentPath, name), 'base64'),
      ]),
    ),
  );
};
/** The files of the open book, when everything that belongs into its folder stands there (B1). */
const settledBook = async (folder: string): Promise<Record<string, string>> => {
  await desk.call('projects:sync', { projectId: desk.projectId });
  return everything(folder);
};
const journal = async (): Promise<string[]> => {
  const found = await readdir(join(desk.data, 'imports')).catch(() => []);
  return found.filter((name) => name.endsWith('.json'));
};

describe('a text taken in', () => {
  it('becomes a new book, every chapter a file, in the order it is read [B10]', async () => {
    const path = await sourceFile(iconv.encode(novel(12), 'GB18030'));
    const before = await settledBook(desk.root);
    const shown = await desk.call('import:preview', { path });
    expect(shown.chapters).toHaveLength(12);
    expect(shown.encoding).toBe('GB18030');
    expect(await settledBook(desk.root)).toEqual(before);
    const folder = join(desk.base, 'new-book');
    const { documents, projectId } = await desk.call('import:commit', {
      path,
      into: { folder, language: 'zh-CN' },
    });
    expect(documents.map(({ title }) => title)).toEqual(shown.chapters.map(({ title }) => title));
    expect(documents.map(({ charCount }) => charCount)).toEqual(
      shown.chapters.map(({ charCount }) => charCount),
    );
    const wordCounts = shown.chapters.map(({ wordCount }) => wordCount);
    expect(documents.map(({ wordCount }) => wordCount)).toEqual(wordCounts);
    expect(shown.wordCount).toBe(wordCounts.reduce((sum, count) => sum + count));
    expect(await readFile(join(folder, '01 第1章 旧稿.md'), 'utf8')).toBe(
      '# 第1章 旧稿\n\n那年雪下得早，第1次。\n\n没有人回头。\n',
    );
    expect((await readdir(desk.base)).filter((name) => name.includes('fabula-import'))).toEqual([]);
    expect(await journal()).toEqual([]);
    await desk.call('projects:close', { projectId });
  });

  it('goes behind the chapters of an open book, as adjusted, and out again by one undo [B10]', async () => {
    const { projectId } = desk;
    const before = await titles();
    const path = await sourceFile(novel(5));
    const edits = [
      { chapter: 0, title: '新名' },
      { chapter: 2, mergeUp: true },
      { chapter: 3, skip: true },
    ];
    const { created } = await desk.call('import:commit', { path, edits, into: { projectId } });
    expect(await titles()).toEqual([...before, '新名', '第2章 旧稿', '第5章 旧稿']);
    const [first, second] = created;
    const merged = await desk.call('documents:read', {
      projectId,
      documentId: second?.documentId ?? '',
    });
    expect(merged.text).toContain('第2次。');
    expect(merged.text).toContain('第3次。');
    const { version } = await desk.call('documents:read', {
      projectId,
      documentId: first?.documentId ?? '',
    });
    await desk.call('documents:save', {
      projectId,
      documentId: first?.documentId ?? '',
      text: '# 新名\n\n改过。\n',
      expectedVersion: version,
    });
    const undone = await desk.call('import:undo', { projectId, created });
    expect(undone).toMatchObject({ removed: 2, kept: 1, keptDocumentIds: [first?.documentId] });
    expect(await titles()).toEqual([...before, '新名']);
    await desk.call('documents:delete', { projectId, documentId: first?.documentId ?? '' });
  });

  it('comes out again by one undo for a page that knows its chapters no more, once [B10 W9]', async () => {
    const { projectId } = desk;
    const before = await titles();
    const undo = () => desk.call('import:undo', { projectId });
    await expect(undo()).rejects.toThrow(/Nothing was taken in/);
    const path = await sourceFile(novel(3));
    const first = await desk.call('import:commit', { path, into: { projectId } });
    await desk.call('import:commit', { path, into: { projectId } });
    const imports = async () =>
      (await desk.call('jobs:list', {})).items.filter(
        (job) => job.kind === 'import' && job.projectId === projectId,
      );
    expect(await imports()).toMatchObject([{ state: 'done' }]);
    // The page that made an earlier one takes that one out; the latest can still be.
    await desk.call('import:undo', { projectId, created: first.created });
    expect(await imports()).toHaveLength(1);
    expect(await undo()).toMatchObject({ removed: 3, kept: 0 });
    expect(await titles()).toEqual(before);
    expect(await imports()).toEqual([]);
    await expect(undo()).rejects.toThrow(/Nothing was taken in/);
  });

  it('comes out again after a restart, but for what was written in since, which is named, once [B10 W9]', async () => {
    const { projectId } = desk;
    const before = await titles();
    const path = await sourceFile(novel(3));
    const { created } = await desk.call('import:commit', { path, into: { projectId } });
    await desk.restart();
    await desk.open();
    const imports = async () =>
      (await desk.call('jobs:list', {})).items.filter(
        (job) => job.kind === 'import' && job.projectId === projectId,
      );
    expect(await imports()).toMatchObject([{ state: 'done', code: null }]);
    const documentId = created[1]?.documentId ?? '';
    const { version } = await desk.call('documents:read', { projectId, documentId });
    const text = '# 第2章 旧稿\n\n改过。\n';
    await desk.call('documents:save', { projectId, documentId, text, expectedVersion: version });
    const undone = await desk.call('import:undo', { projectId });
    expect(undone).toMatchObject({ removed: 2, kept: 1, keptDocumentIds: [documentId] });
    expect((await desk.call('documents:read', { projectId, documentId })).text).toBe(text);
    await desk.restart();
    await desk.open();
    expect(await imports()).toEqual([]);
    const { code } = await desk.fail('import:undo', { projectId });
    expect(code).toBe('STEP_NOT_FOUND');
    await desk.call('documents:delete', { projectId, documentId });
    expect(await titles()).toEqual(before);
  });

  it('brings a Scrivener project’s synopses, labels and status along, into a new book and an open one [B10]', async () => {
    const chapter = {
      ...{ id: 'C', title: '盐', paragraphs: ['十一袋。'], synopsis: '盐到了。' },
      metaData: '<LabelID>2</LabelID><StatusID>3</StatusID>',
    };
    const draft = { id: 'D', type: 'DraftFolder', title: 'Draft', children: [chapter] };
    const tables =
      '<Labels><Label ID="2">主线</Label></Labels><StatusItems><Status ID="3">Done</Status></StatusItems>';
    const path = await sourceFile(await zipOf(scrivenerFiles('盐', [draft], tables)), 's.zip');
    const { projectId } = desk;
    const folder = join(desk.base, 'from-scrivener');
    for (const into of [{ projectId }, { folder, language: 'zh-CN' as const }]) {
      const made = await desk.call('import:commit', { path, into });
      const found = await desk.call('documents:list', { projectId: made.projectId });
      const [{ documentId } = { documentId: '' }] = made.created;
      const info = found.documents.find((document) => document.documentId === documentId);
      expect(info).toMatchObject({ synopsis: '盐到了。', labels: ['主线'], status: 'done' });
      expect(info).not.toHaveProperty('synopsisStale');
      if ('projectId' in into) await desk.call('documents:delete', { projectId, documentId });
      else await desk.call('projects:close', { projectId: made.projectId });
    }
  });

  it('goes behind the chapter that is named, in its own order [B10]', async () => {
    const { projectId } = desk;
    const [first] = (await desk.call('documents:list', { projectId })).documents;
    const path = await sourceFile('# 乙二\n\n一。\n\n# 甲一\n\n二。\n', 'a.md');
    const { created } = await desk.call('import:commit', {
      path,
      into: { projectId, afterDocumentId: first?.documentId ?? '' },
    });
    expect(await titles()).toEqual(['第一章 甲', '乙二', '甲一', '第二章 乙']);
    await desk.call('import:undo', { projectId, created });
  });

  it('keeps the text before tracked changes among the earlier versions [B10]', async () => {
    const inserted = `<w:ins w:id="1" w:author="编辑">${run('风没有停。')}</w:ins>`;
    const path = await sourceFile(
      await docxOf(paragraph('雪线', '1') + paragraph(`${run('雪停了。')}${inserted}`)),
      'a.docx',
    );
    const { projectId } = desk;
    const folder = join(desk.base, 'changed');
    for (const into of [{ projectId }, { folder, language: 'zh-CN' as const }]) {
      const made = await desk.call('import:commit', { path, into });
      const documentId = made.created[0]?.documentId ?? '';
      const scope = { projectId: made.projectId, documentId };
      expect((await desk.call('documents:read', scope)).text).toBe(
        '# 雪线\n\n雪停了。风没有停。\n',
      );
      const { items } = await desk.call('documents:snapshots:list', scope);
      const kept = await Promise.all(
        items.map(({ snapshotId }) =>
          desk.call('documents:snapshots:read', { ...scope, snapshotId }),
        ),
      );
      expect(kept.map(({ text }) => text)).toContain('# 雪线\n\n雪停了。\n');
      const causes = kept.map(({ cause }) => cause).filter((cause) => cause !== undefined);
      expect(causes.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
        [false, true].map((isBeforeChanges) => ({
          kind: 'import',
          file: basename(path),
          isBeforeChanges,
        })),
      );
      if ('projectId' in into) await desk.call('import:undo', { projectId, created: made.created });
      else await desk.call('projects:close', { projectId: made.projectId });
    }
  });

  it('comes from a page in pieces, and is gone from the data folder afterwards [B10]', async () => {
    const bytes = Buffer.from(novel(3));
    const first = await desk.call('import:upload', {
      name: '稿.txt',
      content: bytes.subarray(0, 50).toString('base64'),
    });
    const { uploadId, path } = await desk.call('import:upload', {
      uploadId: first.uploadId,
      name: '稿.txt',
      content: bytes.subarray(50).toString('base64'),
    });
    expect((await desk.call('import:preview', { path })).chapters).toHaveLength(3);
    await desk.call('import:discard', { uploadId });
    expect((await desk.fail('import:preview', { path })).code).toBe('IMPORT_FILE_MISSING');
    for (const name of ['../x', '/etc/x', 'a/../../x', 'C:\\x', '..', '.']) {
      const content = Buffer.from('x').toString('base64');
      const made = await desk.call('import:upload', { name: 'x', content });
      const { code } = await desk.fail('import:upload', {
        uploadId: made.uploadId,
        name: name === '/etc/x' ? '//../etc' : name,
        content,
      });
      expect(code).toBe('INVALID_INPUT');
    }
  });
});

describe('nothing is written', () => {
  it('over what is there, a folder, a file or a link [B10]', async () => {
    const path = await sourceFile(novel(2));
    const taken = join(desk.base, 'taken');
    await mkdir(taken);
    await writeFile(join(taken, 'mine.md'), '我的。');
    await symlink(taken, join(desk.base, 'link'));
    await writeFile(join(desk.base, 'file'), '我的。');
    const before = await settledBook(desk.base);
    for (const name of ['taken', 'link', 'file']) {
      const into = { folder: join(desk.base, name), language: 'zh-CN' as const };
      expect(await refused({ path, into })).toBe('IMPORT_FOLDER_TAKEN');
    }
    const nowhere = { folder: join(desk.base, 'no', 'where'), language: 'en' as const };
    expect(await refused({ path, into: nowhere })).toBe('PROJECT_FOLDER_MISSING');
    const inFile = { folder: join(desk.base, 'file', 'where'), language: 'en' as const };
    expect(await refused({ path, into: inFile })).toBe('PROJECT_PATH_IS_FILE');
    expect(await journal()).toEqual([]);
    expect(await settledBook(desk.base)).toEqual(before);
  });

  it('of a file that cannot be read, or of chapters that are all left out [B10]', async () => {
    const { projectId } = desk;
    const before = await settledBook(desk.root);
    const broken = await sourceFile((await docxOf(paragraph('x'))).subarray(0, 300), 'a.docx');
    expect(await refused({ path: broken, into: { projectId } })).toBe('IMPORT_FILE_DAMAGED');
    const path = await sourceFile(novel(1));
    const edits = [{ chapter: 0, skip: true }];
    expect(await refused({ path, edits, into: { projectId } })).toBe('IMPORT_NOTHING_FOUND');
    const wrong = [{ chapter: 9, skip: true }];
    expect(await refused({ path, edits: wrong, into: { projectId } })).toBe('INVALID_INPUT');
    expect(await settledBook(desk.root)).toEqual(before);
  });

  it('half, when the disk of the book fills up in the middle [B10]', async () => {
    const disk = mountSmallDisk(join(desk.base, 'disk'), 2);
    try {
      const root = join(disk.path, 'book');
      await mkdir(root);
      await writeFile(join(root, '一.md'), '# 一\n\n一。\n');
      const { projectId } = await desk.call('projects:open', { path: root });
      const text = Array.from(
        { length: 8 },
        (_, at) => `# ${at + 1} 大\n\n${'雪'.repeat(150_000)}\n`,
      ).join('\n');
      const path = await sourceFile(text, 'big.md');
      await desk.call('projects:sync', { projectId });
      const before = await everything(disk.path);
      expect(await refused({ path, into: { projectId } })).toBe('DISK_FULL');
      const folder = join(disk.path, 'new');
      expect(await refused({ path, into: { folder, language: 'zh-CN' } })).toBe('DISK_FULL');
      await desk.call('projects:sync', { projectId });
      expect(await everything(disk.path)).toEqual(before);
      const { documents } = await desk.call('documents:list', { projectId });
      expect(documents.map(({ title }) => title)).toEqual(['一']);
      expect((await desk.call('documents:deleted', { projectId })).items).toEqual([]);
      await desk.call('projects:close', { projectId });
    } finally {
      disk.remove();
    }
  });
});

describe('a program killed in the middle of an import', () => {
  it.each(['book', 'folder'] as const)('leaves nothing half in a %s [B10]', async (kind) => {
    const path = await sourceFile(novel(400));
    const before = await titles();
    const chapters = () =>
      readdir(desk.root).then((all) => all.filter((name) => name.endsWith('.md')).length);
    const folder = join(desk.base, `killed-${kind}`);
    const { projectId } = desk;
    const into = kind === 'book' ? { projectId } : { folder, language: 'zh-CN' as const };
    const answered = desk.call('import:commit', { path, into }).then(
      () => 'done',
      () => 'cut off',
    );
    const isUnderWay = async (): Promise<boolean> => {
      if (kind === 'book') return (await chapters()) > before.length + 5;
      const beside = (await readdir(desk.base)).find((name) => name.endsWith('.fabula-import'));
      return (
        beside !== undefined && (await readdir(join(desk.base, beside)).catch(() => [])).length > 5
      );
    };
    while (!(await isUnderWay())) await new Promise((resolve) => setTimeout(resolve, 2));
    await desk.stop('SIGKILL');
    expect(await answered).toBe('cut off');
    await desk.restart();
    expect(await titles()).toEqual(before);
    expect(await chapters()).toBe(before.length);
    expect((await readdir(desk.base)).filter((name) => name.endsWith('.fabula-import'))).toEqual(
      [],
    );
    expect(existsSync(folder)).toBe(false);
    expect(await journal()).toEqual([]);
  });

  it('keeps every synopsis of a new book, when the killed one is next opened [B10]', async () => {
    const scenes = Array.from({ length: 150 }, (_, at) => ({
      ...{ id: `C${at}`, title: `盐 ${at}`, paragraphs: ['十一袋。'], synopsis: `第${at}次。` },
    }));
    const draft = { id: 'D', type: 'DraftFolder', title: 'Draft', children: scenes };
    const path = await sourceFile(await zipOf(scrivenerFiles('盐', [draft])), 'many.zip');
    const folder = join(desk.base, 'killed-notes');
    const into = { folder, language: 'zh-CN' as const };
    const answered = desk.call('import:commit', { path, splitAt: 'parts', into }).catch(String);
    // All chapters are there; what goes with them is not.
    while (!existsSync(join(folder, '.fabula'))) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await desk.stop('SIGKILL');
    await answered;
    await desk.restart();
    const { projectId, documents } = await desk.call('projects:open', { path: folder });
    expect(documents.length).toBe(150);
    expect(documents.map(({ synopsis }) => synopsis)).toEqual(
      scenes.map(({ synopsis }) => synopsis),
    );
    expect(documents.some(({ synopsisStale }) => synopsisStale)).toBe(false);
    expect(await readdir(join(desk.data, 'imports', 'notes'))).toEqual([]);
    await desk.call('projects:close', { projectId });
  });
});
