import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Output } from '#shared/contract/index.ts';
import { createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let projectId: string;
let documents: Output<'projects:open'>['documents'];

const one = '# 第一章\n\n郑九敲锣。郑九斤卖豆腐。\n他走了。\n';
/** 郑九回来了。 in GBK, with CRLF. */
const gbk = Buffer.from(
  'd6a3bec5bbd8c0b4c1cba1a3cec2c3c7d7dfc1cbbaddbec3a1a3bbd8c0b4b5c4cab1bac2ccecc9abd2d1cdeda1a30d0a',
  'hex',
);
const marked = Buffer.from('\ufeff# 三\r\n\r\n是郑九。\r\n不是郑九。\n');

const fileOf = (name: string) => join(test.folder, 'book', name);
const idOf = (name: string) => documents.find(({ path }) => path === name)?.documentId ?? '';
const textOf = async (name: string) =>
  (await test.call('documents:read', { projectId, documentId: idOf(name) })).text;
const search = (query: string, more = {}) =>
  test.call('manuscript:search', { projectId, query, ...more });
const placesOf = (items: Output<'manuscript:search'>['items']) =>
  items.map(({ documentId, start, end, match }) => ({ documentId, start, end, expected: match }));

beforeEach(async () => {
  test = await createTestApp();
  mkdirSync(join(test.folder, 'book'));
  writeFileSync(fileOf('01.md'), one);
  writeFileSync(fileOf('02.md'), gbk);
  writeFileSync(fileOf('03.md'), marked);
  ({ projectId, documents } = await test.call('projects:open', {
    path: join(test.folder, 'book'),
    language: 'zh-CN',
  }));
});
afterEach(() => test.close());

describe('the whole book as one text [W2]', () => {
  it('finds every place by chapter, sets longer names apart and counts what it does not list', async () => {
    await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: '郑九斤',
      summary: '',
    });
    const found = await search('郑九');
    expect(found.items.map(({ before, match, after }) => `${before}[${match}]${after}`)).toEqual([
      '[郑九]敲锣。郑九斤卖豆腐。',
      '郑九敲锣。[郑九]斤卖豆腐。',
      expect.stringContaining('[郑九]回来了'),
      '是[郑九]。',
      '不是[郑九]。',
    ]);
    expect(found.items.map(({ inside }) => inside?.name ?? null)).toEqual([
      null,
      '郑九斤',
      null,
      null,
      null,
    ]);
    expect(found.leftAlone).toEqual([]);
    expect(await search('郑九', { limit: 1 })).toMatchObject({ total: 5, items: [{ start: 7 }] });
  });

  it('replaces only what is ticked, with a snapshot of each chapter, and one undo restores the bytes', async () => {
    const before = ['01.md', '02.md', '03.md'].map((name) => readFileSync(fileOf(name)));
    const { items } = await search('郑九');
    const ticked = placesOf(items.filter((_item, index) => index !== 1));
    const done = await test.call('manuscript:replace', {
      projectId,
      replacement: '郑𠮷',
      places: ticked,
    });
    expect(done.replaced).toBe(4);
    expect(await textOf('01.md')).toBe(one.replace('郑九敲', '郑𠮷敲'));
    expect(await textOf('03.md')).toBe('# 三\n\n是郑𠮷。\n不是郑𠮷。\n');
    for (const name of ['01.md', '02.md', '03.md']) {
      const history = await test.call('documents:snapshots:list', {
        projectId,
        documentId: idOf(name),
      });
      expect(history.items.find(({ reason }) => reason === 'beforeReplace')?.cause).toMatchObject({
        kind: 'replace',
        from: '郑九',
        to: '郑𠮷',
      });
    }
    await test.restart();
    await test.call('projects:open', { path: join(test.folder, 'book') });
    const undone = await test.call('manuscript:undo', { projectId, undoId: done.undoId });
    expect(undone.documents.map(({ path }) => path)).toEqual(['01.md', '02.md', '03.md']);
    expect(undone.changed).toEqual([]);
    expect(['01.md', '02.md', '03.md'].map((name) => readFileSync(fileOf(name)))).toEqual(before);
    expect(await test.call('manuscript:undo', { projectId, undoId: done.undoId })).toMatchObject({
      changed: [],
    });
  });

  it('goes together with what another window types meanwhile in another paragraph, and beside what it types in the same', async () => {
    const documentId = idOf('01.md');
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const save = (typed: string, into: string) =>
      test.call('documents:save', {
        ...{ projectId, documentId, expectedVersion: version, draftId: 'a window' },
        text: text.replace(into, `${into}${typed}`),
      });
    const replace = async () =>
      test.call('manuscript:replace', {
        ...{ projectId, replacement: '郑石' },
        places: placesOf((await search('郑九')).items).filter(
          (one) => one.documentId === documentId,
        ),
      });
    const { undoId } = await replace();
    const saved = await save('\n\n天亮了。', '他走了。');
    const both = '# 第一章\n\n郑石敲锣。郑石斤卖豆腐。\n他走了。\n\n天亮了。\n';
    expect(saved).toMatchObject({ merged: true, text: both });
    expect(readFileSync(fileOf('01.md'), 'utf8')).toBe(both);
    await test.call('manuscript:undo', { projectId, undoId });
    expect(readFileSync(fileOf('01.md'), 'utf8')).toBe(both.replaceAll('郑石', '郑九'));
    await replace();
    await expect(save('锣破了。', '敲锣。')).rejects.toThrow(/changed elsewhere/);
    expect(await test.call('documents:conflict:read', { projectId, documentId })).toMatchObject({
      mine: one.replace('敲锣。', '敲锣。锣破了。'),
      theirs: both,
    });
  });

  it('is not told to a model as writing of this sitting, nor is its undo or an import; what was typed is', async () => {
    const documentId = idOf('01.md');
    const worked = async () => {
      const { prompt } = await test.call('context:assemble', {
        ...{ projectId, documentId, cursorPosition: 0, skillId: 'continue' },
      });
      return prompt.match(/这一次写过：\S+/g) ?? [];
    };
    const places = placesOf((await search('郑九')).items);
    const { undoId } = await test.call('manuscript:replace', {
      ...{ projectId, replacement: '郑石', places },
    });
    await test.call('manuscript:undo', { projectId, undoId });
    const path = join(test.folder, 'old.md');
    writeFileSync(path, '# 旧稿\n\n雪停了。\n');
    await test.call('import:commit', { path, into: { projectId } });
    expect(await worked()).toEqual([]);
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const typed = { text: `${text}天亮了。\n`, expectedVersion: version };
    await test.call('documents:save', { projectId, documentId, ...typed });
    expect(await worked()).toEqual(['这一次写过：第一章']);
  });

  it('stops with the chapter’s name, and writes nothing, when a place changed meanwhile', async () => {
    const places = placesOf((await search('郑九')).items);
    writeFileSync(fileOf('03.md'), '# 三\n\n从来没有这个人。\n');
    const reply = await test.app.dispatch(
      'manuscript:replace',
      { projectId, replacement: '郑石', places },
      { signal: new AbortController().signal },
    );
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'REPLACE_PLACE_CHANGED', details: { documentId: idOf('03.md'), title: '三' } },
    });
    expect(readFileSync(fileOf('01.md'), 'utf8')).toBe(one);
  });

  it('tells what was replaced when it stops half way, and that much can be undone', async () => {
    const places = placesOf((await search('郑九')).items);
    // What no file can hold is found out when the chapter is written: the first is by then.
    const last = places.at(-1);
    if (last) Object.assign(last, { replacement: '\0' });
    const reply = await test.app.dispatch(
      'manuscript:replace',
      { projectId, replacement: '郑石', places },
      { signal: new AbortController().signal },
    );
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'REPLACE_STOPPED', details: { replaced: 3, cause: 'INVALID_INPUT' } },
    });
    expect(await textOf('01.md')).toContain('郑石敲锣');
    const undoId = z.string().parse(reply.ok ? null : reply.error.details?.undoId);
    await test.call('manuscript:undo', { projectId, undoId });
    expect(readFileSync(fileOf('01.md'), 'utf8')).toBe(one);
    expect(readFileSync(fileOf('02.md'))).toEqual(gbk);
  });

  it('lists chapters that can only be read, with the reason, and leaves them alone', async () => {
    writeFileSync(
      fileOf('04.md'),
      iconv.encode('Москва слезам не верит. Он сказал это тихо, и никто не ответил.\n', 'koi8-r'),
    );
    ({ documents } = await test.call('projects:open', { path: join(test.folder, 'book') }));
    const documentId = idOf('04.md');
    expect((await search('郑九')).leftAlone).toEqual([{ documentId, reason: 'encoding' }]);
    const text = await textOf('04.md');
    const places = [{ documentId, start: 0, end: 1, expected: text.slice(0, 1) }];
    expect(await test.fail('manuscript:replace', { projectId, replacement: 'x', places })).toBe(
      'REPLACE_CHAPTER_CLOSED',
    );
  });

  it('leaves alone a chapter in conflict, and names it when it is asked for', async () => {
    const conflicted = idOf('01.md');
    const { text, version } = await test.call('documents:read', {
      projectId,
      documentId: conflicted,
    });
    writeFileSync(fileOf('01.md'), text.replace('他走了', '她走了'));
    const mine = { projectId, documentId: conflicted, text: text.replace('他走了', '我走了') };
    expect(await test.fail('documents:save', { ...mine, expectedVersion: version })).toBe(
      'DOCUMENT_CONFLICT',
    );
    const found = await search('郑九');
    expect(found.leftAlone).toEqual([{ documentId: conflicted, reason: 'conflict' }]);
    const before = readFileSync(fileOf('02.md'));
    expect(found.items.some(({ documentId }) => documentId === conflicted)).toBe(true);
    await expect(
      test.call('manuscript:replace', {
        projectId,
        replacement: '郑石',
        places: placesOf(found.items),
      }),
    ).rejects.toThrow(/"REPLACE_CHAPTER_CLOSED".*"title":"第一章","reason":"conflict"/);
    expect(readFileSync(fileOf('02.md'))).toEqual(before);
  });

  it('tells how far it is; ended by the writer it is taken back to the byte, an undo goes on where it was', async () => {
    const bytes = () => ['01.md', '02.md', '03.md'].map((name) => readFileSync(fileOf(name)));
    const before = bytes();
    const places = placesOf((await search('郑九')).items);
    const input = { projectId, replacement: '郑石', places };
    const told: string[] = [];
    let endsAfter = 1;
    test.app.events.on((name, payload) => {
      if (name !== 'jobs:changed' || payload.job?.state === 'done' || !payload.job?.step) return;
      const { state, step, done, total } = payload.job;
      if (state === 'cancelled' || (state === 'cancelling' && step === 'replacing')) return;
      told.push(`${step} ${done}/${total}`);
      if (done === endsAfter) void test.call('manuscript:cancel', { projectId });
    });
    expect(await test.fail('manuscript:replace', input)).toBe('CANCELLED');
    expect(told).toEqual(['replacing 1/3', 'takingBack 1/1']);
    expect(bytes()).toEqual(before);

    endsAfter = 9;
    const { undoId } = await test.call('manuscript:replace', input);
    endsAfter = 2;
    expect(await test.fail('manuscript:undo', { projectId, undoId })).toBe('CANCELLED');
    expect(bytes()).not.toEqual(before);
    endsAfter = 9;
    expect((await test.call('manuscript:undo', { projectId, undoId })).changed).toEqual([]);
    expect(bytes()).toEqual(before);
    expect(await test.call('manuscript:cancel', { projectId })).toEqual({});
  });

  it('renames over the end of a line only when asked to, and leaves the line its end', async () => {
    const made = { projectId, kind: 'character', name: '韩九章', summary: '' } as const;
    const { entityId } = await test.call('knowledge:entities:create', made);
    const { documentId } = await test.call('documents:create', {
      ...{ projectId, title: '断行', text: '# 断行\n\n锣是韩九\n章敲的，韩九章走了。\n' },
    });
    const renaming = { projectId, entityId, name: '司马青' };
    const { items } = await test.call('manuscript:rename:preview', renaming);
    expect(items.map(({ match, to, doubt }) => [match, to, doubt])).toEqual([
      ['韩九\n章', '司马\n青', 'otherSpelling'],
      ['韩九章', '司马青', null],
    ]);
    const places = items.map(({ start, end, match, to }) => ({
      ...{ documentId, start, end, expected: match, replacement: to },
    }));
    const { undoId } = await test.call('manuscript:replace', {
      ...{ projectId, replacement: '', places },
    });
    const read = async () => (await test.call('documents:read', { projectId, documentId })).text;
    expect(await read()).toBe('# 断行\n\n锣是司马\n青敲的，司马青走了。\n');
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await read()).toBe('# 断行\n\n锣是韩九\n章敲的，韩九章走了。\n');
  });

  it('renames in text, codex, relations and constraints in one step that one undo takes back', async () => {
    const create = (name: string, summary: string, aliases: string[] = []) =>
      test.call('knowledge:entities:create', {
        projectId,
        kind: 'character',
        name,
        summary,
        aliases,
      });
    const hero = await create('郑九', '郑九住在渡口。', ['九叔']);
    const other = await create('郑九斤', '不认识郑九。');
    await test.call('knowledge:relations:create', {
      projectId,
      subjectId: hero.entityId,
      predicate: '怕郑九斤',
      objectId: other.entityId,
    });
    await test.call('constraints:create', { projectId, type: 'character', text: '郑九不会说谎' });
    const preview = await test.call('manuscript:rename:preview', {
      projectId,
      entityId: hero.entityId,
      name: '郑石',
    });
    expect(preview.forms).toMatchObject([
      { from: '郑九', to: '郑石', count: 5, sure: 4 },
      { from: '九叔', to: '石叔', count: 0 },
    ]);
    expect(preview.items.filter(({ doubt }) => doubt !== null)).toMatchObject([
      { doubt: 'longerName', inside: { name: '郑九斤' } },
    ]);
    expect(
      preview.records.map(({ parts }) => parts.map(({ text, to }) => to ?? text).join('')),
    ).toEqual(['郑石 · 石叔 · 郑石住在渡口。', '不认识郑石。', '郑石不会说谎']);
    const places = preview.items
      .filter(({ doubt }) => doubt === null)
      .map(({ documentId, start, end, match, to }) => ({
        documentId,
        start,
        end,
        expected: match,
        replacement: to,
      }));
    const records = preview.records.map(({ change }) => change);
    const { undoId } = await test.call('manuscript:replace', {
      projectId,
      replacement: '',
      places,
      records,
    });
    expect(await textOf('01.md')).toContain('郑石敲锣。郑九斤卖豆腐');
    const names = async () =>
      (await test.call('knowledge:entities:list', { projectId })).items.map(
        ({ name, aliases, summary }) => ({ name, aliases, summary }),
      );
    expect(await names()).toEqual([
      { name: '郑石', aliases: ['石叔'], summary: '郑石住在渡口。' },
      { name: '郑九斤', aliases: [], summary: '不认识郑石。' },
    ]);
    await test.call('manuscript:undo', { projectId, undoId });
    expect((await names())[0]).toEqual({
      name: '郑九',
      aliases: ['九叔'],
      summary: '郑九住在渡口。',
    });
    expect((await test.call('constraints:list', { projectId })).items[0]?.text).toBe(
      '郑九不会说谎',
    );
    expect(readFileSync(fileOf('02.md'))).toEqual(gbk);
  });
});

it('a chapter a proposal waits in is left alone until that is decided, and named when it is asked for [W2]', async () => {
  const world = await createAiWorld();
  try {
    await world.connect();
    world.server.script({ pieces: ['天亮了。'] });
    doneOf(await world.run());
    const { projectId, documentId } = world;
    const query = (await world.test.call('documents:read', { projectId, documentId })).text.slice(
      2,
      4,
    );
    const look = () => world.test.call('manuscript:search', { projectId, query });
    const { items, leftAlone } = await look();
    expect(leftAlone).toEqual([{ documentId, reason: 'candidate' }]);
    const input = { projectId, replacement: '某某', places: placesOf(items) };
    await expect(world.test.call('manuscript:replace', input)).rejects.toThrow(
      /"REPLACE_CHAPTER_CLOSED".*"title":"第二章 渡口","reason":"candidate"/,
    );
    const [candidate] = (await world.test.call('ai:candidates:list', { projectId })).items;
    await world.test.call('ai:candidates:reject', { candidateId: candidate?.candidateId ?? '' });
    expect((await look()).leftAlone).toEqual([]);
    expect(await world.test.call('manuscript:replace', input)).toMatchObject({
      replaced: items.length,
    });
  } finally {
    await world.close();
  }
});
