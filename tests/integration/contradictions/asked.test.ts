import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/contract/index.ts';
import type { ContradictionJob } from '#shared/domain/contradiction.ts';
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

const chapters = [
  '# 第一章\n\n沈砚从没见过海，裴照也没有。\n',
  '# 第二章\n\n沈砚在海边长大，天天看潮。\n\n裴照的刀上刻着鸬鹚。\n',
  '# 第三章\n\n裴照不识字，沈砚替他念信。\n\n裴照读完了信，把它烧了。\n',
];

type Told = { passage: string; quote: string };

/** What was sent, and in which passage of it some words stand. */
const answering =
  (...pairs: readonly (readonly [string, string, string])[]) =>
  ({ bytes }: { bytes: Buffer }) => {
    const sent = bytes.toString('utf8');
    const told = (quote: string): Told => ({
      passage:
        /P\d+/u.exec(
          sent
            .slice(0, sent.indexOf(quote))
            .match(/P\d+ \(/gu)
            ?.at(-1) ?? '',
        )?.[0] ?? 'P0',
      quote,
    });
    const findings = pairs.map(([first, second, message]) => ({
      ...{ first: told(first), second: told(second), message },
    }));
    return { pieces: [JSON.stringify({ findings })], usage: { input: 500, output: 60 } };
  };
const sea = ['沈砚从没见过海', '沈砚在海边长大', '见没见过海对不上。'] as const;
const letter = ['裴照不识字', '裴照读完了信', '识不识字对不上。'] as const;
const invented = ['沈砚从没见过海', '沈砚在山里长大', '编出来的。'] as const;

const openBook = async () => {
  const book = await world.openBook(chapters);
  const { projectId } = book;
  const { call } = world.test;
  for (const name of ['沈砚', '裴照']) {
    const made = { projectId, kind: 'character' as const, name, summary: `${name}，男。` };
    await call('knowledge:entities:create', made);
  }
  const list = (): Promise<Output<'contradictions:list'>> =>
    call('contradictions:list', { projectId });
  const jobOf = async (): Promise<ContradictionJob> => {
    const { job } = await list();
    if (job) return job;
    throw new Error('there is no job');
  };
  return {
    ...book,
    list,
    jobOf,
    forecast: (rest = false) => call('contradictions:job:forecast', { projectId, rest }),
    async run(input: Omit<Input<'contradictions:job:start'>, 'projectId'> = {}) {
      await call('contradictions:job:start', { projectId, ...input });
      await expect.poll(async () => (await jobOf()).state).not.toBe('running');
      return jobOf();
    },
  };
};

describe('contradictions that a model finds [N15]', () => {
  it('says what it takes before, believes what is quoted, and counts what is left out', async () => {
    const book = await openBook();
    const forecast = await book.forecast();
    expect(forecast).toMatchObject({
      requests: 2,
      beyond: 0,
      keptBack: 0,
      currency: '$',
      excess: null,
    });
    expect(world.server.calls).toEqual([]);
    world.server.script(answering(letter, invented), answering(sea, letter, invented));
    const job = await book.run();
    expect(job).toMatchObject({ state: 'done', done: 2, found: 2, leftOut: 3, error: null });
    expect(job.usage).toMatchObject({ inputTokens: 1_000, outputTokens: 120, currency: '$' });
    expect(job.usage.isLeast).toBe(false);
    expect(forecast.cost).toBeGreaterThan(job.usage.cost ?? 1);
    const { items } = await book.list();
    expect(items.map(({ by, message, state }) => [by, message, state])).toEqual([
      ['model', sea[2], 'open'],
      ['model', letter[2], 'open'],
    ]);
    for (const { places } of items) {
      for (const { id, start, end, quote } of places) {
        const documentId = id;
        const { projectId } = book;
        const { text } = await world.test.call('documents:read', { projectId, documentId });
        expect(text.slice(start, end)).toBe(quote);
      }
    }
    // A check by the rules takes nothing of a model's away, and what is dismissed stays so when it is found again.
    const { projectId } = book;
    const findingIds = items.map(({ findingId }) => findingId);
    await world.test.call('contradictions:dismiss', { projectId, findingIds });
    await world.test.call('contradictions:check', { projectId });
    world.server.script(answering(letter), answering(sea));
    expect(await book.run()).toMatchObject({ state: 'done', found: 0 });
    expect((await book.list()).items.map(({ state }) => state)).toEqual(['dismissed', 'dismissed']);
    expect(world.server.calls.length).toBe(4);
    const { items: sent } = await world.test.call('egress:list', { projectId });
    expect(sent.map(({ purpose }) => purpose)).toEqual(Array.from(sent, () => 'contradiction'));
  });

  it('found again where its sentence was moved to is open there, and stays dismissed where it was dismissed [N15]', async () => {
    const book = await openBook();
    const { projectId } = book;
    const ids = chapters.map((_, at) => book.idOf(at + 1));
    const { call } = world.test;
    world.server.script(answering(letter), answering(sea));
    expect(await book.run()).toMatchObject({ found: 2 });
    const known = (await book.list()).items;
    const dismissed = known.find(({ message }) => message === letter[2])?.findingId ?? '';
    await call('contradictions:dismiss', { projectId, findingIds: [dismissed] });
    const write = async (at: number, change: (text: string) => string): Promise<void> => {
      const documentId = ids[at] ?? '';
      const { text, version } = await call('documents:read', { projectId, documentId });
      const next = { text: change(text), expectedVersion: version };
      await call('documents:save', { projectId, documentId, ...next });
    };
    const moved = ['沈砚在海边长大，天天看潮。\n\n', '裴照读完了信，把它烧了。\n'];
    await write(1, (text) => `${text.replace(moved[0] ?? '', '')}\n${moved[1]}`);
    await write(2, (text) => text.replace(`\n${moved[1]}`, '').concat(`\n${moved[0]}`));
    world.server.script(answering(letter), answering(sea));
    expect(await book.run()).toMatchObject({ state: 'done', found: 0 });
    const { items } = await book.list();
    const told = items.map(({ message, state, places }) => [
      ...[message, state],
      ...places.map(({ id, isGone }) => (isGone ? 'gone' : ids.indexOf(id) + 1)).toSorted(),
    ]);
    expect(told.toSorted()).toEqual(
      [
        [sea[2], 'open', 1, 3],
        [letter[2], 'dismissed', 2, 3],
      ].toSorted(),
    );
    expect(new Set(items.map(({ findingId }) => findingId))).toEqual(
      new Set(known.map(({ findingId }) => findingId)),
    );
  });

  it('follows words that are too short to be told by themselves through a merge and back [N15 W1]', async () => {
    const book = await world.openBook(['沈砚看海。\n', '沈砚怕海。\n\n沈砚看海。\n']);
    const { projectId } = book;
    const { call } = world.test;
    await call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '沈砚', summary: '' },
    });
    world.server.script(answering(['怕海', '看海', '怕不怕海对不上。']));
    await call('contradictions:job:start', { projectId });
    const list = async () => (await call('contradictions:list', { projectId })).items;
    await expect.poll(async () => (await list()).length).toBe(1);
    const told = async () =>
      (await list()).map(({ state, places }) => [
        state,
        ...places.map(({ before, quote }) => before.slice(-2) + quote),
      ]);
    const before = await told();
    expect(before).toEqual([['open', '沈砚怕海', '沈砚看海']]);
    const { undoId } = await call('documents:merge', {
      ...{ projectId, documentIds: [book.idOf(1), book.idOf(2)] },
    });
    expect(await told()).toEqual(before);
    await call('documents:undo', { projectId, undoId });
    expect(await told()).toEqual(before);
  });

  it('dismissed stays so in other words and otherwise cut, and hides nothing else of its sentences [N15]', async () => {
    const book = await openBook();
    const { projectId } = book;
    world.server.script(answering(letter), answering());
    expect(await book.run()).toMatchObject({ found: 1 });
    const findingIds = (await book.list()).items.map(({ findingId }) => findingId);
    await world.test.call('contradictions:dismiss', { projectId, findingIds });
    const cut = [
      '裴照不识字，沈砚替他',
      '裴照读完了信，把它烧了',
      '前文是文盲，这里能看信。',
    ] as const;
    const other = ['沈砚替他念信', '把它烧了', '念的是哪一封，已经烧了。'] as const;
    world.server.script(answering(cut, other), answering(cut));
    expect(await book.run()).toMatchObject({ state: 'done', found: 1 });
    expect((await book.list()).items.map(({ message, state }) => [message, state])).toEqual(
      expect.arrayContaining([
        [letter[2], 'dismissed'],
        [other[2], 'open'],
      ]),
    );
    expect((await book.list()).items).toHaveLength(2);
  });

  it('takes nothing for known because it stands where something known once stood [N15]', async () => {
    const book = await openBook();
    const { projectId } = book;
    const { call } = world.test;
    world.server.script(answering(letter), answering());
    expect(await book.run()).toMatchObject({ found: 1 });
    const findingIds = (await book.list()).items.map(({ findingId }) => findingId);
    await call('contradictions:dismiss', { projectId, findingIds });
    const documentId = book.idOf(3);
    const { text, version } = await call('documents:read', { projectId, documentId });
    // As long as what they push down, letter by letter.
    const wine = ['裴照不饮酒', '裴照喝干了酒', '喝不喝酒对不上。'] as const;
    const written = `# 第三章\n\n裴照不饮酒，沈砚替他喝酒。\n\n裴照喝干了酒，把碗摔了。\n${text.slice(5)}`;
    await call('documents:save', {
      projectId,
      documentId,
      text: written,
      expectedVersion: version,
    });
    world.server.script(answering(letter, wine), answering());
    expect(await book.run()).toMatchObject({ state: 'done', found: 1 });
    expect((await book.list()).items.map(({ message, state }) => [message, state])).toEqual([
      [wine[2], 'open'],
      [letter[2], 'dismissed'],
    ]);
  });

  it('holds nothing that a fence closes, also one that goes up on the way [N3]', async () => {
    const book = await openBook();
    const { projectId } = book;
    const { call } = world.test;
    await call('knowledge:entities:create', {
      ...{ projectId, kind: 'item', name: '鸬鹚', summary: '裴照的秘密。' },
      fence: { neverSend: true },
    });
    world.server.script(
      async () => {
        await call('documents:update', { ...book.chapter(1), fence: { neverSend: true } });
        return { pieces: ['{"findings":[]}'] };
      },
      { pieces: ['{"findings":[]}'] },
    );
    expect((await book.run()).state).toBe('done');
    const [before = '', after = ''] = world.server.calls.map(({ bytes }) => bytes.toString('utf8'));
    expect(before).toContain('从没见过海');
    expect(before + after).not.toContain('鸬鹚');
    expect(before + after).not.toContain('秘密');
    expect(after).toContain('沈砚');
    expect(after).not.toContain('从没见过海');
  });

  it('goes on without what is closed where a fence goes up while a request waits to be sent once more [N3]', async () => {
    const book = await openBook();
    world.server.script(
      async () => {
        const change = { ...book.chapter(1), fence: { neverSend: true } } as const;
        await world.test.call('documents:update', change);
        return { status: 503 };
      },
      { pieces: ['{"findings":[]}'] },
    );
    expect(await book.run()).toMatchObject({ state: 'done', done: 2, error: null });
    const [before, ...after] = world.server.calls.map(({ bytes }) => bytes.toString('utf8'));
    expect(before).toContain('从没见过海');
    expect(after).toHaveLength(2);
    expect(after.join()).not.toContain('从没见过海');
  });

  it('is asked about a chapter, and about nothing where nothing may be told', async () => {
    const book = await openBook();
    const { projectId } = book;
    world.server.script(answering(sea), answering(sea));
    const documentIds = [book.idOf(3)];
    expect(await book.run({ documentIds })).toMatchObject({ found: 0, leftOut: 2, documentIds });
    for (const number of [1, 2, 3]) {
      await world.test.call('documents:update', {
        ...book.chapter(number),
        fence: { neverSend: true },
      });
    }
    world.server.calls.length = 0;
    expect(await book.forecast()).toMatchObject({ requests: 0, keptBack: 3, cost: 0 });
    expect(await book.run()).toMatchObject({ state: 'done', entries: [] });
    expect(world.server.calls).toEqual([]);
    const rest = { projectId, rest: true };
    expect(await world.test.fail('contradictions:job:start', rest)).toBe(
      'CONTRADICTION_JOB_NOT_FOUND',
    );
  });

  it('is stopped, interrupted and paused with what it has, and goes on with the rest [N12]', async () => {
    const book = await openBook();
    const { projectId } = book;
    const { call, fail } = world.test;
    world.server.script(answering(letter), { pieces: ['{'], end: 'stall' });
    await call('contradictions:job:start', { projectId });
    await expect.poll(() => world.server.calls.length).toBe(2);
    expect(await fail('contradictions:job:start', { projectId })).toBe('CONTRADICTION_BUSY');
    await call('contradictions:job:cancel', { projectId });
    expect(await book.jobOf()).toMatchObject({ state: 'cancelled', done: 1, found: 1 });
    world.server.script({ pieces: ['{'], end: 'stall' });
    const pieces = world.server.nextPieces();
    await call('contradictions:job:start', { projectId, rest: true });
    await pieces;
    await call('projects:close', { projectId });
    await call('projects:open', { path: book.path });
    expect(await book.jobOf()).toMatchObject({ state: 'interrupted', done: 1 });
    const spent = (await call('purse:get', {})).spent.perDay.tokens;
    await call('purse:update', { perDay: { tokens: spent + 10 } });
    const paused = await book.run({ rest: true });
    expect(paused).toMatchObject({ state: 'paused', done: 1, error: { code: 'PURSE_EXCEEDED' } });
    await call('purse:update', { perDay: {} });
    world.server.script({ pieces: ['Das weiß ich nicht.'] });
    const done = await book.run({ rest: true });
    expect(done).toMatchObject({
      state: 'done',
      done: 2,
      found: 1,
      entries: [{}, { code: 'MODEL_ANSWER_UNUSABLE' }],
    });
    const { inputTokens } = await book.forecast();
    await call('purse:update', { askAbove: { tokens: inputTokens - 1 } });
    const { question, cost, currency } = await book.forecast();
    expect(question).toMatchObject({ inputTokens });
    expect(await fail('contradictions:job:start', { projectId })).toBe('PURSE_ASKS');
    world.server.script(answering(letter), answering(sea));
    const agreedTo = { inputTokens, cost, currency };
    expect(await book.run({ isAgreed: true, agreedTo })).toMatchObject({ state: 'done', found: 1 });
    await call('ai:models:remove', { id: 'scripted' });
    expect(await fail('contradictions:job:forecast', { projectId })).toBe('MODEL_NOT_SELECTED');
  });
});
