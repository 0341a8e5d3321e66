import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { chapters as bookFiles, writeChapters } from '#tests/helpers/expectation-world.ts';
import { createTwoMachines } from '#tests/helpers/two-machines.ts';
import { openThreadWorld, promise, type ThreadWorld } from '#tests/helpers/thread-world.ts';

let world: ThreadWorld;
beforeAll(async () => {
  world = await openThreadWorld();
});
afterAll(() => world.test.close());

describe('threads of a book [N13]', () => {
  it('keep their place through typing, a split in the middle of the mark, a merge and both undone [W1]', async () => {
    const { test, projectId, ids } = world;
    const documentId = ids[1] ?? '';
    const { threadId } = await world.promise('井底的钥匙', [['opened', documentId, promise]]);
    await world.edit(
      documentId,
      (text) => `${text.slice(0, 5)}那天夜里下了雨。\n\n${text.slice(5)}`,
    );
    expect(await world.quotes(threadId)).toEqual([promise]);
    // Within the mark.
    await world.edit(documentId, (text) => text.replace('铜钥匙', '旧铜钥匙'));
    const edited = promise.replace('铜钥匙', '旧铜钥匙');
    expect(await world.quotes(threadId)).toEqual([edited]);

    const whole = await world.read(documentId);
    const at = whole.text.indexOf('发誓谁也不说');
    const split = await test.call('documents:split', {
      ...{ projectId, documentId, at, expectedVersion: whole.version },
    });
    const second = split.documents[2]?.documentId ?? '';
    const [half] = await world.places(threadId);
    expect(half).toMatchObject({ documentId: second, found: { chapter: 3 } });
    expect(edited).toContain(half?.quote);
    const merged = await test.call('documents:merge', {
      ...{ projectId, documentIds: [documentId, second] },
    });
    expect((await world.places(threadId))[0]).toMatchObject({ documentId, found: { chapter: 2 } });
    await test.call('documents:undo', { projectId, undoId: merged.undoId });
    await test.call('documents:undo', { projectId, undoId: split.undoId });
    expect(await world.quotes(threadId)).toEqual([edited]);
    await world.edit(documentId, () =>
      whole.text.replace('旧铜钥匙', '铜钥匙').replace('那天夜里下了雨。\n\n', ''),
    );
    await test.call('threads:delete', { projectId, threadId });
  });

  it('go with the scene they stand in, to another chapter and back, and lead there [W1]', async () => {
    const { test, projectId, ids } = world;
    const [from = '', to = ''] = [ids[1], ids[3]];
    const { text: before } = await world.read(from);
    await world.edit(from, (text) => `${text}\n***\n\n井沿上结了霜，没有人再提那把刀。\n`);
    const marks: Parameters<ThreadWorld['promise']>[1] = [
      ['opened', from, promise],
      ['echoed', from, '井沿上结了霜'],
    ];
    const { threadId } = await world.promise('霜', marks);
    const { version } = await world.read(from);
    const { undoId } = await test.call('documents:moveScene', {
      ...{ projectId, documentId: from, scene: 1, expectedVersion: version, toDocumentId: to },
    });
    const moved = await world.places(threadId);
    expect(moved.map(({ documentId, found }) => [documentId, found?.chapter])).toEqual([
      [from, 2],
      [to, 4],
    ]);
    expect(await world.quotes(threadId)).toEqual([promise, '井沿上结了霜']);
    await test.call('documents:undo', { projectId, undoId });
    expect((await world.places(threadId)).map(({ documentId }) => documentId)).toEqual([
      from,
      from,
    ]);
    expect(await world.quotes(threadId)).toEqual([promise, '井沿上结了霜']);
    await test.call('threads:delete', { projectId, threadId });
    await world.edit(from, () => before);
  });

  it('are due with their chapter where it is merged away, and with it again once that is undone [W1]', async () => {
    const { test, projectId, ids } = world;
    const [, opened = '', before = '', due = ''] = ids;
    const stays = await world.promise('改了主意的', [], { due: { documentId: due } });
    const { threadId } = await world.promise('誓言', [['opened', opened, promise]], {
      due: { documentId: due },
    });
    const merge = () => test.call('documents:merge', { projectId, documentIds: [before, due] });
    const { undoId } = await merge();
    expect(await world.thread(threadId)).toMatchObject({ stage: 'open', dueChapter: 3 });
    await test.call('documents:undo', { projectId, undoId });
    expect(await world.thread(threadId)).toMatchObject({
      ...{ stage: 'open', due: { documentId: due }, dueChapter: 4 },
    });
    // What the writer decided in between stays.
    const again = await merge();
    await test.call('threads:update', {
      ...{ projectId, threadId: stays.threadId, due: { documentId: opened } },
    });
    await test.call('documents:undo', { projectId, undoId: again.undoId });
    expect((await world.thread(stays.threadId)).dueChapter).toBe(2);
    expect((await world.thread(threadId)).dueChapter).toBe(4);
    for (const one of [threadId, stays.threadId]) {
      await test.call('threads:delete', { projectId, threadId: one });
    }
  });

  it('follow their text through a replacement in the whole book and its undo [W2]', async () => {
    const { test, projectId, ids } = world;
    const { threadId } = await world.promise('誓言', [['opened', ids[1] ?? '', promise]]);
    await world.quotes(threadId);
    const found = await test.call('manuscript:search', { projectId, query: '铜钥匙' });
    expect(found.items.length).toBeGreaterThan(0);
    const { undoId } = await world.replaceAll('铜钥匙', '白玉簪');
    expect(await world.quotes(threadId)).toEqual([promise.replaceAll('铜钥匙', '白玉簪')]);
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await world.quotes(threadId)).toEqual([promise]);
    await test.call('threads:delete', { projectId, threadId });
  });

  it('say that a place is lost where its text or its chapter is gone, and find it when it is back', async () => {
    const { test, projectId, ids } = world;
    const documentId = ids[1] ?? '';
    const { threadId } = await world.promise('丢了的', [['opened', documentId, promise]]);
    const before = await world.read(documentId);
    await world.edit(documentId, (text) => text.replace(promise, ''));
    expect(await world.thread(threadId)).toMatchObject({
      ...{ stage: 'open', problems: ['placeLost'], places: [{ quote: promise, found: null }] },
    });
    await world.edit(documentId, () => before.text);
    expect((await world.thread(threadId)).problems).toEqual([]);
    await test.call('documents:delete', { projectId, documentId });
    expect((await world.thread(threadId)).problems).toEqual(['placeLost']);
    await test.call('documents:restore', { projectId, documentId });
    expect((await world.thread(threadId)).problems).toEqual([]);
    await test.call('threads:delete', { projectId, threadId });
  });

  it('stay in the list however much is written within a mark, and tell when a place is lost and found', async () => {
    const { test, projectId, ids } = world;
    const documentId = ids[1] ?? '';
    const { threadId } = await world.promise('长大的', [['opened', documentId, promise]]);
    expect(await world.quotes(threadId)).toEqual([promise]);
    const long = '他们在井边想了很久很久。'.repeat(500);
    await world.edit(documentId, (text) => text.replace('发誓谁', `发${long}誓谁`));
    for (const [quote] of [await world.quotes(threadId), await world.quotes(threadId)]) {
      expect(quote).toContain('三个人在祠堂里跪下，发他们在井边');
    }
    await world.edit(documentId, (text) => text.replace(long, ''));
    expect(await world.quotes(threadId)).toEqual(['三个人在祠堂里跪下，发']);
    const told: string[] = [];
    const end = test.app.events.on((...[name]) => void told.push(name));
    const { text: original } = await world.read(documentId);
    await world.edit(documentId, (text) => text.replace(promise, ''));
    expect(await world.quotes(threadId)).toEqual([null]);
    expect(told.filter((name) => name === 'threads:changed')).toHaveLength(1);
    await world.edit(documentId, () => original);
    expect(await world.quotes(threadId)).toEqual(['三个人在祠堂里跪下，发']);
    expect(told.filter((name) => name === 'threads:changed')).toHaveLength(2);
    end();
    await test.call('threads:delete', { projectId, threadId });
  });

  it('find their places after an edit by another program, while the book is open and while it is closed', async () => {
    const { test, projectId, ids, path } = world;
    const documentId = ids[1] ?? '';
    const { threadId } = await world.promise('外面改的', [['opened', documentId, promise]]);
    expect(await world.quotes(threadId)).toEqual([promise]);
    const file = join(path, '02 祠堂.md');
    const original = readFileSync(file, 'utf8');
    writeFileSync(file, original.replace('# 祠堂', '# 祠堂\n\n另一个程序写的。'));
    await test.call('documents:read', { projectId, documentId });
    expect(await world.quotes(threadId)).toEqual([promise]);
    await test.call('projects:close', { projectId });
    writeFileSync(file, original.replace('三个人', '四个人'));
    await test.call('projects:open', { path });
    expect(await world.quotes(threadId)).toEqual([promise.replace('三个人', '四个人')]);
    writeFileSync(file, original);
    await test.call('documents:read', { projectId, documentId });
    await test.call('threads:delete', { projectId, threadId });
  });

  it('hold a place once that two windows mark at once, and refuse one whose text is another by now', async () => {
    const { test, projectId, ids } = world;
    const documentId = ids[3] ?? '';
    const { threadId } = await world.promise('两扇窗', [['opened', ids[1] ?? '', promise]]);
    const place = await world.placeOf('echoed', documentId, '郑九问林远');
    const [one, other] = await Promise.all([
      test.call('threads:mark', { projectId, threadId, ...place }),
      test.call('threads:mark', { projectId, threadId, ...place }),
    ]);
    expect(other.placeId).toBe(one.placeId);
    // To take it back is the step of one of them.
    expect([one.isNew, other.isNew].toSorted()).toEqual([false, true]);
    expect(await world.thread(threadId)).toMatchObject({ stage: 'echoed' });
    await expect(
      test.call('threads:mark', { projectId, threadId, ...place, quote: '别的字' }),
    ).rejects.toThrow('THREAD_INVALID');
    const { placeId } = one;
    await test.call('threads:unmark', { projectId, threadId, placeId });
    expect((await world.thread(threadId)).state).toBe('open');
    await expect(test.call('threads:unmark', { projectId, threadId, placeId })).rejects.toThrow(
      'THREAD_NOT_FOUND',
    );
    const { version } = await world.thread(threadId);
    await test.call('threads:update', {
      projectId,
      threadId,
      title: '一',
      expectedVersion: version,
    });
    await expect(
      test.call('threads:update', { projectId, threadId, title: '二', expectedVersion: version }),
    ).rejects.toThrow('THREAD_CONFLICT');
    await test.call('threads:delete', { projectId, threadId });
    await test.call('threads:restore', { projectId, threadId });
    expect((await world.thread(threadId)).title).toBe('一');
    await test.call('threads:delete', { projectId, threadId });
  });

  it('hold a place once that is marked again right after an edit before it', async () => {
    const { test, projectId, ids } = world;
    const documentId = ids[3] ?? '';
    const { threadId } = await world.promise('又标一次', [['opened', ids[1] ?? '', promise]]);
    const mark = async () =>
      test.call('threads:mark', {
        ...{ projectId, threadId },
        ...(await world.placeOf('echoed', documentId, '郑九问林远')),
      });
    const first = await mark();
    await world.edit(documentId, (text) => text.replace('# 归来\n', '# 归来\n\n雨。\n'));
    expect(await mark()).toEqual({ ...first, isNew: false });
    expect(await world.places(threadId)).toHaveLength(2);
    await world.edit(documentId, (text) => text.replace('# 归来\n\n雨。\n', '# 归来\n'));
    await test.call('threads:delete', { projectId, threadId });
  });

  it('lie in the book’s folder as files that a person may edit [B1]', async () => {
    const { test, projectId, ids, path } = world;
    const { threadId } = await test.call('threads:create', {
      ...{
        projectId,
        title: '井底有铜钥匙',
        note: '第四章收。',
        due: { documentId: ids[3] ?? '' },
      },
      places: [await world.placeOf('opened', ids[1] ?? '', promise)],
    });
    await test.call('projects:sync', { projectId });
    const folder = join(path, '.fabula', 'threads');
    const file = readdirSync(folder).find((name) => name.startsWith('井底有')) ?? '';
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain('name: 井底有铜钥匙');
    expect(text).toContain(promise);
    writeFileSync(join(folder, file), text.replace('name: 井底有铜钥匙', 'name: 井底'));
    await test.call('projects:sync', { projectId });
    expect(await world.thread(threadId)).toMatchObject({ title: '井底', dueChapter: 4 });
    await test.call('threads:delete', { projectId, threadId });
  });

  it('travel with the folder: two machines mark one thread, and both know every place [B4]', async () => {
    const folder = join(world.test.folder, 'shared');
    writeChapters(folder);
    const machines = [await createTestApp(), await createTestApp()] as const;
    const sit = async <T>(
      { call }: TestApp,
      work: (projectId: string, ids: readonly string[]) => Promise<T>,
    ): Promise<T> => {
      const { projectId, documents } = await call('projects:open', { path: folder });
      const done = await work(
        projectId,
        documents.map(({ documentId }) => documentId),
      );
      await call('projects:close', { projectId });
      return done;
    };
    const [one, other] = machines;
    const { threadId } = await sit(one, (projectId, ids) =>
      one.call('threads:create', {
        ...{ projectId, title: '誓', due: { documentId: ids[3] ?? '' } },
        places: [{ kind: 'opened', documentId: ids[1] ?? '', start: 3, end: 12 }],
      }),
    );
    const mark = (
      { call }: TestApp,
      kind: 'echoed' | 'paid',
      [projectId, documentId = '']: readonly [string, string | undefined],
    ) => call('threads:mark', { projectId, threadId, kind, documentId, start: 3, end: 12 });
    await sit(other, (projectId, ids) => mark(other, 'echoed', [projectId, ids[2]]));
    await sit(one, (projectId, ids) => mark(one, 'paid', [projectId, ids[3]]));
    for (const machine of machines) {
      const { items } = await sit(machine, (projectId) =>
        machine.call('threads:list', { projectId }),
      );
      expect(
        items.map(({ stage, dueChapter, places }) => ({
          ...{ stage, dueChapter },
          places: places.map(({ kind, found }) => [kind, found?.chapter]),
        })),
      ).toEqual([
        {
          ...{ stage: 'paid', dueChapter: 4 },
          places: [
            ['opened', 2],
            ['echoed', 3],
            ['paid', 4],
          ],
        },
      ]);
    }
    for (const machine of machines) await machine.close();
  });

  it('hold a place once that two machines mark before they hear of each other [B4]', async () => {
    const machines = await createTwoMachines();
    const { here, there } = machines;
    const book = await machines.newBook(bookFiles);
    const one = await book.open(here);
    const documentId = one.documents[1]?.documentId ?? '';
    const { threadId } = await here.call('threads:create', {
      ...{ projectId: one.projectId, title: '誓' },
    });
    await here.call('projects:sync', { projectId: one.projectId });
    await book.carry(here, there);
    const other = await book.open(there);
    const sides = [
      [here, one.projectId, there],
      [there, other.projectId, here],
    ] as const;
    const mark = { threadId, kind: 'opened', documentId, start: 8, end: 20 } as const;
    for (const [machine, projectId] of sides) {
      await machine.call('threads:mark', { projectId, ...mark });
      await machine.call('projects:sync', { projectId });
    }
    await book.carry(here, there);
    for (const [machine, projectId, next] of sides.toReversed()) {
      await machine.call('projects:sync', { projectId });
      await book.carry(machine, next);
    }
    for (const [machine, projectId] of sides) {
      const { items } = await machine.call('threads:list', { projectId });
      expect(items.map(({ places }) => places.length)).toEqual([1]);
    }
    await book.end();
    await machines.close();
  });

  it('find a promise that was forgotten for 31 chapters, one late, and a pay-off that nobody opened', async () => {
    const { test } = world;
    const long = await world.openLong(43);
    const { projectId } = long;
    const mark = async (
      name: string,
      chapters: readonly ['opened' | 'echoed' | 'paid', number][],
      due?: number,
    ) =>
      test.call('threads:create', {
        ...{ projectId, title: name, due: due ? { documentId: long.ids[due - 1] ?? '' } : null },
        places: chapters.map(([kind, chapter]) => ({
          ...{ kind, documentId: long.ids[chapter - 1] ?? '', start: 8, end: 20 },
        })),
      });
    await mark('被裁掉的那一页', [
      ['opened', 9],
      ['echoed', 12],
    ]);
    await mark(
      '第二封电报',
      [
        ['opened', 4],
        ['echoed', 38],
      ],
      42,
    );
    await mark('没有人埋过', [['paid', 20]]);
    await mark('好好的', [['opened', 40]]);
    const listed = await test.call('threads:list', { projectId });
    expect(listed).toMatchObject({ now: 43, chapters: 43 });
    expect(
      listed.items.map(({ title, stage, problems, silentFor, lateBy }) => ({
        ...{ title, stage, problems, silentFor, lateBy },
      })),
    ).toEqual([
      { title: '被裁掉的那一页', stage: 'forgotten', problems: [], silentFor: 31, lateBy: 0 },
      { title: '第二封电报', stage: 'overdue', problems: [], silentFor: 5, lateBy: 1 },
      { title: '没有人埋过', stage: 'paid', problems: ['paidUnopened'], silentFor: 0, lateBy: 0 },
      { title: '好好的', stage: 'open', problems: [], silentFor: 3, lateBy: 0 },
    ]);
    const patient = await test.call('threads:list', { projectId, silentAfter: 32 });
    expect(patient.items[0]).toMatchObject({ stage: 'echoed', problems: ['quiet'] });
  });
});
