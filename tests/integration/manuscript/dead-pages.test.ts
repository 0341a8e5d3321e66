import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const first = '# 渡口\n\n雪落在渡口。\n';
const end = first.length - 1;

let books = 0;
let file: string;
let key: { projectId: string; documentId: string };
let version: string;

beforeEach(async () => {
  books += 1;
  const folder = join(test.folder, `dead-page-${books}`);
  await mkdir(folder);
  file = join(folder, '01.md');
  writeFileSync(file, first);
  const { projectId, documents } = await test.call('projects:open', {
    path: folder,
    language: 'zh-CN',
  });
  key = { projectId, documentId: documents[0]?.documentId ?? '' };
  ({ version } = await test.call('documents:read', key));
});

const typed = (insert: string, more: Partial<Input<'documents:draft'>> = {}) =>
  test.call('documents:draft', {
    ...{ ...key, draftId: 'page', step: 1, expectedVersion: version },
    change: { from: end, to: end, insert },
    words: { typed: insert.length, removed: 0, pasted: 0 },
    origins: [[insert.length, 'typed']],
    ...more,
  });
const save = (text: string, more: Partial<Input<'documents:save'>> = {}) =>
  test.call('documents:save', { ...key, text, expectedVersion: version, draftId: 'page', ...more });
const withEnd = (words: string): string => `${first.slice(0, end)}${words}\n`;
/** As a page that is loaded anew asks. */
const read = () => test.call('documents:read', key);
const onDisk = (): string => readFileSync(file, 'utf8');
const wordsToday = async (): Promise<number> => {
  const { items } = await test.call('goals:log', { projectId: key.projectId });
  return items.reduce((sum, { written }) => sum + written, 0);
};
const isInConflict = async (): Promise<boolean> => {
  const { documents } = await test.call('documents:list', { projectId: key.projectId });
  return documents[0]?.hasConflict === true;
};

describe('what a page had typed when it died [W10]', () => {
  it('is the chapter for the next page, with its origins and its words; nothing is written before', async () => {
    expect(await typed('灯亮了。')).toEqual({ kept: true });
    expect(onDisk()).toBe(first);
    const { text, origins } = await read();
    expect(text).toBe(withEnd('灯亮了。'));
    expect(onDisk()).toBe(text);
    expect(origins).toEqual([
      [end, 'unknown'],
      [4, 'typed'],
      [1, 'unknown'],
    ]);
    expect(await wordsToday()).toBe(4);
  });

  it('is written when its book is closed', async () => {
    await typed('灯亮了。');
    await test.call('projects:close', { projectId: key.projectId });
    expect(onDisk()).toBe(withEnd('灯亮了。'));
  });

  it('gives way to the save that came, and what comes late or twice changes nothing', async () => {
    await typed('灯', { step: 1 });
    await save(withEnd('灯亮了。'), { step: 3 });
    expect(await typed('灯亮', { step: 2 })).toEqual({ kept: true });
    await typed('灯', { step: 1 });
    expect((await read()).text).toBe(withEnd('灯亮了。'));
    expect(await isInConflict()).toBe(false);
  });

  it('counts once where the page lives and goes on', async () => {
    await typed('灯亮了。');
    await read();
    await typed('灯亮了。雪停', { step: 2 });
    await read();
    const saved = await save(withEnd('灯亮了。雪停了。'), {
      step: 3,
      words: { typed: 8, removed: 0, pasted: 0 },
    });
    expect(saved.merged).toBe(false);
    expect(onDisk()).toBe(withEnd('灯亮了。雪停了。'));
    expect(await isInConflict()).toBe(false);
    expect(await wordsToday()).toBe(8);
  });

  it('stands beside what another page saved meanwhile, and neither is lost', async () => {
    await save(withEnd('风停了。'), { draftId: 'other', step: 1 });
    await typed('灯亮了。');
    expect((await read()).text).toBe(withEnd('风停了。'));
    const { theirs, texts } = await test.call('documents:conflict:read', key);
    expect(theirs).toBe(withEnd('风停了。'));
    expect(texts.map(({ text }) => text)).toEqual([withEnd('灯亮了。')]);
  });

  it('is put together with what another program wrote in another paragraph', async () => {
    const longer = '# 渡口\n\n雪落在渡口。\n\n船还没有来。\n\n天黑了。\n';
    ({ version } = await save(longer));
    const at = longer.length - 1;
    await typed('灯亮了。', { step: 2, change: { from: at, to: at, insert: '灯亮了。' } });
    writeFileSync(file, longer.replace('雪落', '雨落'));
    await expect
      .poll(async () => (await read()).text)
      .toBe(longer.replace('雪落', '雨落').replace('天黑了。', '天黑了。灯亮了。'));
  });

  it('keeps the fence that came meanwhile, and the text behind it', async () => {
    await typed('灯亮了。');
    await test.call('documents:update', { ...key, fence: { neverSend: true } });
    expect((await read()).text).toBe(withEnd('灯亮了。'));
    const { documents } = await test.call('documents:list', { projectId: key.projectId });
    expect(documents[0]?.fence).toEqual({ neverSend: true });
  });

  it('is refused where its text is not known, so that the page saves', async () => {
    expect(await typed('灯', { expectedVersion: 'nothing' })).toEqual({ kept: false });
    const beyond = { from: 1_000, to: 1_001, insert: '灯' };
    expect(await typed('灯', { step: 2, change: beyond })).toEqual({ kept: false });
    expect((await read()).text).toBe(first);
  });

  it('goes along where another window deletes the chapter, and comes back with it', async () => {
    await typed('灯亮了。');
    await test.call('documents:delete', key);
    await test.call('projects:close', { projectId: key.projectId });
    await test.call('projects:open', { path: dirname(file) });
    await test.call('documents:restore', key);
    expect((await read()).text).toBe(withEnd('灯亮了。'));
  });

  it('is in one of the parts, or beside them, where another window splits the chapter meanwhile', async () => {
    const longer = '# 渡口\n\n雪落在渡口。\n\n船还没有来。\n\n天黑了。\n';
    ({ version } = await save(longer));
    const at = longer.length - 1;
    await typed('灯亮了。', { step: 2, change: { from: at, to: at, insert: '灯亮了。' } });
    const split = { ...key, at: longer.indexOf('船还'), expectedVersion: version };
    const reply = await test.app.dispatch('documents:split', split, {
      signal: new AbortController().signal,
    });
    await read();
    const { documents } = await test.call('documents:list', { projectId: key.projectId });
    const texts: string[] = [];
    for (const { documentId, hasConflict } of documents) {
      const own = { projectId: key.projectId, documentId };
      texts.push((await test.call('documents:read', own)).text);
      if (!hasConflict) continue;
      const beside = await test.call('documents:conflict:read', own);
      texts.push(...beside.texts.map(({ text }) => text));
    }
    expect([reply.ok, documents.length, texts.join('').includes('灯亮了。')]).toEqual([
      true,
      2,
      true,
    ]);
  });

  it('is part of what another window merges, and keeps it from taking a split back', async () => {
    const { documents } = await test.call('documents:split', {
      ...{ ...key, at: first.indexOf('落在'), expectedVersion: version },
    });
    const documentIds = documents.map(({ documentId }) => documentId);
    const second = { projectId: key.projectId, documentId: documentIds[1] ?? '' };
    const part = await test.call('documents:read', second);
    const typedAtEnd = (insert: string, step: number) =>
      test.call('documents:draft', {
        ...{ ...second, draftId: 'page', step, expectedVersion: part.version },
        change: { from: part.text.length - 1, to: part.text.length - 1, insert },
      });
    await typedAtEnd('灯亮了。', 1);
    const { undoId } = await test.call('documents:merge', {
      projectId: key.projectId,
      documentIds,
    });
    expect((await read()).text).toContain('灯亮了。');

    ({ version } = await read());
    await typed('天亮了。', { expectedVersion: version });
    expect(await test.fail('documents:undo', { projectId: key.projectId, undoId })).toBe(
      'STEP_CHANGED',
    );
    expect((await read()).text).toContain('天亮了。');
  });

  it('never empties a chapter', async () => {
    await typed('', { change: { from: 0, to: first.length, insert: '' }, origins: [] });
    expect((await read()).text).toBe(first);
    expect(onDisk()).toBe(first);
  });
});
