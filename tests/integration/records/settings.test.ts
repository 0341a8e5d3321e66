import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let book: SharedBook;
beforeAll(async () => {
  machines = await createTwoMachines();
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({
    '01.md': '# 1\n\n船靠了岸。\n',
    '02.md': '# 2\n\n没有人下来。\n',
  });
});
afterEach(() => book.end());

const file = '.fabula/book/book.yaml';

const settingsOf = async (test: TestApp) => {
  const { projectId, documents, ...project } = await book.open(test);
  const { name, language, narrativePerson, tense, style, pointOfViewEntityId } = project;
  const goals = await test.call('goals:get', { projectId });
  const { choices } = await test.call('documents:export:choices:get', { projectId });
  const paths = new Map(documents.map(({ documentId, path }) => [documentId, path]));
  const { perDay, perChapter, perBook, restDays, counting } = goals;
  const { words } = await test.call('spelling:words:list', { projectId });
  return {
    ...{ name, language, narrativePerson, tense, style, pointOfViewEntityId, words },
    ...{ perDay, perChapter, perBook, restDays, counting },
    exports: { ...choices, leftOut: choices.leftOut.map((id) => paths.get(id)) },
  };
};

const settle = async (test: TestApp) => {
  const { projectId, documents } = await book.open(test);
  const { entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '林黛玉', summary: '' },
  });
  await test.call('projects:rename', { projectId, name: '船来' });
  await test.call('projects:update', {
    ...{ projectId, language: 'en', narrativePerson: 'first', tense: 'past' },
    ...{ style: '短句，少用形容词。', pointOfViewEntityId: entityId },
  });
  await test.call('goals:update', { projectId, perDay: 800, restDays: [0], counting: 'written' });
  await test.call('spelling:words:add', { projectId, word: 'Nauvoo' });
  await test.call('documents:export:choices:update', {
    ...{ projectId, format: 'epub', author: '舟子', contact: '某街 1 号' },
    ...{ leftOut: [documents[1]?.documentId ?? ''], layouts: { epub: { titlePage: false } } },
  });
  await test.call('projects:sync', { projectId });
  return projectId;
};

it('carries what is settled for the whole book to a second machine, but for the address of the writer [B1]', async () => {
  const { here, there } = machines;
  const projectId = await settle(here);
  await book.carry(here, there);
  const mine = await settingsOf(here);
  expect(mine).toMatchObject({ name: '船来', language: 'en', perDay: 800, words: ['Nauvoo'] });
  expect(await settingsOf(there)).toEqual({ ...mine, exports: { ...mine.exports, contact: '' } });
  // Whoever opens a book for the first time is told nothing of what it always was.
  expect((await there.call('projects:outside:list', { projectId })).total).toBe(0);
});

it('writes no file for a book of which nothing was settled, and one when something is [B6]', async () => {
  const { here } = machines;
  const { projectId } = await book.open(here);
  await here.call('projects:sync', { projectId });
  await expect(readFile(book.at(here, file))).rejects.toThrow(/ENOENT/);
  await here.call('goals:update', { projectId, perDay: 500 });
  await here.call('projects:sync', { projectId });
  expect(await readFile(book.at(here, file), 'utf8')).toContain('perDay: 500');
});

it('joins what both machines settled, keeps who tells the book closed where they differ, and says so [B1 B2 B4]', async () => {
  const { here, there } = machines;
  const projectId = await settle(here);
  const other = await here.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '紫鹃', summary: '' },
  });
  const third = await here.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '雪雁', summary: '' },
  });
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
  await book.open(there);
  await here.call('projects:update', { projectId, pointOfViewEntityId: other.entityId });
  await here.call('goals:update', { projectId, perDay: 900 });
  await there.call('projects:update', { projectId, pointOfViewEntityId: third.entityId });
  await there.call('spelling:words:add', { projectId, word: 'Moby' });
  await here.call('projects:sync', { projectId });
  await there.call('projects:sync', { projectId });
  // The program that synchronises keeps the other's file as a conflict copy.
  const copy = book.at(there, file.replace('.yaml', '.sync-conflict-20260101-120000-ABCDEFG.yaml'));
  await writeFile(copy, await readFile(book.at(here, file)));
  await there.call('projects:sync', { projectId });
  await book.carry(there, here);
  await here.call('projects:sync', { projectId });
  const joined = { perDay: 900, words: ['Moby', 'Nauvoo'], pointOfViewEntityId: null };
  expect(await settingsOf(here)).toMatchObject(joined);
  expect(await settingsOf(there)).toMatchObject(joined);
  const { items } = await there.call('projects:outside:list', { projectId });
  const [change] = items.filter(({ kind }) => kind === 'book');
  expect(change).toMatchObject({ title: '船来', needsChoice: true });
  await there.call('projects:outside:settle', {
    ...{ projectId, changeId: change?.changeId ?? 0, choice: 'take' },
  });
  expect((await settingsOf(there)).pointOfViewEntityId).toBe(other.entityId);
});

it('shows what another machine changed at once, in an open book, and takes it back where it is not wanted [B4]', async () => {
  const { here, there } = machines;
  const projectId = await settle(here);
  await book.carry(here, there);
  await book.open(there);
  await here.call('projects:update', { projectId, style: '长句。' });
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
  await there.call('projects:sync', { projectId });
  expect((await there.call('projects:get', { projectId })).style).toBe('长句。');
  const { items } = await there.call('projects:outside:list', { projectId });
  expect(items).toMatchObject([
    { kind: 'book', change: 'changed', fields: [{ field: 'style', after: '长句。' }] },
  ]);
  await there.call('projects:outside:settle', {
    ...{ projectId, changeId: items[0]?.changeId ?? 0, choice: 'keep' },
  });
  expect((await there.call('projects:get', { projectId })).style).toBe('短句，少用形容词。');
});

it('opens a book whose settings nobody can read, and writes nothing over them [B7]', async () => {
  const { here, there } = machines;
  await settle(here);
  await book.carry(here, there);
  const damaged = 'fabula: book\nid: book\nperDay: {a: [';
  await writeFile(book.at(there, file), damaged);
  const { projectId, problems } = await book.open(there);
  expect(problems).toMatchObject([{ path: file, problem: 'recordUnreadable' }]);
  await there.call('goals:update', { projectId, perDay: 10 });
  await there.call('projects:sync', { projectId });
  expect(await readFile(book.at(there, file), 'utf8')).toBe(damaged);
});

it('opens a book whose exports leave out what is no chapter at all [B1] [S3-36]', async () => {
  const { here } = machines;
  const { projectId, documents } = await book.open(here);
  const chapter = documents[0]?.documentId ?? '';
  const leftOut = [chapter, '..', '../../x', '__proto__', '章'.repeat(150)];
  await here.call('documents:export:choices:update', { projectId, leftOut });
  await here.call('projects:sync', { projectId });
  await here.call('projects:close', { projectId });
  await book.open(here);
  const { choices } = await here.call('documents:export:choices:get', { projectId });
  expect(choices.leftOut).toContain(chapter);
});

const dismissedOf = async (test: TestApp): Promise<string[]> => {
  const { projectId } = await book.open(test);
  return (await test.call('knowledge:newNames:list', { projectId })).dismissed;
};

it('carries names that were dismissed, joins those of two machines, and says nothing where there are none [B1 W6]', async () => {
  const { here, there } = machines;
  const projectId = await settle(here);
  // As every earlier version wrote it: opened by this one it stays the same to the byte.
  const without = await readFile(book.at(here, file), 'utf8');
  expect(without).not.toContain('dismissedNames');
  await book.carry(here, there);
  await book.open(there);
  await there.call('projects:sync', { projectId });
  expect(await readFile(book.at(there, file), 'utf8')).toBe(without);

  await here.call('knowledge:newNames:dismiss', { projectId, name: '刘姥姥' });
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
  await there.call('projects:sync', { projectId });
  expect(await dismissedOf(there)).toEqual(['刘姥姥']);

  // Both at once: one takes it back and dismisses another, so does the other.
  await here.call('knowledge:newNames:restore', { projectId, name: '刘姥姥' });
  await here.call('knowledge:newNames:dismiss', { projectId, name: '茗烟' });
  await there.call('knowledge:newNames:dismiss', { projectId, name: '焦大' });
  await here.call('projects:sync', { projectId });
  await there.call('projects:sync', { projectId });
  const copy = book.at(there, file.replace('.yaml', '.sync-conflict-20260101-120000-ABCDEFG.yaml'));
  await writeFile(copy, await readFile(book.at(here, file)));
  await there.call('projects:sync', { projectId });
  await book.carry(there, here);
  await here.call('projects:sync', { projectId });
  expect(await dismissedOf(there)).toEqual(['焦大', '茗烟']);
  expect(await dismissedOf(here)).toEqual(['焦大', '茗烟']);

  // The last one gone, the file says what it said before there was any.
  for (const name of ['焦大', '茗烟']) {
    await here.call('knowledge:newNames:restore', { projectId, name });
  }
  await here.call('projects:sync', { projectId });
  expect(await readFile(book.at(here, file), 'utf8')).not.toContain('dismissedNames');
});

const watchedOf = async (test: TestApp): Promise<string[]> => {
  const { projectId } = await book.open(test);
  return (await test.call('reports:watched:list', { projectId })).words;
};

it('carries the words a book watches for, joins those of two machines, and finds them with those of all books [B1 W7]', async () => {
  const { here, there } = machines;
  const projectId = await settle(here);
  expect(await readFile(book.at(here, file), 'utf8')).not.toContain('watchedWords');
  const change = (test: TestApp, added: string[], removed: string[] = []) =>
    test.call('reports:watched:change', { projectId, added, removed });
  await change(here, ['下来', '上岸']);
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
  expect(await watchedOf(there)).toEqual(['上岸', '下来']);

  // Both at once: each takes one away and adds one.
  await change(here, ['靠了岸'], ['上岸']);
  await change(there, ['没有人']);
  await here.call('projects:sync', { projectId });
  await there.call('projects:sync', { projectId });
  const copy = book.at(there, file.replace('.yaml', '.sync-conflict-20260101-120000-ABCDEFG.yaml'));
  await writeFile(copy, await readFile(book.at(here, file)));
  await there.call('projects:sync', { projectId });
  await book.carry(there, here);
  await here.call('projects:sync', { projectId });
  const joined = ['下来', '没有人', '靠了岸'].toSorted();
  expect((await watchedOf(there)).toSorted()).toEqual(joined);
  expect((await watchedOf(here)).toSorted()).toEqual(joined);

  await here.call('settings:update', { watchedWords: ['船', '下来'] });
  const { sections } = await here.call('reports:make', { projectId });
  const found = sections.find(({ kind }) => kind === 'watched')?.lines.map(({ label }) => label);
  expect(found?.toSorted()).toEqual(['下来', '没有人', '船', '靠了岸'].toSorted());

  await change(here, [], joined);
  await here.call('projects:sync', { projectId });
  expect(await readFile(book.at(here, file), 'utf8')).not.toContain('watchedWords');
});

it('a deleted chapter keeps its place in the order of another machine, should it come back [W1 B4]', async () => {
  const { here, there } = machines;
  for (const number of [3, 4])
    await writeFile(book.at(here, `0${number}.md`), `# ${number}\n\n雾。\n`);
  const { projectId, documents } = await book.open(here);
  const titles = async (test: TestApp) =>
    (await test.call('documents:list', { projectId })).documents.map(({ title }) => title);
  const move = async (test: TestApp, title: string, toIndex: number) => {
    const listed = (await test.call('documents:list', { projectId })).documents;
    const { documentId = '' } = listed.find((one) => one.title === title) ?? {};
    await test.call('documents:move', { projectId, documentId, toIndex });
  };
  await move(here, '4', 0);
  await move(here, '4', 3);
  const second = documents[1]?.documentId ?? '';
  await here.call('documents:delete', { projectId, documentId: second });
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
  await book.open(there);
  await move(there, '4', 0);
  await there.call('projects:sync', { projectId });
  await book.carry(there, here);
  await here.call('projects:sync', { projectId });
  await expect.poll(() => titles(here)).toEqual(['4', '1', '3']);
  await here.call('documents:restore', { projectId, documentId: second });
  expect(await titles(here)).toEqual(['4', '1', '2', '3']);
});
