import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { volumeTitle } from '#shared/volumes.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;

beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

type Files = Record<string, string>;

const openBook = (name: string, files: Files) => {
  const path = join(test.folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return test.call('projects:open', { path, language: 'zh-CN' });
};

const chapter = (title: string, words: string): string => `# ${title}\n\n${words}\n`;

/** Two volumes of two chapters, with a prologue before them and a heading inside one of the chapters. */
const twoVolumes: Files = {
  '00 楔子.md': chapter('楔子', '从前有一座灯塔。'),
  '01 上卷/01.md': chapter('第一章 灯', '雪落了一夜。\n\n## 信\n\n明日到。'),
  '01 上卷/02.md': chapter('第二章 潮', '潮水退了。'),
  '02 下卷 归人/01.md': chapter('第三章 船', '船回来了。'),
  '02 下卷 归人/02.md': chapter('第四章 门', '门开着。'),
};

type Chapter = { volume: string; title: string; text: string };

const chaptersOf = async (projectId: string): Promise<Chapter[]> => {
  const { documents } = await test.call('documents:list', { projectId });
  const chapters: Chapter[] = [];
  for (const { documentId, group, title } of documents) {
    const { text } = await test.call('documents:read', { projectId, documentId });
    chapters.push({ volume: volumeTitle(group), title, text: text.replace(/　/gu, ' ') });
  }
  return chapters;
};

describe('volumes of an exported book', () => {
  it.each([
    ['docx', {}],
    ['epub', {}],
    ['markdown', {}],
    ['markdown', { perChapter: true }],
    ['txt', { perChapter: true }],
    ['manuscript', {}],
  ] as const)(
    'come back with their chapters from %s %o [W1 W10 B10 F21]',
    async (format, layout) => {
      const { projectId } = await openBook('潮簿', twoVolumes);
      const extension = 'perChapter' in layout ? 'zip' : format === 'manuscript' ? 'docx' : format;
      const path = join(test.folder, `book.${extension === 'markdown' ? 'md' : extension}`);
      await test.call('documents:export', { projectId, format, path, layout });
      const into = { folder: join(test.folder, 'back'), language: 'zh-CN' } as const;
      const made = await test.call('import:commit', { path, into });
      const before = await chaptersOf(projectId);
      // The address and the number of words on a manuscript's first page are text before the first chapter.
      const after = (await chaptersOf(made.projectId)).filter(({ title }) => title !== '开头');
      const placed = ({ volume, title }: Chapter) => `${volume}|${title.replace(/　/gu, ' ')}`;
      expect(after.map(placed)).toEqual(before.map(placed));
      if (format === 'docx' || format === 'markdown') {
        expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
      }
    },
  );
});

describe('footnotes of an exported book', () => {
  it.each([
    ['markdown', 'md'],
    ['docx', 'docx'],
    ['epub', 'epub'],
  ] as const)('come back from %s, and nothing else for one [B10]', async (format, extension) => {
    const text =
      '# 盐\n\n十一袋[^1]，又一袋[^乙]。\n\n没有注的[^9]。\n\n[^1]: 旧秤。\n[^乙]: 新秤。\n';
    const { projectId } = await openBook('盐', { '01.md': text });
    const path = join(test.folder, `book.${extension}`);
    await test.call('documents:export', { projectId, format, path });
    const into = { folder: join(test.folder, 'back'), language: 'zh-CN' } as const;
    const made = await test.call('import:commit', { path, into });
    const [chapter] = await chaptersOf(made.projectId);
    expect(chapter?.text.replace('\\[^9]', '[^9]')).toBe(text);
  });
});

describe('volumes in the file', () => {
  const exported = async (files: Files, layout = {}, chosen?: number[]): Promise<string> => {
    const { projectId, documents } = await openBook('潮簿', files);
    const path = join(test.folder, 'book.md');
    const documentIds = chosen?.map((at) => documents[at]?.documentId ?? '');
    await test.call('documents:export', {
      projectId,
      format: 'markdown',
      path,
      layout,
      documentIds,
    });
    return readFileSync(path, 'utf8');
  };
  const headings = (text: string): string[] => text.match(/^#+ .*$/gmu) ?? [];

  it('stand before their first chapter, and what is inside moves in [W1]', async () => {
    expect(headings(await exported(twoVolumes))).toEqual([
      ...['# 楔子', '# 上卷', '## 第一章　灯', '### 信', '## 第二章　潮'],
      ...['# 下卷 归人', '## 第三章　船', '## 第四章　门'],
    ]);
  });

  it('stay out where that is chosen [W1]', async () => {
    const text = await exported(twoVolumes, { volumes: false });
    expect(headings(text).filter((line) => /卷/u.test(line))).toEqual([]);
    expect(headings(text)).toContain('# 第一章　灯');
  });

  it('are named where only some of their chapters go out [W1]', async () => {
    const text = await exported(twoVolumes, {}, [4]);
    expect(headings(text)).toEqual(['# 下卷 归人', '## 第四章　门']);
  });

  it('are none where one folder holds the whole book [W1]', async () => {
    const inOne = Object.fromEntries(
      Object.entries(twoVolumes)
        .filter(([file]) => file.startsWith('01'))
        .map(([file, text]) => [file.replace('01 上卷', 'chapters'), text]),
    );
    expect(headings(await exported(inOne))).toEqual(['# 第一章　灯', '## 信', '# 第二章　潮']);
  });

  it('begin anew behind another one, and stand one in the other [W1]', async () => {
    const { projectId, documents } = await openBook('潮簿', {
      'a/甲/1.md': chapter('一', 'x'),
      'a/乙/2.md': chapter('二', 'x'),
      'b/3.md': chapter('三', 'x'),
    });
    const path = join(test.folder, 'book.md');
    await test.call('documents:move', {
      ...{ projectId, documentId: documents[2]?.documentId ?? '', toIndex: 1 },
    });
    await test.call('documents:export', { projectId, format: 'markdown', path });
    expect(headings(readFileSync(path, 'utf8'))).toEqual([
      ...['# a', '## 甲', '### 一', '# b', '## 三', '# a', '## 乙', '### 二'],
    ]);
  });
});
