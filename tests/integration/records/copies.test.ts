import { readFile, rename, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

const paragraphs = ['# 第三章', '船靠了岸。', '没有人下来。', '灯还亮着。'] as const;
const textOf = (...lines: readonly string[]): string => `${lines.join('\n\n')}\n`;
const [title, first, second, third] = paragraphs;
const [ours, theirs] = ['她在岸上等。', '雨停了。'];

const names = [
  '第三章.sync-conflict-20260102-030405-ABCDEFG.md',
  "第三章 (Ann's conflicted copy 2026-01-02).md",
  '第三章 (Case Conflict).md',
  '第三章 (张三 的冲突副本 2026-01-02).md',
  '第三章-DESKTOP-7AB3C9.md',
  '第三章 2.md',
  '第三章(1).md',
];

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let here: TestApp;
let book: SharedBook;
beforeAll(async () => {
  machines = await createTwoMachines();
  ({ here } = machines);
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({
    '第一章.md': textOf('# 第一章', '天亮了。'),
    '第三章.md': textOf(title, first, second),
  });
});
afterEach(() => book.end());

const chapterOf = async () => {
  const { projectId, documents } = await book.open(here);
  expect(documents.map(({ path, chapter }) => [path, chapter])).toEqual([
    ['第一章.md', 1],
    ['第三章.md', 2],
  ]);
  const documentId = documents[1]?.documentId ?? '';
  const { text, version } = await here.call('documents:read', { projectId, documentId });
  return { projectId, documentId, text, version, isConflict: documents[1]?.hasConflict === true };
};

const save = async (text: string): Promise<void> => {
  const { projectId, documentId, version: expectedVersion } = await chapterOf();
  await here.call('documents:save', { projectId, documentId, text, expectedVersion });
};

/** What was written here goes into a copy, and the other machine's text takes its place: as programs do that let the server win. */
const letOtherWin = async (name: string, text: string): Promise<void> => {
  const { projectId } = await chapterOf();
  await here.call('projects:close', { projectId });
  await rename(book.at(here, '第三章.md'), book.at(here, name));
  await writeFile(book.at(here, '第三章.md'), text);
};

const outside = async (projectId: string) =>
  (await here.call('projects:outside:list', { projectId })).items;

describe('a conflict copy of a chapter that was written on two machines [B4]', () => {
  it.each(names)('%s is merged against what both were made from, and told', async (name) => {
    await save(textOf(title, first, second, third));
    await save(textOf(title, first, ours, second, third));
    await letOtherWin(name, textOf(title, first, second, third, theirs));
    const { projectId, text, isConflict } = await chapterOf();
    expect(text).toBe(textOf(title, first, ours, second, third, theirs));
    expect(await readFile(book.at(here, '第三章.md'), 'utf8')).toBe(text);
    expect(isConflict).toBe(false);
    expect(await outside(projectId)).toMatchObject([
      { kind: 'chapters', change: 'copyMerged', title: '第三章', needsChoice: false },
    ]);
  });

  it('takes nothing back when it comes late', async () => {
    await save(textOf(title, first, second, third));
    const late = textOf(title, first, ours, second, third);
    await save(late);
    await save(textOf(title, first, ours, second, third, theirs));
    await writeFile(book.at(here, names[0] ?? ''), late);
    const { projectId, text, isConflict } = await chapterOf();
    expect(text).toBe(textOf(title, first, ours, second, third, theirs));
    expect(isConflict).toBe(false);
    expect(await outside(projectId)).toEqual([]);
  });

  it.each([
    ['take', textOf(title, first, ours, third)],
    ['keep', textOf(title, first, theirs, third)],
    ['both', textOf(title, first, theirs, ours, third)],
  ] as const)(
    'waits in the list where both wrote the same paragraph: %s',
    async (choice, chosen) => {
      await save(textOf(title, first, second, third));
      await save(textOf(title, first, ours, third));
      await letOtherWin(names[1] ?? '', textOf(title, first, theirs, third));
      const { projectId, isConflict } = await chapterOf();
      expect(isConflict).toBe(true);
      const [waiting] = await outside(projectId);
      expect(waiting).toMatchObject({
        ...{ kind: 'chapters', change: 'copy', title: '第三章', needsChoice: true },
        fields: [{ field: 'text', before: theirs, after: ours }],
      });
      const changeId = waiting?.changeId ?? 0;
      await here.call('projects:outside:settle', { projectId, changeId, choice });
      const settled = await chapterOf();
      expect(settled).toMatchObject({ text: chosen, isConflict: false });
      expect(await outside(projectId)).toEqual([]);
    },
  );
});
