import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let book: SharedBook;
beforeAll(async () => {
  machines = await createTwoMachines();
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({ '01.md': '# 1\n\n船靠了岸。\n\n没有人下来。\n' });
});
afterEach(() => book.end());

const sentence = '船靠了岸。';

/** One record of each kind a writer makes, and the settled book. */
const settle = async (test: TestApp) => {
  const { projectId, documents } = await book.open(test);
  const documentId = documents[0]?.documentId ?? '';
  const { text } = await test.call('documents:read', { projectId, documentId });
  const start = text.indexOf(sentence);
  const span = { documentId, start, end: start + sentence.length };
  const { noteId } = await test.call('notes:create', {
    ...{ projectId, ...span, quote: sentence, text: '谁来了？', kind: 'note' },
  });
  const places = [{ kind: 'opened' as const, ...span }];
  const { threadId } = await test.call('threads:create', {
    ...{ projectId, title: '船', due: null, places },
  });
  const { expectationId } = await test.call('expectations:create', {
    ...{ projectId, at: { documentId }, expect: 'in', item: { text: sentence } },
  });
  const { entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '林黛玉', summary: '咳嗽。' },
  });
  await test.call('goals:update', { projectId, perDay: 500 });
  await test.call('projects:sync', { projectId });
  return { projectId, noteId, threadId, expectationId, entityId };
};

const folders = [
  '.fabula/notes',
  '.fabula/threads',
  '.fabula/expectations',
  'codex',
  '.fabula/book',
];

const filesIn = async (test: TestApp, folder: string): Promise<Record<string, string>> => {
  const names = (await readdir(book.at(test, folder))).filter((name) => /\.(md|yaml)$/.test(name));
  const texts = names.map((name) => readFile(book.at(test, join(folder, name)), 'utf8'));
  return Object.fromEntries((await Promise.all(texts)).map((text, at) => [names[at], text]));
};

const editFiles = async (test: TestApp, folder: string, edit: (text: string) => string) => {
  for (const [name, text] of Object.entries(await filesIn(test, folder))) {
    await writeFile(book.at(test, join(folder, name)), edit(text));
  }
};

/** As a newer version may write it. */
const mood = 'mood:\n  colour: blue\n  depth: 3\n';

describe('records of a version that is not written yet [N13 B1]', () => {
  it('keep the fields this one does not know, through edits of the record here and of others', async () => {
    const { here } = machines;
    const { projectId, ...ids } = await settle(here);
    for (const folder of folders) {
      await editFiles(here, folder, (text) => text.replace(/^version: /m, `${mood}version: `));
    }
    await here.call('projects:sync', { projectId });
    expect((await here.call('projects:outside:list', { projectId })).total).toBe(0);
    const { noteId, threadId, expectationId, entityId } = ids;
    await here.call('notes:update', { projectId, noteId, text: '谁也没来。' });
    await here.call('threads:update', { projectId, threadId, note: '第三章再提。' });
    const [expected] = (await here.call('expectations:list', { projectId })).items;
    await here.call('expectations:update', {
      ...{ projectId, expectationId, note: '要紧', expectedVersion: expected?.version ?? 1 },
    });
    const { version = 1 } =
      (await here.call('knowledge:entities:list', { projectId })).items.find(
        (one) => one.entityId === entityId,
      ) ?? {};
    await here.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: version, summary: '不咳了。' },
    });
    await here.call('goals:update', { projectId, perDay: 800 });
    await here.call('projects:sync', { projectId });
    for (const folder of folders) {
      const texts = Object.values(await filesIn(here, folder));
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toContain(mood);
    }
    expect(Object.values(await filesIn(here, '.fabula/notes')).join()).toContain('谁也没来。');

    // On a machine that never saw them before as well, to the byte.
    await book.carry(here, machines.there);
    await book.open(machines.there);
    await machines.there.call('projects:sync', { projectId });
    for (const folder of folders) {
      expect(await filesIn(machines.there, folder)).toEqual(await filesIn(here, folder));
    }
  });

  it('of kinds this one does not know are named, left to the byte, and travel with the book', async () => {
    const { here, there } = machines;
    const { projectId, threadId } = await settle(here);
    await editFiles(here, '.fabula/notes', (text) =>
      text.replace('place:', 'kind: question\nplace:'),
    );
    await editFiles(here, '.fabula/threads', (text) =>
      text.replace('kind: opened', 'kind: hinted'),
    );
    await mkdir(book.at(here, '.fabula/moods'), { recursive: true });
    await writeFile(book.at(here, '.fabula/moods/blue.yaml'), 'fabula: mood\nid: blue\n');
    const kept = ['.fabula/notes', '.fabula/threads', '.fabula/moods'];
    const before = await Promise.all(kept.map((folder) => filesIn(here, folder)));
    await here.call('projects:sync', { projectId });
    const { problems } = await here.call('projects:get', { projectId });
    const named = problems.map(({ path }) => path);
    for (const folder of ['.fabula/notes', '.fabula/threads']) {
      expect(named.some((path) => path.startsWith(folder))).toBe(true);
    }
    // An edit of the very promise here, and of things beside it.
    await here.call('threads:update', { projectId, threadId, note: '第三章再提。' });
    await here.call('goals:update', { projectId, perDay: 900 });
    await here.call('projects:sync', { projectId });
    expect(await Promise.all(kept.map((folder) => filesIn(here, folder)))).toEqual(before);

    const path = book.at(here, '../book.fabula');
    await here.call('projects:bundle:export', { projectId, path });
    const into = book.at(there, '../taken');
    const made = await there.call('projects:bundle:import', { path, into });
    for (const [at, folder] of kept.entries()) {
      const texts = Object.keys(before[at] ?? {}).map((name) =>
        readFile(join(made.path, folder, name), 'utf8'),
      );
      expect(await Promise.all(texts)).toEqual(Object.values(before[at] ?? {}));
    }
  });
});
