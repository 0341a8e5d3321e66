import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/helpers/small-disk.ts';

const names = ['01.md', '02.md', '03.md', '04.md'];
const textOf = (name: string): string =>
  `# ${name}\n\n${`郑九走过${name}的桥，没有回头。\n`.repeat(20)}`;
/** Longer than what it takes the place of: every chapter grows. */
const longer = '郑石头郑石头';
const replacedText = (name: string): string => textOf(name).replaceAll('郑九', longer);

let test: TestApp;
let disk: SmallDisk;
let projectId: string;

const fileOf = (name: string): string => join(disk.path, 'book', name);
const textNow = (name: string): string => readFileSync(fileOf(name), 'utf8');

/** What the call answers when it fails. */
const failureOf = async (channel: 'manuscript:replace' | 'manuscript:undo', input: unknown) => {
  const reply = await test.app.dispatch(channel, input, { signal: new AbortController().signal });
  if (reply.ok) throw new Error(`${channel} was expected to fail`);
  return { code: reply.error.code, details: reply.error.details ?? {} };
};

const seen = async () => {
  const { items } = await test.call('manuscript:search', { projectId, query: '郑九' });
  const places = items.map(({ documentId, start, end, match: expected }) => ({
    ...{ documentId, start, end, expected },
  }));
  return { projectId, replacement: longer, places };
};

/** Does it once, as soon as so many chapters have been replaced in. */
const afterChapters = (wanted: number, work: () => void): void => {
  let isDone = false;
  test.app.events.on((name, payload) => {
    if (name !== 'jobs:changed' || isDone) return;
    if (payload.job?.step !== 'replacing' || payload.job.done !== wanted) return;
    isDone = true;
    work();
  });
};

beforeEach(async () => {
  test = await createTestApp();
  disk = mountSmallDisk(join(test.folder, 'disk'), 4);
  mkdirSync(join(disk.path, 'book'));
  for (const name of names) writeFileSync(fileOf(name), textOf(name));
  ({ projectId } = await test.call('projects:open', {
    path: join(disk.path, 'book'),
    language: 'zh-CN',
  }));
});
afterEach(async () => {
  await test.app.close();
  disk.remove();
  await test.close();
});

describe('a replacement in the whole book that is met half way [W2]', () => {
  it('by another program stops with the name of that chapter, and one undo takes the rest back', async () => {
    const input = await seen();
    const theirs = textOf('03.md').replace('没有回头', '回了头');
    afterChapters(1, () => writeFileSync(fileOf('03.md'), theirs));
    const { code, details } = await failureOf('manuscript:replace', input);
    expect([code, details]).toMatchObject([
      'REPLACE_STOPPED',
      { title: '03.md', replaced: 40, cause: 'DOCUMENT_CONFLICT' },
    ]);
    expect(names.map(textNow)).toEqual([
      replacedText('01.md'),
      replacedText('02.md'),
      theirs,
      textOf('04.md'),
    ]);
    const undoId = z.string().parse(details.undoId);
    const undone = await test.call('manuscript:undo', { projectId, undoId });
    expect(undone).toMatchObject({
      changed: [],
      documents: [{ path: '01.md' }, { path: '02.md' }],
    });
    expect(names.map(textNow)).toEqual([textOf('01.md'), textOf('02.md'), theirs, textOf('04.md')]);
  });

  it('by a full disk stops with the name of the chapter that had no room; the way back waits for room', async () => {
    const input = await seen();
    afterChapters(2, () => disk.fill());
    const { code, details } = await failureOf('manuscript:replace', input);
    expect([code, details]).toMatchObject([
      'REPLACE_STOPPED',
      { title: '03.md', replaced: 40, cause: 'DISK_FULL' },
    ]);
    const half = [...names.slice(0, 2).map(replacedText), ...names.slice(2).map(textOf)];
    expect(names.map(textNow)).toEqual(half);
    const undo = { projectId, undoId: z.string().parse(details.undoId) };
    expect((await failureOf('manuscript:undo', undo)).code).toBe('DISK_FULL');
    expect(names.map(textNow)).toEqual(half);
    disk.free();
    expect(await test.call('manuscript:undo', undo)).toMatchObject({ changed: [] });
    expect(names.map(textNow)).toEqual(names.map(textOf));
    // The same once more is a replacement of its own, which no opening takes back.
    const { undoId } = await test.call('manuscript:replace', input);
    await test.restart();
    await test.call('projects:open', { path: join(disk.path, 'book') });
    expect(names.map(textNow)).toEqual(names.map(replacedText));
    await test.call('manuscript:undo', { projectId, undoId });
    expect(names.map(textNow)).toEqual(names.map(textOf));
  });
});

describe('a replacement in a book that is being closed [W2]', () => {
  /** Closes it as soon as one chapter was replaced in, or taken back. */
  const closeAfterOne = (wanted: 'replacing' | 'takingBack'): (() => Promise<unknown>) => {
    let closing: Promise<unknown> | null = null;
    test.app.events.on((...[name, payload]) => {
      if (name !== 'jobs:changed' || payload.job?.step !== wanted || payload.job.done !== 1) return;
      closing ??= test.call('projects:close', { projectId });
    });
    return async () => closing;
  };
  const reopen = () => test.call('projects:open', { path: join(disk.path, 'book') });
  const isClosed = async () =>
    (await test.fail('documents:list', { projectId })) === 'PROJECT_CLOSED';

  it('comes to its end before that, and so does its undo', async () => {
    const input = await seen();
    const closed = closeAfterOne('replacing');
    const { undoId } = await test.call('manuscript:replace', input);
    await closed();
    expect([names.map(textNow), await isClosed()]).toEqual([names.map(replacedText), true]);
    await reopen();
    expect(await test.call('manuscript:latest', { projectId })).toEqual({ undoId });
    const closedAgain = closeAfterOne('takingBack');
    expect((await test.call('manuscript:undo', { projectId, undoId })).changed).toEqual([]);
    await closedAgain();
    expect([names.map(textNow), await isClosed()]).toEqual([names.map(textOf), true]);
  });

  it('is taken back where it is cancelled meanwhile, and the book is closed then', async () => {
    const input = await seen();
    const closed = closeAfterOne('replacing');
    afterChapters(2, () => void test.call('manuscript:cancel', { projectId }));
    expect((await failureOf('manuscript:replace', input)).code).toBe('CANCELLED');
    await closed();
    expect([names.map(textNow), await isClosed()]).toEqual([names.map(textOf), true]);
  });
});

describe('a replacement while the data folder has no room [W2 W8]', () => {
  /** The book stands elsewhere: only what the program writes down for itself has no room. */
  const onSmallData = async (): Promise<{ own: TestApp; data: SmallDisk; book: string }> => {
    const data = mountSmallDisk(join(test.folder, 'small-data'), 12);
    const paths = { ...test.platform.paths, data: data.path };
    const own = await createTestApp({ platform: { paths } });
    const book = join(own.folder, 'book');
    mkdirSync(book);
    for (const name of names) writeFileSync(join(book, name), textOf(name));
    ({ projectId } = await own.call('projects:open', { path: book, language: 'zh-CN' }));
    return { own, data, book };
  };
  const texts = (book: string) => names.map((name) => readFileSync(join(book, name), 'utf8'));

  it.each([1, 2, 4])(
    'from the chapter after %i on: it stops by name or is done, and the next opening takes nothing back that the writer saw done',
    async (chapters) => {
      const { own, data, book } = await onSmallData();
      try {
        const mine = test;
        test = own;
        const input = await seen();
        afterChapters(chapters, () => data.fill());
        const signal = new AbortController().signal;
        const reply = await own.app.dispatch('manuscript:replace', input, { signal });
        test = mine;
        const done = texts(book);
        if (reply.ok) expect(done).toEqual(names.map(replacedText));
        else {
          expect(reply.error).toMatchObject({
            code: 'REPLACE_STOPPED',
            details: { replaced: chapters * 20, cause: 'DISK_FULL' },
          });
          expect(z.string().parse(reply.error.details?.undoId)).not.toBe('');
        }
        data.free();
        // The next text that is saved shows that there is room.
        const { documents } = await own.call('documents:list', { projectId });
        const { documentId = '' } = documents[3] ?? {};
        const { text, version } = await own.call('documents:read', { projectId, documentId });
        const next = { text: `${text}又走了一里。\n`, expectedVersion: version };
        await own.call('documents:save', { projectId, documentId, ...next });
        await own.restart();
        await own.call('projects:open', { path: book });
        expect(texts(book)).toEqual([...done.slice(0, 3), `${done[3]}又走了一里。\n`]);
      } finally {
        await own.close();
        data.remove();
      }
    },
  );
});
