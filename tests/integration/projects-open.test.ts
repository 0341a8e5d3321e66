import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

type Folder = Awaited<ReturnType<typeof makeFolder>>;
type Desk = Awaited<ReturnType<typeof startProjects>>;

let folder: Folder;
let desk: Desk;

beforeEach(async () => {
  folder = await makeFolder();
  desk = await startProjects(folder.base);
});
afterEach(async () => {
  await desk.stop();
  await folder.remove();
});

const restart = async (): Promise<void> => {
  await desk.stop();
  desk = await startProjects(folder.base);
};

it('tells once that a book was closed: another window may still show it [F17]', async () => {
  await folder.write('01.md', '# One\n\nThe tide.\n');
  const { projectId } = await desk.projects.open({ path: folder.root });
  await desk.projects.close(projectId);
  await desk.projects.close(projectId);
  const told = desk.seen.filter(({ name }) => name === 'project:closed');
  expect(told).toMatchObject([{ payload: { projectId } }]);
});

describe('opening what is no book', () => {
  const codeOf = async (opening: Promise<unknown>): Promise<string> =>
    opening.then(
      () => 'opened',
      (error: unknown) =>
        error instanceof AppError ? error.code : error instanceof Error ? error.name : '',
    );

  it('refuses a folder nested without end and puts nothing into it', async () => {
    await folder.write(`${'d/'.repeat(40)}01.md`, 'x');
    const before = await readdir(folder.root);
    expect(await codeOf(desk.projects.open({ path: folder.root }))).toBe(
      'PROJECT_FOLDER_TOO_LARGE',
    );
    expect(await readdir(folder.root)).toEqual(before);
  });

  it('refuses a folder the system makes up, however much is in it', async () => {
    expect(await codeOf(desk.projects.open({ path: '/proc' }))).toBe('PROJECT_FOLDER_TOO_LARGE');
  });

  it('ends the look when the caller gave up', async () => {
    const given = new AbortController();
    const opening = codeOf(desk.projects.open({ path: '/usr' }, given.signal));
    await new Promise((resolve) => setImmediate(resolve));
    given.abort();
    expect(await opening).toBe('AbortError');
    expect(await desk.projects.list()).toEqual([]);
  });

  it('keeps the chapters of an open book whose folder grows beyond all measure', async () => {
    await folder.write('01.md', '一。');
    const { projectId } = await desk.projects.open({ path: folder.root });
    await folder.write(`${'d/'.repeat(40)}02.md`, 'x');
    expect(await codeOf(desk.projects.open({ path: folder.root }))).toBe(
      'PROJECT_FOLDER_TOO_LARGE',
    );
    expect(desk.documents.list(projectId).map(({ path }) => path)).toEqual(['01.md']);
  });

  it('takes no path that begins somewhere in the middle', async () => {
    for (const path of ['novel', './novel', '..', '~/novel']) {
      expect(await codeOf(desk.projects.open({ path }))).toBe('PROJECT_PATH_RELATIVE');
      const request = { name: 'x', language: 'en', parentPath: path } as const;
      expect(await codeOf(desk.projects.create(request))).toBe('PROJECT_PATH_RELATIVE');
    }
  });
});

describe('opening any folder', () => {
  it('lists chapters in natural order with titles, groups and counts, and changes no file', async () => {
    await folder.write('第一卷/第十章 归.md', '## 归来\n\n十年。');
    await folder.write('第一卷/第二章 去.md', '没有标题。');
    await folder.write('楔子.txt', '很久以前。');
    await folder.write('第二卷/第十一章.markdown', 'Setext title\n===\n\nA word.');
    await folder.write('尾声.md', '');
    await folder.write('CODE_LAW.md', 'rules');
    await folder.write('notes.json', '{}');
    await folder.write('.hidden/x.md', 'x');
    await folder.write('node_modules/p/readme.md', 'x');
    const project = await desk.projects.open({ path: folder.root });
    expect(
      project.documents.map(({ path, title, order, chapter, group, charCount }) => ({
        path,
        title,
        order,
        chapter,
        group,
        charCount,
      })),
    ).toEqual([
      { path: '楔子.txt', title: '楔子', order: 0, chapter: 1, group: '', charCount: 5 },
      {
        path: '第一卷/第二章 去.md',
        title: '第二章 去',
        order: 1,
        chapter: 2,
        group: '第一卷',
        charCount: 5,
      },
      {
        path: '第一卷/第十章 归.md',
        title: '归来',
        order: 2,
        chapter: 3,
        group: '第一卷',
        charCount: 5,
      },
      {
        path: '第二卷/第十一章.markdown',
        title: 'Setext title',
        order: 3,
        chapter: 4,
        group: '第二卷',
        charCount: 17,
      },
      { path: '尾声.md', title: '尾声', order: 4, chapter: 5, group: '', charCount: 0 },
    ]);
    expect(project).toMatchObject({
      name: 'novel',
      language: 'zh-CN',
      path: folder.root,
      readOnly: false,
      problems: [],
      pointOfViewEntityId: null,
    });
    expect((await folder.read('第二卷/第十一章.markdown')).toString()).toBe(
      'Setext title\n===\n\nA word.',
    );
    expect((await readdir(folder.root)).filter((name) => name === '.fabula')).toHaveLength(1);
  });

  it('reports files it cannot take one by one and opens the rest', async () => {
    const gbk = iconv.encode('第一章 潮\r\n海水在夜里退去，灯还亮着。', 'gbk');
    await folder.write('gbk.txt', gbk);
    await folder.write(
      'utf16.txt',
      Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode('潮水', 'utf-16le')]),
    );
    await folder.write('utf16be.txt', iconv.encode('A tide without its mark came in.', 'utf-16be'));
    await folder.write(
      'binary.md',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0xff, 0xfe, 0, 9]),
    );
    await folder.write('large.md', '');
    await truncate(join(folder.root, 'large.md'), 10 * 1024 * 1024 + 1);
    await folder.write('sub/ok.md', 'fine');
    await symlink('..', join(folder.root, 'sub', 'loop'));
    await symlink('self.md', join(folder.root, 'self.md'));
    await symlink('nothing.md', join(folder.root, 'dangling.md'));
    await mkdir(join(folder.base, 'outside'));
    await symlink(join(folder.base, 'outside'), join(folder.root, 'away'));
    await symlink('sub', join(folder.root, 'same'));
    await writeFile(
      Buffer.concat([
        Buffer.from(`${folder.root}/`),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('.md'),
      ]),
      'x',
    );
    const project = await desk.projects.open({ path: folder.root });
    expect(project.documents.map(({ path, encoding }) => [path, encoding])).toEqual([
      ['gbk.txt', 'GB18030'],
      ['sub/ok.md', 'UTF-8'],
      ['utf16.txt', 'UTF-16LE'],
      ['utf16be.txt', 'UTF-16BE'],
    ]);
    expect(project.problems.map(({ path, problem }) => [path, problem])).toEqual([
      ['away', 'outsideProject'],
      ['binary.md', 'binary'],
      ['dangling.md', 'unreadable'],
      ['gbk.txt', 'encodingGuessed'],
      ['large.md', 'tooLarge'],
      ['self.md', 'symlinkLoop'],
      ['sub/loop', 'symlinkLoop'],
      ['utf16be.txt', 'encodingGuessed'],
      ['\ufffd\ufffd.md', 'nameInvalid'],
    ]);
    expect(await folder.read('gbk.txt')).toEqual(gbk);
  });

  it('answers a code for a folder that is none', async () => {
    await folder.write('file.md', 'x');
    await expect(desk.projects.open({ path: join(folder.base, 'no') })).rejects.toMatchObject({
      code: 'PROJECT_FOLDER_MISSING',
    });
    for (const path of ['file.md', join('file.md', 'book')]) {
      await expect(desk.projects.open({ path: join(folder.root, path) })).rejects.toMatchObject({
        code: 'PROJECT_PATH_IS_FILE',
      });
    }
    expect(() => desk.projects.get('nobody')).toThrow(
      expect.objectContaining({ code: 'PROJECT_NOT_FOUND' }),
    );
    expect(() => desk.documents.list('nobody')).toThrow(
      expect.objectContaining({ code: 'PROJECT_NOT_FOUND' }),
    );
    const { projectId } = await desk.projects.open({ path: folder.root });
    await desk.projects.close(projectId);
    expect(() => desk.projects.get(projectId)).toThrow(
      expect.objectContaining({ code: 'PROJECT_CLOSED' }),
    );
    expect(() => desk.documents.list(projectId)).toThrow(
      expect.objectContaining({ code: 'PROJECT_CLOSED' }),
    );
  });

  it('opens an empty folder in the language of the system', async () => {
    expect(await desk.projects.open({ path: folder.root })).toMatchObject({
      documents: [],
      language: 'en',
    });
  });

  it('goes on answering while it reads thousands of files', async () => {
    await folder.write('a.md', 'A small book.');
    const small = await desk.projects.open({ path: folder.root });
    const documentId = small.documents[0]?.documentId ?? '';
    const many = join(folder.base, 'many');
    await mkdir(many);
    await Promise.all(
      Array.from({ length: 800 }, (_, at) =>
        writeFile(join(many, `第${at}章.md`), `第${at}章的文字。`),
      ),
    );
    let isOpen = false;
    const opening = desk.projects.open({ path: many }).finally(() => {
      isOpen = true;
    });
    for (let reads = 0; reads < 20; reads += 1) {
      await desk.documents.read(small.projectId, documentId);
      expect(isOpen).toBe(false);
    }
    const { documents } = await opening;
    expect(documents.map(({ path }) => path)).toEqual(
      Array.from({ length: 800 }, (_, at) => `第${at}章.md`),
    );
  });
});

describe('identity', () => {
  it('keeps ids through rename, move, copy back and edits made while the project was closed', async () => {
    await folder.write('a.md', 'The first of them.');
    await folder.write('b.md', 'The second of them.');
    await folder.write('c.md', 'The third of them.');
    await folder.write('d.md', 'The fourth of them.');
    const before = await desk.projects.open({ path: folder.root });
    const idOf = Object.fromEntries(
      before.documents.map(({ path, documentId }) => [path, documentId]),
    );
    await desk.projects.close(before.projectId);
    await rename(join(folder.root, 'a.md'), join(folder.root, 'z.md'));
    await mkdir(join(folder.root, 'part'));
    await rename(join(folder.root, 'b.md'), join(folder.root, 'part', 'b.md'));
    await writeFile(join(folder.root, 'part', 'b.md'), 'The second, moved and edited.');
    await cp(join(folder.root, 'c.md'), join(folder.root, 'copied.md'));
    await rm(join(folder.root, 'c.md'));
    await writeFile(join(folder.root, 'd.md'), 'Edited in place.');
    await restart();
    const after = await desk.projects.open({ path: folder.root });
    expect(after.projectId).toBe(before.projectId);
    expect(
      Object.fromEntries(after.documents.map(({ path, documentId }) => [path, documentId])),
    ).toEqual({
      'z.md': idOf['a.md'],
      'part/b.md': idOf['b.md'],
      'copied.md': idOf['c.md'],
      'd.md': idOf['d.md'],
    });
    expect(after.documents.find(({ path }) => path === 'z.md')?.title).toBe('z');
  });

  it('gives a chapter its id back that was deleted and made again with the same text', async () => {
    await folder.write('a.md', 'The same text.');
    const before = await desk.projects.open({ path: folder.root });
    await desk.projects.close(before.projectId);
    await rm(join(folder.root, 'a.md'));
    expect((await desk.projects.open({ path: folder.root })).documents).toEqual([]);
    await desk.projects.close(before.projectId);
    await folder.write('again.md', 'The same text.');
    const after = await desk.projects.open({ path: folder.root });
    expect(after.documents[0]?.documentId).toBe(before.documents[0]?.documentId);
  });

  it('a moved folder keeps its id, a copied one becomes a project of its own', async () => {
    await folder.write('a.md', 'Text of a.');
    const first = await desk.projects.open({ path: folder.root });
    const moved = join(folder.base, 'moved');
    await desk.projects.close(first.projectId);
    await rename(folder.root, moved);
    const second = await desk.projects.open({ path: moved });
    expect(second.projectId).toBe(first.projectId);
    const copy = join(folder.base, 'copy');
    await cp(moved, copy, { recursive: true });
    const third = await desk.projects.open({ path: copy });
    expect(third.projectId).not.toBe(first.projectId);
    expect(third.readOnly).toBe(false);
    expect(JSON.parse(await readFile(join(copy, '.fabula', 'project.json'), 'utf8'))).toEqual({
      formatVersion: 1,
      projectId: third.projectId,
    });
    expect((await desk.projects.open({ path: copy })).projectId).toBe(third.projectId);
    expect((await desk.projects.list()).map(({ path, present }) => [path, present])).toEqual([
      [copy, true],
      [moved, true],
    ]);
  });

  it('keeps a damaged project file aside, says so, and knows the folder by its path', async () => {
    await folder.write('a.md', 'Text of a.');
    const first = await desk.projects.open({ path: folder.root });
    await desk.projects.close(first.projectId);
    await folder.write('.fabula/project.json', '{"projectId":');
    const again = await desk.projects.open({ path: folder.root });
    expect(again.projectId).toBe(first.projectId);
    const kept = (await readdir(join(folder.root, '.fabula'))).filter((name) =>
      name.includes('damaged'),
    );
    expect(kept).toHaveLength(1);
    expect(desk.seen).toContainEqual({
      name: 'host:notice',
      payload: expect.objectContaining({ code: 'PROJECT_FILE_INVALID' }),
    });
  });

  it('is refused while git has left two versions in its project file, which stays as it is [B4 B11]', async () => {
    await folder.write('a.md', 'Text of a.');
    const first = await desk.projects.open({ path: folder.root });
    await desk.projects.close(first.projectId);
    const path = join(folder.root, '.fabula', 'project.json');
    const whole = await readFile(path, 'utf8');
    const line = `  "projectId": "${first.projectId}"\n`;
    const unmerged = whole.replace(
      line,
      `<<<<<<< HEAD\n${line}=======\n  "projectId": "another"\n>>>>>>> draft\n`,
    );
    await folder.write('.fabula/project.json', unmerged);
    await expect(desk.projects.open({ path: folder.root })).rejects.toMatchObject({
      code: 'PROJECT_FILE_INVALID',
      details: { path: '.fabula/project.json' },
    });
    expect(await readFile(path, 'utf8')).toBe(unmerged);
    await folder.write('.fabula/project.json', whole);
    expect((await desk.projects.open({ path: folder.root })).projectId).toBe(first.projectId);
  });

  it('remembers name, language, point of view and order over a restart', async () => {
    await folder.write('a.md', 'One.');
    await folder.write('b.md', 'Two.');
    await folder.write('d.md', 'Four.');
    const { projectId, documents } = await desk.projects.open({
      path: folder.root,
      language: 'zh-CN',
    });
    await desk.projects.rename(projectId, '潮信');
    await desk.projects.update({ projectId, pointOfViewEntityId: 'e1' });
    await desk.documents.move({
      ...{ projectId, documentId: documents[2]?.documentId ?? '' },
      toIndex: 0,
    });
    await folder.write('c.md', 'Three.');
    await restart();
    const again = await desk.projects.open({ path: folder.root });
    expect(again).toMatchObject({
      projectId,
      name: '潮信',
      language: 'zh-CN',
      pointOfViewEntityId: 'e1',
    });
    expect(again.documents.map(({ path }) => path)).toEqual(['d.md', 'a.md', 'b.md', 'c.md']);
  });
});
