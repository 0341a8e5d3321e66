import { cp, rename, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OriginCode } from '#shared/domain/origins.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

const night = '# 夜渡\n\n船靠了岸。\n\n没有人下来。\n\n灯还亮着，照着空空的石阶。\n';
const [ours, theirs] = ['她在岸上等', '雨停了'];

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let here: TestApp;
let there: TestApp;
let book: SharedBook;
let projectId: string;
beforeAll(async () => {
  machines = await createTwoMachines();
  ({ here, there } = machines);
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({ '01.md': '# 一\n\n天亮了。\n', '02.md': night });
});
afterEach(() => book.end());

const nightOf = async (test: TestApp): Promise<string> => {
  const { documents } = await test.call('documents:list', { projectId });
  return documents.find(({ path }) => path !== '01.md')?.documentId ?? '';
};

const read = async (test: TestApp) =>
  test.call('documents:read', { projectId, documentId: await nightOf(test) });

/** As a page does that saw the words typed in the place of others. */
const type = async (test: TestApp, place: string, words: string): Promise<void> => {
  const { text, version, origins } = await read(test);
  const at = text.indexOf(place);
  const codes = origins.flatMap(([length, code]) => Array.from({ length }, () => code));
  codes.splice(at, place.length, ...Array.from(words, (): OriginCode => 'typed'));
  await test.call('documents:save', {
    ...{ projectId, documentId: await nightOf(test), expectedVersion: version },
    text: text.slice(0, at) + words + text.slice(at + place.length),
    origins: codes.map((code) => [1, code]),
  });
};

/** Where these words come from, character by character; '' where they do not stand in the chapter once. */
const codesOf = async (test: TestApp, words: string): Promise<string> => {
  const { text, origins } = await read(test);
  if (text.split(words).length !== 2) return '';
  const codes = origins.flatMap(([length, code]) => Array.from({ length }, () => code));
  const at = text.indexOf(words);
  return [...new Set(codes.slice(at, at + words.length))].join(' ');
};

const begin = async (): Promise<void> => {
  ({ projectId } = await book.open(here));
  await here.call('projects:sync', { projectId });
};

const putBothIn = async (test: TestApp): Promise<void> => {
  const { items } = await test.call('projects:outside:list', { projectId });
  const copy = items.find(({ change }) => change === 'copy');
  expect(copy).toBeDefined();
  const changeId = copy?.changeId ?? 0;
  await test.call('projects:outside:settle', { projectId, changeId, choice: 'both' });
};

/** What came may take more than one look. */
const expectChapters = (test: TestApp, count: number): Promise<void> =>
  expect
    .poll(async () => {
      await test.call('projects:sync', { projectId });
      return (await test.call('documents:list', { projectId })).documents.length;
    })
    .toBe(count);

describe('what was typed here in a chapter that two machines have [N14] [B4]', () => {
  it.each([
    ['merges without a question', '灯还亮着', `${theirs}。\n\n灯还亮着`],
    ['was kept beside it, and both were chosen', '船靠了岸', theirs],
  ])('stays typed where the copy of it %s', async (name, place, words) => {
    await begin();
    await type(here, '照着空空的石阶', '照着石阶');
    await type(here, '船靠了岸', ours);
    await here.call('projects:close', { projectId });
    // The other machine's file wins, as with programs that let the server win; what was written here is the copy.
    await rename(book.at(here, '02.md'), book.at(here, '02 (Ann’s conflicted copy 2026-01-02).md'));
    await writeFile(
      book.at(here, '02.md'),
      night.replace('照着空空的石阶', '照着石阶').replace(place, words),
    );
    await book.open(here);
    if (name.includes('chosen')) await putBothIn(here);
    expect(await codesOf(here, ours)).toBe('typed');
    expect(await codesOf(here, theirs)).toBe('unknown');
  });

  it.each([
    ['夜渡.md', '渡口.md'],
    ['渡口.md', '夜渡.md'],
  ])('stays typed where it is renamed to %s here and to %s there', async (one, other) => {
    await begin();
    await book.carry(here, there);
    await book.open(there);
    await there.call('projects:sync', { projectId });
    await rename(book.at(here, '02.md'), book.at(here, one));
    await rename(book.at(there, '02.md'), book.at(there, other));
    for (const test of [here, there]) await test.call('projects:sync', { projectId });
    await type(here, '船靠了岸', ours);
    await type(there, '没有人下来', theirs);
    for (const test of [here, there]) await test.call('projects:sync', { projectId });
    await book.carry(there, here);
    await expectChapters(here, 2);
    const found = await Promise.all([ours, theirs].map((words) => codesOf(here, words)));
    if (found.includes('')) await putBothIn(here);
    expect(await codesOf(here, ours)).toBe('typed');
    expect(await codesOf(here, theirs)).toBe('unknown');
  });

  it('stays typed where each gave the chapter an id, and one of them goes', async () => {
    await begin();
    // The file comes before its record, and is taken for a new chapter that is written in.
    await rename(book.at(here, '02.md'), book.at(here, '夜渡.md'));
    await cp(book.at(here, ''), book.at(there, ''), { recursive: true });
    await book.open(there);
    await there.call('projects:sync', { projectId });
    await rename(book.at(there, '夜渡.md'), book.at(there, '渡口.md'));
    await there.call('projects:sync', { projectId });
    await cp(book.at(there, '渡口.md'), book.at(here, '渡口.md'));
    await here.call('projects:sync', { projectId });
    const { documents } = await here.call('documents:list', { projectId });
    const second = documents.find(({ path }) => path === '渡口.md')?.documentId ?? '';
    expect(documents).toHaveLength(3);
    const before = await here.call('documents:read', { projectId, documentId: second });
    const text = before.text.replace('船靠了岸', ours);
    const at = text.indexOf(ours);
    await here.call('documents:save', {
      ...{ projectId, documentId: second, text, expectedVersion: before.version },
      origins: [
        [at, 'unknown'],
        [ours.length, 'typed'],
        [text.length - at - ours.length, 'unknown'],
      ],
    });
    await rename(book.at(here, '夜渡.md'), book.at(here, '../away.md'));
    await here.call('projects:sync', { projectId });
    await book.carry(there, here);
    await writeFile(book.at(here, '渡口.md'), text);
    await expectChapters(here, 2);
    expect(await codesOf(here, ours)).toBe('typed');
  });
});
