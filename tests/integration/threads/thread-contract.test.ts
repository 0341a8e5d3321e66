import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThreadWorld, promise, type ThreadWorld } from '#tests/helpers/thread-world.ts';

let world: ThreadWorld;
beforeAll(async () => {
  world = await openThreadWorld();
});
afterAll(() => world.test.close());

describe('threads as scripts outside know them [N13]', () => {
  it('are made, listed and paid off by the names that other programs rely on', async () => {
    const { test, projectId, ids } = world;
    const [, second = '', third = ''] = ids;
    const stretch = async (documentId: string, words: string) => {
      const {
        kind: _kind,
        quote: _quote,
        ...place
      } = await world.placeOf(...(['opened', documentId, words] as const));
      return place;
    };
    const opened = await stretch(second, promise);
    const made = await test.call('threads:create', { projectId, title: '誓', opened });
    expect(made).toMatchObject({ title: '誓', state: 'open', opened, paidOff: null });
    const { threadId } = made;
    const { text } = await world.read(third);
    const paidOff = { documentId: third, start: 4, end: Math.min(12, text.length) };
    const paid = { state: 'paidOff', opened, paidOff };
    expect(await test.call('threads:update', { projectId, threadId, paidOff })).toMatchObject(paid);
    // The same again is the same mark.
    await test.call('threads:update', { projectId, threadId, paidOff });
    expect(await world.thread(threadId)).toMatchObject({ ...paid, places: [{}, {}] });
    const whole = await test.call('threads:create', {
      projectId,
      title: '又一个',
      opened,
      paidOff,
    });
    expect(whole).toMatchObject(paid);
    await test.call('threads:delete', { projectId, threadId });
    await test.call('threads:delete', { projectId, threadId: whole.threadId });
  });
});
