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

const answer = '沈砚在渡口看着灯笼熄灭，独自回去，没有告诉别人船已离开。';
const sent = (): string => world.server.calls.map(({ bytes }) => bytes.toString()).join('\n');

describe('a synopsis that a model proposes [E3]', () => {
  it('is made from the chapter alone, in the language of the book, and waits until it is accepted', async () => {
    const book = await world.openBook(2);
    await world.test.call('constraints:create', {
      ...{ projectId: book.projectId, type: 'style', text: '不用“忽然”这个词。' },
    });
    world.server.script({ pieces: [answer] });
    const proposal = await world.test.call('synopses:propose', book.chapter(1));
    expect(proposal).toMatchObject({
      text: answer,
      isStale: false,
      isOvertaken: false,
      redacted: 0,
    });
    expect(proposal.usage.cost).toBeGreaterThan(0);
    expect(sent()).toContain('第1夜');
    expect(sent()).toContain('梗概');
    for (const other of ['第2夜', '忽然']) expect(sent()).not.toContain(other);
    expect((await book.info(1))?.synopsis).toBe('');
    const { accepted } = await world.test.call('synopses:accept', {
      ...{ projectId: book.projectId, proposalIds: [proposal.proposalId] },
    });
    expect(accepted).toEqual([proposal.proposalId]);
    const chapter = await book.info(1);
    expect(chapter).toMatchObject({ synopsis: answer });
    expect(chapter?.synopsisStale ?? false).toBe(false);
    expect((await book.list()).items).toEqual([]);

    const english = await world.openBook(['# One\n\nThe lamp went out at the ferry.\n'], 'en');
    world.server.calls.length = 0;
    world.server.script({ pieces: ['## Synopsis\n\n', 'The lamp goes out at the ferry.'] });
    const told = await world.test.call('synopses:propose', english.chapter(1));
    expect(told.text).toBe('The lamp goes out at the ferry.');
    expect(sent()).toContain('in English');
    expect(sent()).not.toContain('梗概');
  });

  it('stands in the ledger and in the purse under its own name [N8] [N12]', async () => {
    const book = await world.openBook(1);
    world.server.script({ pieces: [answer], usage: { input: 500, output: 50 } });
    await world.test.call('synopses:propose', book.chapter(1));
    const { items } = await world.test.call('egress:list', { projectId: book.projectId });
    expect(items.map(({ purpose }) => purpose)).toEqual(['synopsis']);
    const { purposes } = await world.test.call('purse:get', {});
    expect(purposes.find(({ purpose }) => purpose === 'synopsis')?.tokens).toBeGreaterThanOrEqual(
      550,
    );
  });

  it('is stale at once where the text went on while it was being made', async () => {
    const book = await world.openBook(1);
    world.server.script(async () => {
      await book.write(
        1,
        (text) => `${text}\n${'天亮以后，渡口来了一队骑马的人，领头的是周先生。'.repeat(9)}\n`,
      );
      return { pieces: [answer] };
    });
    const proposal = await world.test.call('synopses:propose', book.chapter(1));
    expect(proposal.isStale).toBe(true);
    await world.test.call('synopses:accept', {
      ...{ projectId: book.projectId, proposalIds: [proposal.proposalId] },
    });
    expect(await book.info(1)).toMatchObject({ synopsis: answer, synopsisStale: true });
  });

  it('goes with its chapter: renamed it stays, deleted it is nowhere, restored it is back', async () => {
    const book = await world.openBook(2);
    world.server.script(async () => {
      await world.test.call('documents:rename', { ...book.chapter(1), title: '渡口' });
      return { pieces: [answer] };
    });
    const { proposalId } = await world.test.call('synopses:propose', book.chapter(1));
    expect((await book.proposalOf(1)).text).toBe(answer);
    const chosen = { projectId: book.projectId, proposalIds: [proposalId] };
    await world.test.call('documents:delete', book.chapter(1));
    expect((await book.list()).items).toEqual([]);
    expect(await world.test.fail('synopses:accept', chosen)).toBe('DOCUMENT_NOT_FOUND');
    await world.test.call('documents:restore', book.chapter(1));
    expect((await world.test.call('synopses:accept', chosen)).accepted).toEqual([proposalId]);

    world.server.script(async () => {
      await world.test.call('documents:delete', book.chapter(2));
      return { pieces: [answer] };
    });
    expect(await world.test.fail('synopses:propose', book.chapter(2))).toBe('DOCUMENT_NOT_FOUND');
    expect((await book.list()).items).toEqual([]);
  });

  it('is taken once: who comes second is told, and what the writer wrote meanwhile is not lost unseen', async () => {
    const book = await world.openBook(2);
    const { projectId } = book;
    world.server.script({ pieces: [answer] });
    const first = await world.test.call('synopses:propose', book.chapter(1));
    const chosen = { projectId, proposalIds: [first.proposalId] };
    const both = await Promise.all([
      world.test.call('synopses:accept', chosen).then(() => 'accepted'),
      world.test.fail('synopses:accept', chosen),
    ]);
    expect(both).toEqual(['accepted', 'SYNOPSIS_SETTLED']);
    expect(await world.test.fail('synopses:reject', chosen)).toBe('SYNOPSIS_SETTLED');

    const second = await world.test.call('synopses:propose', book.chapter(2));
    const own = '作者自己写的梗概。';
    await world.test.call('documents:update', { ...book.chapter(2), synopsis: own });
    expect(await book.proposalOf(2)).toMatchObject({ isOvertaken: true });
    const other = { projectId, proposalIds: [first.proposalId, second.proposalId, 'none'] };
    expect(await world.test.fail('synopses:accept', other)).toBe('SYNOPSIS_SETTLED');
    expect((await book.info(2))?.synopsis).toBe(own);
    const settled = await world.test.call('synopses:accept', { ...other, replaceChanged: true });
    expect(settled.accepted).toEqual([second.proposalId]);
    expect(settled.missed.map(({ code }) => code)).toEqual([
      'SYNOPSIS_SETTLED',
      'SYNOPSIS_NOT_FOUND',
    ]);

    const third = await world.test.call('synopses:propose', book.chapter(2));
    const foreign = await world.openBook(1);
    const stolen = { projectId: foreign.projectId, proposalIds: [third.proposalId] };
    expect(await world.test.fail('synopses:accept', stolen)).toBe('SYNOPSIS_NOT_FOUND');
    expect(await world.test.fail('synopses:reject', stolen)).toBe('SYNOPSIS_NOT_FOUND');
    await world.test.call('synopses:reject', { projectId, proposalIds: [third.proposalId] });
    expect((await book.list()).items).toEqual([]);
    expect((await book.info(2))?.synopsis).toBe(answer);
  });

  it('is taken back: the synopsis of before is there again, as old as it was, and the proposal waits', async () => {
    const book = await world.openBook(2);
    const { projectId } = book;
    const own = '作者自己写的梗概。';
    await world.test.call('documents:update', { ...book.chapter(1), synopsis: own });
    const { text, version } = await world.test.call('documents:read', book.chapter(1));
    const longer = `${text}\n${'完全是另一番话，和先前一点也不同。'.repeat(20)}\n`;
    const { documentId } = book.chapter(1);
    await world.test.call('documents:save', {
      ...{ projectId, documentId, text: longer, expectedVersion: version },
    });
    expect(await book.info(1)).toMatchObject({ synopsis: own, synopsisStale: true });
    world.server.script({ pieces: [answer] });
    const first = await world.test.call('synopses:propose', book.chapter(1));
    const second = await world.test.call('synopses:propose', book.chapter(2));
    const proposalIds = [first.proposalId, second.proposalId];
    const chosen = { projectId, proposalIds };
    expect(await world.test.fail('synopses:takeBack', chosen)).toBe('SYNOPSIS_SETTLED');
    await world.test.call('synopses:accept', chosen);
    expect((await book.info(1))?.synopsis).toBe(answer);
    expect((await book.info(1))?.synopsisStale).toBeUndefined();
    // The second chapter's was changed by hand since: it stays.
    await world.test.call('documents:update', { ...book.chapter(2), synopsis: own });
    const taken = await world.test.call('synopses:takeBack', chosen);
    expect(taken).toEqual({
      takenBack: [first.proposalId],
      missed: [{ proposalId: second.proposalId, code: 'SYNOPSIS_CHANGED' }],
    });
    expect(await book.info(1)).toMatchObject({ synopsis: own, synopsisStale: true });
    expect((await book.info(2))?.synopsis).toBe(own);
    expect((await book.list()).items.map(({ proposalId }) => proposalId)).toEqual([
      first.proposalId,
    ]);
    const foreign = await world.openBook(1);
    const stolen = { projectId: foreign.projectId, proposalIds: [first.proposalId] };
    expect(await world.test.fail('synopses:takeBack', stolen)).toBe('SYNOPSIS_NOT_FOUND');
  });

  it('asks first where the writer wants to be asked, and goes with their word [E2]', async () => {
    const book = await world.openBook(1);
    await world.test.call('purse:update', { askAbove: { tokens: 10 } });
    world.server.script({ pieces: [answer] });
    expect(await world.test.fail('synopses:propose', book.chapter(1))).toBe('PURSE_ASKS');
    expect(world.server.calls).toEqual([]);
    await world.test.call('synopses:propose', { ...book.chapter(1), isAgreed: true });
    expect(world.server.calls).toHaveLength(1);
  });

  it('reads a chapter longer than the model’s window in parts, each word once, and joins them', async () => {
    const lines = Array.from(
      { length: 120 },
      (_, index) => `第${index}盏灯在渡口熄灭，船夫数到第${index}下。`,
    );
    const book = await world.openBook([`# 长章\n\n${lines.join('\n\n')}\n`]);
    await world.connect({ contextWindow: 4_000, maxOutput: 1_500 });
    world.server.script(({ bytes }) => ({
      pieces: [bytes.includes('各部分梗概') ? answer : '灯一盏盏熄灭。'],
    }));
    const forecast = await world.test.call('synopses:job:forecast', {
      ...{ projectId: book.projectId, which: 'all' },
    });
    const proposal = await world.test.call('synopses:propose', book.chapter(1));
    expect(proposal.text).toBe(answer);
    expect(world.server.calls.length).toBeGreaterThan(2);
    expect(world.server.calls).toHaveLength(forecast.requests);
    const parts = world.server.calls
      .slice(0, -1)
      .map(({ bytes }) => bytes.toString())
      .join('\n');
    for (const line of lines) expect(parts.split(line)).toHaveLength(2);

    await world.connect({ contextWindow: 2_000, maxOutput: 1_500 });
    world.server.calls.length = 0;
    expect(await world.test.fail('synopses:propose', book.chapter(1))).toBe(
      'MODEL_PROMPT_TOO_LONG',
    );
    expect(world.server.calls).toEqual([]);
  });
});

describe('fences and a synopsis that a model proposes [N3]', () => {
  it('a fenced chapter is not sent, whatever its fence; one that is all hidden neither', async () => {
    const book = await world.openBook([
      '# 一\n\n沈砚死在渡口。\n',
      '# 二\n\n沈砚又走了一夜。\n',
      '# 三\n\n\n',
    ]);
    for (const fence of [
      { neverSend: true as const },
      { notBeforeChapter: 2 },
      { knownBy: ['x'] },
    ]) {
      await world.test.call('documents:update', { ...book.chapter(1), fence });
      expect(await world.test.fail('synopses:propose', book.chapter(1))).toBe('SYNOPSIS_KEPT_BACK');
    }
    await world.test.call('knowledge:entities:create', {
      ...{ projectId: book.projectId, kind: 'character', name: '沈砚', summary: '' },
      fence: { notBeforeChapter: 2 },
    });
    const { keptBack, chapters } = await world.test.call('synopses:job:forecast', {
      ...{ projectId: book.projectId, which: 'missing' },
    });
    expect(keptBack.map(({ reason }) => reason)).toEqual(['fenced', 'hidden', 'empty']);
    expect(chapters).toBe(0);
    expect(await world.test.fail('synopses:propose', book.chapter(2))).toBe('SYNOPSIS_KEPT_BACK');
    expect(world.server.calls).toEqual([]);
  });

  it('leaves paragraphs out that name what is fenced, and says how many', async () => {
    const book = await world.openBook(['# 一\n\n沈砚死在渡口。\n\n船夫点了灯。\n']);
    await world.test.call('knowledge:entities:create', {
      ...{ projectId: book.projectId, kind: 'character', name: '沈砚', summary: '' },
      fence: { neverSend: true },
    });
    world.server.script({ pieces: ['船夫点灯。'] });
    const { redacted } = await world.test.call('synopses:propose', book.chapter(1));
    expect(redacted).toBe(1);
    expect(sent()).toContain('船夫点了灯');
    expect(sent()).not.toContain('沈砚');
  });

  it('is not sent once more when a fence went up meanwhile', async () => {
    const book = await world.openBook(1);
    world.server.script(
      async () => {
        await world.test.call('documents:update', {
          ...book.chapter(1),
          fence: { neverSend: true },
        });
        return { status: 503 };
      },
      { pieces: [answer] },
    );
    await world.test.fail('synopses:propose', book.chapter(1));
    expect(world.server.calls).toHaveLength(1);
    expect((await book.list()).items).toEqual([]);
  });
});
