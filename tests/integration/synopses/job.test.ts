import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PurseExcess } from '#shared/domain/purse.ts';
import type { SynopsisJob } from '#shared/domain/synopsis.ts';
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

const answer = '沈砚在渡口看着灯笼熄灭，独自回去。';
const statesOf = ({ chapters }: SynopsisJob): string[] =>
  chapters.map(({ state, reason, code }) => [state, reason, code].filter(Boolean).join(' '));
type Book = Awaited<ReturnType<SynopsisWorld['openBook']>>;
const all = { which: 'all' } as const;
const start = ({ projectId }: Book) => world.test.call('synopses:job:start', { projectId, ...all });

/** The first book's job is in the middle of an answer, for which nearly all that may be spent is kept; the second's waits. */
const startBehind = async (first: Book, second: Book): Promise<void> => {
  await world.test.call('purse:update', { perDay: { tokens: 1 } });
  const refused = await second.runJob(all);
  const asked = PurseExcess.parse(refused.error?.details).asked ?? 0;
  const { spent } = await world.test.call('purse:get', {});
  await world.test.call('purse:update', {
    perDay: { tokens: spent.perDay.tokens + 2 * asked - 1 },
  });
  world.server.script({ pieces: ['沈'], end: 'stall' });
  const pieces = world.server.nextPieces();
  await start(first);
  await pieces;
  await start(second);
  await expect
    .poll(async () => (await world.test.call('purse:get', {})).reserved.tokens)
    .toBe(asked);
};

const chaptersAsked = (): string[] =>
  world.server.calls.map(({ bytes }) => /第(\d+)夜/u.exec(bytes.toString())?.[1] ?? '');

describe('a job that asks for the synopses of a book [E3]', () => {
  it('says what it takes before, proposes for the chapters that are meant, and writes none', async () => {
    const book = await world.openBook(4);
    const { projectId } = book;
    await world.test.call('documents:update', { ...book.chapter(2), synopsis: '自己写的。' });
    const told: number[] = [];
    const stop = world.test.app.events.on((...[name, payload]) => {
      if (name === 'synopses:changed' && payload.projectId === projectId) told.push(payload.done);
    });
    const forecast = await world.test.call('synopses:job:forecast', {
      projectId,
      which: 'missing',
    });
    expect(forecast).toMatchObject({ chapters: 3, requests: 3, currency: '$', excess: null });
    expect(world.server.calls).toEqual([]);
    world.server.script({ pieces: [answer], usage: { input: 300, output: 40 } });
    const job = await book.runJob({ which: 'missing' });
    stop();
    expect(job).toMatchObject({ state: 'done', done: 3, error: null });
    expect(told).toEqual([1, 2, 3, 3]);
    expect(chaptersAsked()).toEqual(['1', '3', '4']);
    expect(job.usage).toMatchObject({ inputTokens: 900, outputTokens: 120, currency: '$' });
    expect(job.usage.isLeast).toBe(false);
    expect(job.usage.cost).toBeCloseTo((900 * 2 + 120 * 8) / 1_000_000, 9);
    expect(forecast.cost).toBeGreaterThan(job.usage.cost ?? 1);
    const { items } = await book.list();
    expect(items.map(({ documentId }) => documentId)).toEqual([1, 3, 4].map(book.idOf));
    const chapters = await world.test.call('documents:list', { projectId });
    expect(chapters.documents.map(({ synopsis }) => synopsis)).toEqual(['', '自己写的。', '', '']);

    // What is proposed is paid: asking for those that miss one asks for none of them again.
    world.server.calls.length = 0;
    expect(statesOf(await book.runJob({ which: 'missing' }))).toEqual([]);
    expect(world.server.calls).toEqual([]);
    const proposalIds = items.map(({ proposalId }) => proposalId);
    await world.test.call('synopses:accept', { projectId, proposalIds });
    const length = '天亮以后，渡口来了一队骑马的人，领头的是周先生。'.repeat(9);
    await book.write(3, (text) => `${text}\n${length}\n`);
    expect(statesOf(await book.runJob({ which: 'stale' }))).toEqual(['proposed']);
    expect(chaptersAsked()).toEqual(['3']);
    expect(statesOf(await book.runJob({ which: 'all' }))).toHaveLength(4);
  });

  it('goes on past what is wrong with one chapter, and says what it was', async () => {
    const book = await world.openBook(6);
    await world.test.call('documents:update', { ...book.chapter(6), fence: { neverSend: true } });
    const long = '灯笼在渡口一盏一盏地熄灭。'.repeat(400);
    world.server.script(
      { pieces: ['   '] },
      { pieces: [long] },
      { pieces: ['抱歉，我无法协助完成这个请求。'] },
      { status: 400, body: '{"error":{"message":"content_filter"}}' },
      { pieces: ['# 梗概\n\n', `1. ${answer}`] },
    );
    const job = await book.runJob({ which: 'all' });
    expect(job.state).toBe('done');
    expect(statesOf(job)).toEqual([
      'failed MODEL_ANSWER_EMPTY',
      'failed MODEL_ANSWER_UNUSABLE',
      'failed MODEL_CONTENT_REFUSED',
      'failed MODEL_CONTENT_REFUSED',
      'proposed',
      'skipped fenced',
    ]);
    expect((await book.proposalOf(5)).text).toBe(answer);
    expect(world.server.calls).toHaveLength(5);
  });

  it('asks again what a busy server puts off, and pauses where nothing can go on', async () => {
    const book = await world.openBook(3);
    world.server.script({ status: 429 }, { status: 529 }, { pieces: [answer] });
    expect(await book.runJob({ which: 'all' })).toMatchObject({ state: 'done', done: 3 });
    expect(world.server.calls).toHaveLength(5);
    world.server.script({ pieces: [answer] }, { status: 401 });
    const paused = await book.runJob({ which: 'all' });
    expect(paused).toMatchObject({ state: 'paused', done: 1 });
    expect(paused.error?.code).toMatch(/^MODEL_KEY_/u);
    world.server.calls.length = 0;
    world.server.script({ pieces: [answer] });
    expect(await book.runJob({ which: 'rest' })).toMatchObject({
      state: 'done',
      done: 3,
      error: null,
    });
    expect(chaptersAsked()).toEqual(['2', '3']);
    const rest = { projectId: book.projectId, which: 'rest' as const };
    expect(await world.test.fail('synopses:job:start', rest)).toBe('SYNOPSIS_JOB_NOT_FOUND');
  });

  it('is cancelled in the middle, keeps what it has, and goes on with the rest', async () => {
    const book = await world.openBook(3);
    const { projectId } = book;
    world.server.script({ pieces: [answer] }, { pieces: ['沈'], end: 'stall' });
    const started = await world.test.call('synopses:job:start', { projectId, which: 'all' });
    expect(started.state).toBe('running');
    await expect.poll(() => world.server.calls.length).toBe(2);
    const again = { projectId, which: 'all' as const };
    expect(await world.test.fail('synopses:job:start', again)).toBe('SYNOPSIS_BUSY');
    await world.test.call('synopses:job:cancel', { projectId });
    const cancelled = await book.jobOf();
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 1, usage: { isLeast: true } });
    expect((await book.list()).items).toHaveLength(1);
    world.server.calls.length = 0;
    world.server.script({ pieces: [answer] });
    const done = await book.runJob({ which: 'rest' });
    expect(done).toMatchObject({ state: 'done', done: 3, jobId: started.jobId });
    expect(chaptersAsked()).toEqual(['2', '3']);
    await world.test.call('synopses:job:cancel', { projectId });
    expect((await book.jobOf()).state).toBe('done');
  });

  it('is interrupted when its project is closed, and goes on when it is open again', async () => {
    const book = await world.openBook(2);
    const { projectId } = book;
    world.server.script({ pieces: ['沈'], end: 'stall' });
    const pieces = world.server.nextPieces();
    await world.test.call('synopses:job:start', { projectId, which: 'all' });
    await pieces;
    await world.test.call('projects:close', { projectId });
    await world.test.call('projects:open', { path: book.path });
    expect(await book.jobOf()).toMatchObject({ state: 'interrupted', done: 0 });
    world.server.script({ pieces: [answer] });
    expect(await book.runJob({ which: 'rest' })).toMatchObject({ state: 'done', done: 2 });
  });

  it('pauses at a cap, says the figure, and goes on when there is room [N12]', async () => {
    const book = await world.openBook(3);
    const { projectId } = book;
    world.server.script({ pieces: [answer], usage: { input: 400, output: 40 } });
    const spent = (await world.test.call('purse:get', {})).spent.perDay.tokens;
    const one = await world.test.call('synopses:job:forecast', { projectId, which: 'all' });
    const cap = spent + Math.ceil((one.inputTokens + one.outputTokens) / 3) + 500;
    await world.test.call('purse:update', { perDay: { tokens: cap } });
    const forecast = await world.test.call('synopses:job:forecast', { projectId, which: 'all' });
    expect(forecast.excess).toMatchObject({ cap: 'perDay', limit: cap, unit: 'tokens' });
    const paused = await book.runJob({ which: 'all' });
    expect(paused).toMatchObject({ state: 'paused', error: { code: 'PURSE_EXCEEDED' } });
    expect(paused.done).toBeGreaterThan(0);
    expect(paused.done).toBeLessThan(3);
    expect(PurseExcess.parse(paused.error?.details)).toMatchObject({ cap: 'perDay', limit: cap });
    await world.test.call('purse:update', { perDay: {} });
    expect(await book.runJob({ which: 'rest' })).toMatchObject({ state: 'done', done: 3 });
    expect(world.server.calls).toHaveLength(3);
  });

  it('waits where only requests under way are in its way, and is cancelled while it waits [N12]', async () => {
    const [first, second] = [await world.openBook(1), await world.openBook(1)];
    await startBehind(first, second);
    await world.test.call('synopses:job:cancel', { projectId: second.projectId });
    expect(await second.jobOf()).toMatchObject({ state: 'cancelled', done: 0 });
    world.server.calls.length = 0;
    await start(second);
    expect((await second.jobOf()).state).toBe('running');
    expect(world.server.calls).toEqual([]);
    world.server.script({ pieces: [answer] });
    await world.test.call('synopses:job:cancel', { projectId: first.projectId });
    await expect.poll(async () => (await second.jobOf()).state).toBe('done');
    expect(world.server.calls).toHaveLength(1);
  });

  it('waits for each request of a long chapter by itself: none is asked, and paid, twice [N12]', async () => {
    await world.connect({ contextWindow: 4_000, maxOutput: 1_500 });
    const lines = Array.from({ length: 500 }, (_, at) => `第${at}盏灯熄灭，船夫数到第${at}下。`);
    const long = await world.openBook([`# 长章\n\n${lines.join('\n\n')}\n`]);
    const other = await world.openBook(1);
    await world.test.call('purse:update', { perDay: { tokens: 1 } });
    const askedOf = async (book: typeof long): Promise<number> =>
      PurseExcess.parse((await book.runJob(all)).error?.details).asked ?? 0;
    const [first, reserved] = [await askedOf(long), await askedOf(other)];
    const { spent } = await world.test.call('purse:get', {});
    const cap = spent.perDay.tokens + reserved + first + 100;
    await world.test.call('purse:update', { perDay: { tokens: cap } });
    world.server.script({ pieces: ['沈'], end: 'stall' });
    const pieces = world.server.nextPieces();
    await start(other);
    await pieces;
    world.server.calls.length = 0;
    world.server.script({ pieces: [answer], usage: { input: 360, output: 40 } });
    await start(long);
    const hasSpent = async (tokens: number): Promise<boolean> =>
      (await world.test.call('purse:get', {})).spent.perDay.tokens === spent.perDay.tokens + tokens;
    await expect.poll(() => hasSpent(400)).toBe(true);
    // Whatever changes in the purse, it looks anew.
    await world.test.call('purse:update', { perMonth: { tokens: 10 * cap } });
    expect((await long.jobOf()).state).toBe('running');
    expect(world.server.calls).toHaveLength(1);
    await world.test.call('purse:update', { perDay: {} });
    await expect.poll(async () => (await long.jobOf()).state).toBe('done');
    const asked = world.server.calls.map(({ bytes }) => bytes.toString());
    expect(asked.length).toBeGreaterThan(2);
    expect(new Set(asked).size).toBe(asked.length);
    await world.test.call('synopses:job:cancel', { projectId: other.projectId });
  });

  it('took at least what was told, where a server told nothing of a request or broke off in it [N12]', async () => {
    const book = await world.openBook(2);
    const told = { input: 300, output: 40 };
    const whole = { inputTokens: 600, outputTokens: 80, isLeast: false };
    const half = { inputTokens: 300, outputTokens: 80, isLeast: true };
    world.server.script({ pieces: [answer], usage: told });
    expect((await book.runJob({ which: 'all' })).usage).toMatchObject(whole);
    world.server.script(
      { pieces: [answer], usage: told },
      { pieces: [answer], usage: { ...told, input: 0 } },
    );
    expect((await book.runJob({ which: 'all' })).usage).toMatchObject(half);
    world.server.script({ pieces: [answer], usage: told }, { pieces: ['沈'], end: 'drop' });
    expect((await book.runJob({ which: 'all' })).usage).toMatchObject({
      ...{ inputTokens: 300, outputTokens: 40, isLeast: true },
    });
    world.server.script({ pieces: [answer], usage: { ...told, input: 0 } });
    await book.runJob({ which: 'all' });
    const untold = await book.proposalOf(1);
    expect(untold.usage).toMatchObject({ inputTokens: null, outputTokens: 40, cost: null });
  });

  it('asks before it starts where all of it is more than the writer set [E2]', async () => {
    const book = await world.openBook(3);
    const { projectId } = book;
    const forecast = await world.test.call('synopses:job:forecast', { projectId, which: 'all' });
    await world.test.call('purse:update', { askAbove: { tokens: forecast.inputTokens - 1 } });
    const asked = await world.test.call('synopses:job:forecast', { projectId, which: 'all' });
    expect(asked.question).toMatchObject({ inputTokens: forecast.inputTokens, currency: '$' });
    const start = { projectId, which: 'all' as const };
    expect(await world.test.fail('synopses:job:start', start)).toBe('PURSE_ASKS');
    expect((await book.list()).job).toBeNull();
    world.server.script({ pieces: [answer] });
    const { inputTokens, cost, currency } = asked.question ?? forecast;
    const agreedTo = { inputTokens, cost, currency };
    expect(await book.runJob({ which: 'all', isAgreed: true, agreedTo })).toMatchObject({
      done: 3,
    });
    expect(world.server.calls).toHaveLength(3);
  });

  it('leaves out what is fenced or deleted on the way, and marks what was edited', async () => {
    const book = await world.openBook(4);
    world.server.script(
      async () => {
        await world.test.call('documents:update', {
          ...book.chapter(2),
          fence: { neverSend: true },
        });
        await world.test.call('documents:delete', book.chapter(3));
        const more = '天亮以后，渡口来了一队骑马的人，领头的是周先生。'.repeat(9);
        await book.write(1, (text) => `${text}\n${more}\n`);
        return { pieces: [answer] };
      },
      { pieces: [answer] },
    );
    const job = await book.runJob({ which: 'all' });
    expect(statesOf(job)).toEqual([
      'proposed',
      'skipped fenced',
      'failed DOCUMENT_NOT_FOUND',
      'proposed',
    ]);
    expect(chaptersAsked()).toEqual(['1', '4']);
    expect((await book.proposalOf(1)).isStale).toBe(true);
    expect((await book.proposalOf(4)).isStale).toBe(false);
  });

  it('reads a chapter anew where a fence goes up while its request waits to be sent once more [N3]', async () => {
    const book = await world.openBook(2);
    world.server.script(
      async () => {
        const change = { ...book.chapter(2), fence: { neverSend: true } } as const;
        await world.test.call('documents:update', change);
        return { status: 503 };
      },
      { pieces: [answer] },
    );
    const job = await book.runJob({ which: 'all' });
    expect(statesOf(job)).toEqual(['proposed', 'skipped fenced']);
    expect(chaptersAsked()).toEqual(['1', '1']);
  });

  it('reads a chapter anew where a fence goes up while its request waits for the purse [N3 N12]', async () => {
    const [book, other] = [await world.openBook(2), await world.openBook(1)];
    await startBehind(other, book);
    const change = { ...book.chapter(1), fence: { neverSend: true } } as const;
    await world.test.call('documents:update', change);
    world.server.script({ pieces: [answer] });
    await world.test.call('purse:update', { perDay: {} });
    await expect.poll(async () => (await book.jobOf()).state).toBe('done');
    expect(statesOf(await book.jobOf())).toEqual(['skipped fenced', 'proposed']);
    await world.test.call('synopses:job:cancel', { projectId: other.projectId });
  });

  it('needs a model', async () => {
    const book = await world.openBook(1);
    await world.test.call('ai:models:remove', { id: 'scripted' });
    const start = { projectId: book.projectId, which: 'all' as const };
    expect(await world.test.fail('synopses:job:start', start)).toBe('MODEL_NOT_SELECTED');
    expect(await world.test.fail('synopses:job:forecast', start)).toBe('MODEL_NOT_SELECTED');
    expect(await world.test.fail('synopses:propose', book.chapter(1))).toBe('MODEL_NOT_SELECTED');
  });
});
