import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Contradiction } from '#shared/domain/contradiction.ts';
import { openSynopsisWorld, type SynopsisWorld } from '#tests/helpers/synopsis-world.ts';

let world: SynopsisWorld;
beforeAll(async () => {
  world = await openSynopsisWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.server.calls.length = 0;
});

const chapters = [
  '# 第一章\n\n天黑了。裴照生着一双碧绿的眼睛，行伍里人人都认得。\n',
  '# 第二章\n\n灯下看去，裴照的眼睛是褐色的。林晚推开门。\n\n夜里起了风。\n',
  '# 第三章\n\n林晚的右腿瘸了，走得很慢。\n',
];

const openBook = async (
  language: 'zh-CN' | 'en' = 'zh-CN',
  texts: readonly string[] = chapters,
) => {
  const book = await world.openBook(texts, language);
  const { projectId } = book;
  const { call } = world.test;
  const person = (name: string, summary = '') =>
    call('knowledge:entities:create', { projectId, kind: 'character', name, summary });
  return {
    ...book,
    person,
    check: (documentIds?: string[]) => call('contradictions:check', { projectId, documentIds }),
    items: async (): Promise<Contradiction[]> =>
      (await call('contradictions:list', { projectId })).items,
    textOf: async (number: number) =>
      (await call('documents:read', { projectId, documentId: book.idOf(number) })).text,
  };
};

describe('contradictions that rules find [N15]', () => {
  it('finds what was planted, with two quotes at their offsets, and sends nothing', async () => {
    const book = await openBook();
    await book.person('裴照');
    const summary = '裴照的手下，左腿瘸了。';
    const { entityId } = await book.person('林晚', summary);
    // A closed chapter is read like any other: it stays on this machine.
    await world.test.call('documents:update', { ...book.chapter(2), fence: { neverSend: true } });
    expect(await book.check()).toEqual({ found: 2, chapters: 3, unreadable: [] });
    const items = await book.items();
    expect(items.map(({ kind, by, name, state }) => [kind, by, name, state])).toEqual([
      ['eyes', 'rule', '裴照', 'open'],
      ['side', 'rule', '林晚', 'open'],
    ]);
    for (const { places } of items) {
      for (const { source, id, start, end, quote } of places) {
        const number = [1, 2, 3].find((one) => book.idOf(one) === id) ?? 0;
        const text = source === 'entry' ? summary : await book.textOf(number);
        expect(text.slice(start, end)).toBe(quote);
      }
    }
    expect(items[1]?.places.map(({ source, id }) => [source, id])).toEqual([
      ['entry', entityId],
      ['chapter', book.idOf(3)],
    ]);
    expect(world.server.calls).toEqual([]);
  });

  it('holds fields and relations of the codex against the text, each in the chapters it is true in [W6 F11]', async () => {
    const book = await openBook('zh-CN', [
      '# 第一章\n\n林晚的眼睛是褐色的。\n',
      '# 第二章\n\n灯下看去，林晚的眼睛是褐色的。\n\n裴照是林晚的父亲。\n',
    ]);
    const { projectId } = book;
    const one = await book.person('裴照');
    const other = await book.person('林晚', '说话很快。');
    await world.test.call('knowledge:entities:update', {
      ...{ projectId, entityId: other.entityId, expectedVersion: other.version },
      details: [
        { detailId: 'a', label: '眼睛', text: '蓝色', fromChapter: null },
        { detailId: 'b', label: '眼睛', text: '褐色', fromChapter: 2 },
      ],
    });
    await world.test.call('knowledge:relations:create', {
      ...{ projectId, subjectId: one.entityId, predicate: '是舅舅', objectId: other.entityId },
    });
    expect((await book.check()).found).toBe(2);
    const items = await book.items();
    expect(items.map(({ kind, places }) => [kind, ...places.map(({ quote }) => quote)])).toEqual([
      ['eyes', '眼睛：蓝色', '林晚的眼睛是褐色的'],
      ['kin', '裴照 — 是舅舅 — 林晚', '裴照是林晚的父亲'],
    ]);
    expect(items.map(({ places: [{ source, name }] }) => [source, name])).toEqual([
      ['entry', '林晚'],
      ['entry', '裴照'],
    ]);
    // Mended in the codex, it is settled, and then gone.
    await world.test.call('knowledge:entities:update', {
      ...{ projectId, entityId: other.entityId, expectedVersion: other.version + 1 },
      details: [{ detailId: 'a', label: '眼睛', text: '褐色', fromChapter: null }],
    });
    expect((await book.items()).map(({ kind, state }) => [kind, state])).toEqual([
      ['eyes', 'settled'],
      ['kin', 'open'],
    ]);
    expect((await book.check()).found).toBe(1);
  });

  it('keeps what was dismissed so, brings it back, and says what is settled', async () => {
    const book = await openBook();
    const { projectId } = book;
    await book.person('裴照');
    await book.check();
    const [finding] = await book.items();
    const findingIds = [finding?.findingId ?? ''];
    await world.test.call('contradictions:dismiss', { projectId, findingIds });
    await book.write(1, (text) => text.replace('天黑了。', '天黑了，又下起雨来。'));
    expect((await book.check()).found).toBe(0);
    expect((await book.items()).map(({ state }) => state)).toEqual(['dismissed']);
    await world.test.call('contradictions:restore', { projectId, findingIds });
    expect((await book.items()).map(({ state }) => state)).toEqual(['open']);
    await book.write(2, (text) => text.replace('裴照的眼睛是褐色的。', '他把帽子摘了下来。'));
    expect((await book.items()).map(({ state }) => state)).toEqual(['settled']);
    expect((await book.check()).found).toBe(0);
    expect(await book.items()).toEqual([]);
    const gone = { projectId, findingIds };
    expect(await world.test.fail('contradictions:dismiss', gone)).toBe('CONTRADICTION_NOT_FOUND');
  });

  it('is asked about one chapter, leaves the others as they were, and follows a split', async () => {
    const book = await openBook();
    const { projectId } = book;
    await book.person('裴照');
    await book.person('林晚', '左腿瘸了。');
    expect((await book.check([book.idOf(3)])).found).toBe(1);
    expect((await book.items()).map(({ kind }) => kind)).toEqual(['side']);
    await book.check([book.idOf(1)]);
    expect((await book.items()).map(({ kind }) => kind)).toEqual(['eyes', 'side']);
    const { text, version } = await world.test.call('documents:read', book.chapter(2));
    const split = { at: text.indexOf('夜里'), expectedVersion: version };
    await world.test.call('documents:split', { ...book.chapter(2), ...split, title: '夜' });
    const states = (await book.items()).map(({ kind, state }) => [kind, state]);
    expect(states).toEqual([
      ['eyes', 'open'],
      ['side', 'open'],
    ]);
    const nobody = { projectId, documentIds: ['none'] };
    expect(await world.test.fail('contradictions:check', nobody)).toBe('DOCUMENT_NOT_FOUND');
  });

  it('holds a fact only from the chapter on in which it is true [F11]', async () => {
    const book = await openBook('en', [
      '# One\n\nEdmund had two sons, and the elder could barely walk.\n',
      '# Two\n\nEdmund had three sons, as the whole street knew.\n',
    ]);
    const { projectId } = book;
    await world.test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: 'Edmund', summary: 'He has three sons.' },
      validFromChapter: 2,
    });
    await world.test.call('documents:delete', book.chapter(2));
    expect((await book.check()).found).toBe(0);
  });

  it('is called off, and then has changed nothing', async () => {
    const book = await openBook();
    await book.person('裴照');
    const stop = world.test.app.events.on((...[name]) => {
      if (name === 'jobs:changed') void world.test.call('jobs:cancel', { jobId: 'check' });
    });
    const { projectId } = book;
    const refused = await world.test.fail('contradictions:check', { projectId, taskId: 'check' });
    stop();
    expect(refused).toBe('CANCELLED');
    expect(await book.items()).toEqual([]);
    // Asked twice at once, the later one answers.
    const [earlier, later] = await Promise.allSettled([book.check(), book.check()]);
    expect([earlier.status, later.status]).toContain('fulfilled');
    expect(await book.items()).toHaveLength(1);
  });

  it('goes on without who asked for it, who finds what it found [W9]', async () => {
    const book = await openBook();
    await book.person('裴照');
    const leaving = new AbortController();
    const stop = world.test.app.events.on((...[name]) => {
      if (name === 'jobs:changed') leaving.abort();
    });
    const input = { projectId: book.projectId, taskId: 'left' };
    await world.test.app.dispatch('contradictions:check', input, { signal: leaving.signal });
    stop();
    expect(await book.items()).toHaveLength(1);
  });

  it('says that it broke off where its worker dies, at once, on the way or by an error, and keeps what was known', async () => {
    const book = await openBook();
    await book.person('裴照');
    await book.check();
    const before = await book.items();
    await book.write(1, (text) => text.replace('碧绿', '褐色'));
    const { workers } = world.test.platform;
    const sound = workers.contradictions;
    const port = "import { parentPort } from 'node:worker_threads';";
    const progress =
      "parentPort.postMessage({ kind: 'progress', step: { step: 'reading', done: 1, total: 4 } });";
    const deaths = [
      'process.exit(0);',
      `${port} ${progress} setTimeout(() => process.exit(1), 5);`,
      "throw new Error('林晚的秘密');",
      `${port} ${progress} parentPort.postMessage({ kind: 'broken', report: {} });`,
      'syntax error',
    ];
    try {
      for (const [at, source] of deaths.entries()) {
        const file = join(world.test.folder, `dying-${at}.mjs`);
        writeFileSync(file, source);
        workers.contradictions = pathToFileURL(file);
        const { projectId } = book;
        expect(await world.test.fail('contradictions:check', { projectId })).toBe(
          'CONTRADICTIONS_BROKEN',
        );
      }
      // One that never answers is ended with its book.
      const silent = join(world.test.folder, 'silent.mjs');
      writeFileSync(silent, 'setInterval(() => undefined, 1000);');
      workers.contradictions = pathToFileURL(silent);
      const waiting = world.test.fail('contradictions:check', { projectId: book.projectId });
      await world.test.call('projects:close', { projectId: book.projectId });
      expect(await waiting).toBe('CANCELLED');
    } finally {
      workers.contradictions = sound;
    }
    expect(JSON.stringify(world.test.logs)).not.toContain('秘密');
    await world.test.call('projects:open', { path: book.path });
    expect((await book.items()).map(({ findingId }) => findingId)).toEqual(
      before.map(({ findingId }) => findingId),
    );
    expect((await book.check()).found).toBe(0);
  });
});
