import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThreadWorld, promise, type ThreadWorld } from '#tests/helpers/thread-world.ts';

let world: ThreadWorld;
beforeAll(async () => {
  world = await openThreadWorld();
});
afterAll(() => world.test.close());

describe('a mark that was taken away [N13]', () => {
  it.each([
    ['written above', (text: string) => text.replace('\n\n', '\n\n又下雪了。\n\n')],
    ['its words taken out', (text: string) => text.replace('郑九问林远', '谁也没问')],
  ])('is back as it was, with %s meanwhile', async (_, change) => {
    const { test, projectId, ids } = world;
    const documentId = ids[3] ?? '';
    const words = '郑九问林远';
    const { threadId } = await world.promise('问话', [['echoed', documentId, words]]);
    const placeId = (await world.places(threadId))[0]?.placeId ?? '';
    const mark = { projectId, threadId, placeId };
    const { text: before } = await world.read(documentId);
    await test.call('threads:unmark', mark);
    await world.edit(documentId, change);
    await test.call('threads:marks:restore', mark);
    const [back] = await world.places(threadId);
    expect(back).toMatchObject({ placeId, quote: words });
    expect(back?.found?.start ?? -1).toBe(change(before).indexOf(words));
    await world.edit(documentId, () => before);
    expect((await world.places(threadId))[0]?.found?.start).toBe(before.indexOf(words));
    await test.call('threads:delete', { projectId, threadId });
    expect(await test.fail('threads:marks:restore', mark)).toBe('THREAD_NOT_FOUND');
  });
});

describe('places of threads where chapters are split and merged [N13]', () => {
  it('are whole again once the split that cut their mark is undone, also after a restart, with what was marked meanwhile kept [W1]', async () => {
    const { test, projectId, ids, path } = world;
    const documentId = ids[1] ?? '';
    const { threadId } = await world.promise('誓言', [['opened', documentId, promise]]);
    const { noteId } = await test.call('notes:create', {
      ...{ projectId, kind: 'note', text: '记着' },
      ...(({ start, end }) => ({ documentId, start, end }))(
        await world.placeOf('opened', documentId, promise),
      ),
    });
    const split = async () => {
      const { text, version } = await world.read(documentId);
      return test.call('documents:split', {
        ...{ projectId, documentId, at: text.indexOf('发誓谁也不说') + 2 },
        expectedVersion: version,
      });
    };
    const first = await split();
    expect(await world.quotes(threadId)).not.toEqual([promise]);
    await test.call('projects:close', { projectId });
    await test.call('projects:open', { path });
    await test.call('documents:undo', { projectId, undoId: first.undoId });
    expect(await world.quotes(threadId)).toEqual([promise]);
    const { items } = await test.call('notes:list', { projectId });
    expect(items.find((one) => one.noteId === noteId)).toMatchObject({ quote: promise });

    const second = await split();
    const [half] = await world.places(threadId);
    const words = half?.quote.slice(0, 4) ?? '';
    await test.call('threads:unmark', { projectId, threadId, placeId: half?.placeId ?? '' });
    const shorter = await world.placeOf('opened', half?.documentId ?? '', words);
    await test.call('threads:mark', { projectId, threadId, ...shorter });
    await test.call('documents:undo', { projectId, undoId: second.undoId });
    expect(await world.quotes(threadId)).toEqual([words]);
    await test.call('threads:delete', { projectId, threadId });
    await test.call('notes:delete', { projectId, noteId });
  });

  it('keep their places while they are deleted: chapters are merged, they are restored and found [W1]', async () => {
    const { test, projectId, ids } = world;
    const [, one = '', two = ''] = ids;
    const { threadId } = await world.promise('又想起的', [['echoed', two, '省城的第3天']]);
    await test.call('threads:delete', { projectId, threadId });
    const { undoId } = await test.call('documents:merge', { projectId, documentIds: [one, two] });
    await test.call('threads:restore', { projectId, threadId });
    expect(await world.thread(threadId)).toMatchObject({
      ...{ problems: [], places: [{ documentId: one, found: { chapter: 2 } }] },
    });
    await test.call('threads:delete', { projectId, threadId });
    await test.call('documents:undo', { projectId, undoId });
    await test.call('threads:restore', { projectId, threadId });
    expect((await world.places(threadId))[0]).toMatchObject({ documentId: two });
    await test.call('threads:delete', { projectId, threadId });
  });

  it('are paid off no more while the chapter of their pay-off is deleted, and are explained to requests again', async () => {
    const { test, projectId, ids } = world;
    const [, hall = '', third = '', last = ''] = ids;
    const { threadId } = await world.promise(
      '收过的',
      [
        ['opened', hall, promise],
        ['paid', third, '省城的第9天'],
      ],
      { due: { documentId: last } },
    );
    await test.call('settings:update', { debugMode: true });
    const outcomes = async () => {
      const { layers } = await test.call('context:inspect', {
        ...{ projectId, documentId: last, skillId: 'continue', cursorPosition: 60 },
      });
      return layers.settings.items.map(({ decision, reason }) => [decision, reason]);
    };
    expect(await world.thread(threadId)).toMatchObject({ state: 'paidOff', problems: [] });
    expect(await outcomes()).toEqual([]);
    await test.call('documents:delete', { projectId, documentId: third });
    expect(await world.thread(threadId)).toMatchObject({
      ...{ state: 'open', stage: 'open', paidOff: null, problems: ['placeLost'] },
    });
    // Open, but it speaks of a chapter whose fence nobody knows any more (N3).
    expect(await outcomes()).toEqual([['dropped', 'chapterGone']]);
    await test.call('documents:restore', { projectId, documentId: third });
    expect(await world.thread(threadId)).toMatchObject({ state: 'paidOff', problems: [] });
    expect(await outcomes()).toEqual([]);
    await test.call('threads:delete', { projectId, threadId });
  });
});
