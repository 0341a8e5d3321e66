import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSynopsisWorld, type SynopsisWorld } from '#tests/helpers/synopsis-world.ts';

let world: SynopsisWorld;
beforeAll(async () => {
  world = await openSynopsisWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.connect();
  await world.test.call('purse:update', { perDay: {}, perMonth: {}, perRequest: {}, askAbove: {} });
  world.server.calls.length = 0;
});

const answer = '沈砚把灯吹灭，独自上船。';
const sent = (): string => world.server.calls.map(({ bytes }) => bytes.toString()).join('\n');
const chapter = '# 第一章\n\n沈砚量水。\n\n***\n\n灯灭了。\n\n船夫没有问。\n\n***\n\n天亮了。\n';

const openBook = async (text = chapter) => {
  const book = await world.openBook([text]);
  const { projectId } = book;
  const scenes = async () =>
    (await world.test.call('manuscript:scenes', { projectId })).items[0]?.scenes ?? [];
  const [, second] = await scenes();
  const { start = 0, opening = '' } = second ?? {};
  const at = { documentId: book.idOf(1), start, opening };
  return { ...book, scenes, asked: { projectId, at } };
};

describe('a synopsis of a scene that a model proposes [W1]', () => {
  it('is made from that scene alone, kept nowhere, and the scene’s own once the writer takes it', async () => {
    const book = await openBook();
    world.server.script({ pieces: [answer], usage: { input: 400, output: 40 } });
    const proposed = await world.test.call('synopses:scene:propose', book.asked);
    expect(proposed).toEqual({ text: answer, redacted: 0 });
    expect(sent()).toContain('一场');
    expect(sent()).toContain('船夫没有问');
    for (const other of ['量水', '天亮了']) expect(sent()).not.toContain(other);
    expect((await book.scenes()).map(({ facts }) => facts)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await book.list()).items).toEqual([]);
    const { items } = await world.test.call('egress:list', { projectId: book.projectId });
    expect(items.map(({ purpose }) => purpose)).toEqual(['synopsis']);
    const taken = { projectId: book.projectId, at: book.asked.at, synopsis: proposed.text };
    await world.test.call('manuscript:scenes:update', taken);
    expect((await book.scenes())[1]?.facts?.synopsis).toBe(answer);
  });

  it('follows its scene down the chapter, and is not asked for where it is no more', async () => {
    const book = await openBook();
    world.server.script({ pieces: [answer] });
    await book.write(1, (text) => text.replace('沈砚量水。', '沈砚量水。\n\n母亲不语。'));
    await world.test.call('synopses:scene:propose', book.asked);
    expect(sent()).toContain('船夫没有问');
    expect(sent()).not.toContain('母亲');
    await book.write(1, (text) => text.replace('灯灭了。', '灯又亮了。'));
    expect(await world.test.fail('synopses:scene:propose', book.asked)).toBe('SCENE_NOT_FOUND');
    expect(world.server.calls).toHaveLength(1);
  });

  it('asks first where the writer wants to be asked, and goes with their word [E2]', async () => {
    const book = await openBook();
    await world.test.call('purse:update', { askAbove: { tokens: 10 } });
    world.server.script({ pieces: [answer] });
    expect(await world.test.fail('synopses:scene:propose', book.asked)).toBe('PURSE_ASKS');
    expect(world.server.calls).toEqual([]);
    await world.test.call('synopses:scene:propose', { ...book.asked, isAgreed: true });
    expect(world.server.calls).toHaveLength(1);
  });

  it('tells nothing that a fence closes: of a closed chapter nothing, of a fenced entry none of its paragraphs [N3]', async () => {
    const book = await openBook();
    await world.test.call('knowledge:entities:create', {
      ...{ projectId: book.projectId, kind: 'character', name: '船夫', summary: '' },
      fence: { neverSend: true },
    });
    world.server.script({ pieces: ['灯灭了。'] });
    const { redacted } = await world.test.call('synopses:scene:propose', book.asked);
    expect(redacted).toBe(1);
    expect(sent()).not.toContain('船夫');
    const fence = { neverSend: true as const };
    await world.test.call('documents:update', { ...book.chapter(1), fence });
    expect(await world.test.fail('synopses:scene:propose', book.asked)).toBe('SYNOPSIS_KEPT_BACK');
    expect(world.server.calls).toHaveLength(1);
  });
});
