import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let projectId: string;
let documentId: string;

const text =
  '# 渡口\n\n众人看着他。\n\n阿宁！\n\n没有人答应。\n\n***\n\n阿宁。\n\n***\n\n天亮了。\n';

const open = async (): Promise<void> => {
  const opened = await test.call('projects:open', {
    ...{ path: join(test.folder, 'book'), language: 'zh-CN' },
  });
  ({ projectId } = opened);
  documentId = opened.documents[0]?.documentId ?? '';
};

/** A program in which nobody has looked at the chapter. */
const openAnew = async (): Promise<void> => {
  await test.restart();
  await open();
};

const replaceAll = async (query = '阿宁', replacement = '司马长风'): Promise<string> => {
  const { items } = await test.call('manuscript:search', { projectId, query });
  const places = items.map(({ documentId: at, start, end, match }) => ({
    ...{ documentId: at, start, end, expected: match },
  }));
  const step = { projectId, replacement, places };
  return (await test.call('manuscript:replace', step)).undoId;
};

const note = async () => (await test.call('notes:list', { projectId })).items[0];
const thread = async () => (await test.call('threads:list', { projectId })).items[0];
const synopses = async () => {
  const { items } = await test.call('manuscript:scenes', { projectId, documentId });
  return items[0]?.scenes.map(({ facts }) => facts?.synopsis ?? null);
};

beforeEach(async () => {
  test = await createTestApp();
  mkdirSync(join(test.folder, 'book'));
  writeFileSync(join(test.folder, 'book', '01.md'), text);
  await open();
  const start = text.indexOf('阿宁！');
  const place = { documentId, start, end: start + 3 };
  await test.call('notes:create', { projectId, ...place, kind: 'note', text: '太短' });
  await test.call('threads:create', {
    ...{ projectId, title: '谁在喊', note: '', opened: place },
  });
  const { items } = await test.call('manuscript:scenes', { projectId, documentId });
  const { start: at = 0, opening = '' } = items[0]?.scenes[1] ?? {};
  await test.call('manuscript:scenes:update', {
    ...{ projectId, at: { documentId, start: at, opening }, synopsis: '只有一个名字。' },
  });
});
afterEach(() => test.close());

describe('a marked passage that is hardly more than what is replaced, in a program that never looked at it [W2 W4 W1]', () => {
  it('is found where it stands after the replacement, and again after its undo', async () => {
    await openAnew();
    const undoId = await replaceAll();
    const replaced = text.indexOf('阿宁！');
    expect(await note()).toMatchObject({ start: replaced, end: replaced + 5 });
    expect((await thread())?.places[0]?.found).toMatchObject({
      start: replaced,
      end: replaced + 5,
    });
    expect(await synopses()).toEqual([null, '只有一个名字。', null]);
    await openAnew();
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await note()).toMatchObject({ start: replaced, end: replaced + 3 });
    expect((await thread())?.places[0]?.found).toMatchObject({
      start: replaced,
      end: replaced + 3,
    });
    expect(await synopses()).toEqual([null, '只有一个名字。', null]);
  });
});

describe('a marked passage and what is replaced in it or beside it [W2 W4]', () => {
  const noteOn = async (words: string): Promise<string> => {
    const { text: now } = await test.call('documents:read', { projectId, documentId });
    const start = now.indexOf(words);
    const at = { documentId, start, end: start + words.length };
    const made = await test.call('notes:create', { projectId, ...at, kind: 'note', text: words });
    return made.noteId;
  };
  const quoteOf = async (noteId: string): Promise<string | undefined> => {
    const { items } = await test.call('notes:list', { projectId });
    return items.find((one) => one.noteId === noteId)?.quote;
  };
  const placeOf = async (noteId: string): Promise<number | null | undefined> => {
    const { items } = await test.call('notes:list', { projectId });
    return items.find((one) => one.noteId === noteId)?.start;
  };

  it('is no more than a passage may be, and there, where what is put in makes it longer', async () => {
    const { text: now, version } = await test.call('documents:read', { projectId, documentId });
    const long = `阿宁走着。${'雪落在渡口。'.repeat(700)}`;
    await test.call('documents:save', {
      ...{ projectId, documentId, text: `${now}\n${long}\n`, expectedVersion: version },
    });
    const noteId = await noteOn(long.slice(0, 4000));
    const undoId = await replaceAll();
    expect(await quoteOf(noteId)).toBe(`司马长风${long.slice(2)}`.slice(0, 4000));
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await quoteOf(noteId)).toContain('阿宁走着。');
  });

  it('has no words of before it when words that were taken out there are put back', async () => {
    const noteId = await noteOn('看着他。');
    const undoId = await replaceAll('众人', '');
    expect(await quoteOf(noteId)).toBe('看着他。');
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await quoteOf(noteId)).toBe('看着他。');
  });

  it('is back with its words where the whole of it had been taken out', async () => {
    const noteId = await noteOn('没有人答应。');
    const undoId = await replaceAll('没有人答应。', '');
    expect(await placeOf(noteId)).toBeNull();
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await placeOf(noteId)).toBe(text.indexOf('没有人答应。'));
  });

  it('is on the old name again after an undo that leaves what was written in the chapter since', async () => {
    const noteId = await noteOn('阿宁');
    const undoId = await replaceAll();
    const { text: now, version } = await test.call('documents:read', { projectId, documentId });
    const written = now.replace('天亮了。', '天亮了，雪停了。');
    const save = { projectId, documentId, text: written, expectedVersion: version };
    await test.call('documents:save', save);
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await quoteOf(noteId)).toBe('阿宁');
    expect(await placeOf(noteId)).toBe(text.indexOf('阿宁'));
  });

  it('is on the old name again in the chapter to which its paragraph went', async () => {
    const { text: now, version } = await test.call('documents:read', { projectId, documentId });
    const paragraph = '那天夜里雪落了很久，小满坐在渡口等船，谁也没有来。';
    const longer = `${now}\n${paragraph}\n`;
    const save = { projectId, documentId, text: longer, expectedVersion: version };
    const saved = await test.call('documents:save', save);
    const noteId = await noteOn('小满');
    const undoId = await replaceAll('小满', '司马长风');
    const { version: replaced } = await test.call('documents:read', { projectId, documentId });
    expect(replaced).not.toBe(saved.version);
    await test.call('documents:split', {
      ...{ projectId, documentId, at: longer.indexOf(paragraph), expectedVersion: replaced },
    });
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await quoteOf(noteId)).toBe('小满');
    expect(await placeOf(noteId)).not.toBeNull();
  });
});
