import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import { PurseExcess } from '#shared/domain/purse.ts';
import { ReplyError } from '#shared/errors.ts';
import { type EmbeddingServer, startEmbeddingServer } from '#tests/helpers/embedding-server.ts';
import { askUntil, type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

let chat: ServedChat;
let documentId: string;
let embedder: EmbeddingServer;

beforeAll(async () => {
  embedder = await startEmbeddingServer(['雪']);
  chat = await startServedChat({
    model: { maxOutput: 100, prices: { currency: '$', input: 2, output: 8 } },
  });
  const { documents } = await chat.call('documents:list', { projectId: chat.projectId });
  documentId = documents[0]?.documentId ?? '';
});
afterAll(async () => {
  await chat.close();
  await embedder.close();
});
beforeEach(async () => {
  await chat.call('purse:update', { perDay: {}, perMonth: {}, perRequest: {} });
  chat.server.calls.length = 0;
  chat.server.script({});
});

/** What a call is refused with; null when it is answered. */
const refusalOf = async <C extends Channel>(
  channel: C,
  input: Input<C>,
): Promise<ReplyError | null> => {
  try {
    await chat.call(channel, input);
    return null;
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    return ReplyError.parse(JSON.parse(text.slice(text.indexOf('{'))));
  }
};
const request = () => ({
  projectId: chat.projectId,
  documentId,
  cursorPosition: 5,
  skillId: 'continue',
});
const purse = (): Promise<Output<'purse:get'>> => chat.call('purse:get', {});
const spentOf = ({ spent }: Output<'purse:get'>): number => spent.perDay.tokens;
const settled = () => askUntil(purse, ({ reserved }) => reserved.tokens === 0);
const runs = async () => (await chat.call('ai:runs:list', { projectId: chat.projectId })).items;
const ended = () => askUntil(runs, (items) => items.every(({ state }) => state !== 'running'));

/** Answers requests only when told to, so that all of them are under way together. */
const holdAnswers = (): (() => void) => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  chat.server.script(async () => {
    await opened;
    return { pieces: ['好。'], usage: { input: 100, output: 3 } };
  });
  return open;
};

describe('the purse of the served program', () => {
  it('lets 50 requests at once never pass a cap together, and refuses the others with figures [N12]', async () => {
    const before = spentOf(await purse());
    const open = holdAnswers();
    await chat.call('ai:run', request());
    const one = (await purse()).reserved.tokens;
    const cap = before + one * 7 + Math.floor(one / 2);
    await chat.call('purse:update', { perDay: { tokens: cap } });
    const refusals = await Promise.all(
      Array.from({ length: 50 }, () => refusalOf('ai:run', request())),
    );
    expect(refusals.filter((refusal) => refusal === null).length).toBe(6);
    expect((await purse()).reserved.tokens).toBe(one * 7);
    for (const refusal of refusals.filter((one) => one !== null)) {
      expect(refusal.code).toBe('PURSE_EXCEEDED');
      const figures = PurseExcess.parse(refusal.details);
      expect(figures).toMatchObject({ cap: 'perDay', unit: 'tokens', asked: one, limit: cap });
      expect(figures.fits).toBe(cap - figures.spent - figures.reserved);
      expect(figures.fits).toBeLessThan(one);
    }
    open();
    await ended();
    const after = await settled();
    expect(chat.server.calls.length).toBe(7);
    expect(spentOf(after)).toBe(before + 7 * 103);
    expect(spentOf(after)).toBeLessThanOrEqual(cap);
    // A refused run is nowhere: nothing of it was begun.
    expect((await runs()).filter(({ state }) => state === 'failed')).toEqual([]);
  });

  it('counts money by the profile’s prices from what the provider reports [N12]', async () => {
    const before = await purse();
    chat.server.script({ usage: { input: 1000, output: 50 } });
    await chat.call('ai:run', request());
    await ended();
    const { spent } = await settled();
    expect(spent.perDay.money - before.spent.perDay.money).toBeCloseTo(0.0024, 9);
    expect(spent.perDay.estimatedTokens).toBe(before.spent.perDay.estimatedTokens);
    expect(spent.perMonth).toEqual(spent.perDay);
  });

  it('refuses on every way to a model, and nothing is sent on any [N12]', async () => {
    const { projectId } = chat;
    await chat.call('constraints:create', { projectId, type: 'character', text: '舅公说短话。' });
    await chat.call('purse:update', { perDay: { tokens: 0 } });
    expect(await refusalOf('ai:run', request())).toMatchObject({ code: 'PURSE_EXCEEDED' });
    const tested = await chat.call('ai:models:test', { id: 'scripted' });
    expect(tested.result).toMatchObject({ ok: false, code: 'PURSE_EXCEEDED' });
    const judged = await chat.call('judge:check', { projectId, text: '舅公说了很久。' });
    expect(judged.unchecked.map(({ reason }) => reason)).toEqual(['purse']);
    expect(judged.refusal).toMatchObject({ cap: 'perDay', unit: 'tokens', limit: 0 });
    expect(judged.refusal?.asked).toBeGreaterThan(100);
    const conversationId = await chat.open();
    await chat.tell(conversationId, '雪下了多久？');
    const { items } = await chat.call('conversation:list', { projectId });
    const told = items.find((item) => item.conversationId === conversationId);
    expect(JSON.stringify(await chat.messages(conversationId))).toContain('PURSE_EXCEEDED');
    expect(told?.turnId).toBeNull();
    expect(chat.server.calls).toEqual([]);
    await chat.call('settings:update', {
      embedder: { kind: 'ollama', baseUrl: embedder.url, model: 'm' },
    });
    await chat.call('retrieval:index', { projectId, wait: true });
    const index = await chat.call('retrieval:status', { projectId });
    expect(index.failure).toBe('PURSE_EXCEEDED');
    expect(embedder.requests).toEqual([]);
    expect((await purse()).reserved.tokens).toBe(0);
    // With room again the same ways lead out.
    await chat.call('purse:update', { perDay: {} });
    await chat.call('retrieval:index', { projectId, wait: true });
    expect(embedder.requests.length).toBeGreaterThan(0);
    await chat.call('settings:update', { embedder: { kind: 'builtin' } });
  });

  it('gives back what a refused, cancelled or broken request did not take [N12]', async () => {
    const before = await purse();
    chat.server.script({ status: 400 });
    await chat.call('ai:run', request());
    await ended();
    expect(spentOf(await settled())).toBe(spentOf(before));
    chat.server.script({ pieces: ['雪', '还', '在', '下'], end: 'stall' });
    const received = chat.server.nextPieces();
    const { runId } = await chat.call('ai:run', request());
    await received;
    const { reserved } = await purse();
    await askUntil(runs, (items) => items.some((run) => run.runId === runId && run.text !== ''));
    await chat.call('ai:cancel', { runId });
    await ended();
    const after = await settled();
    // The server had the request and wrote four characters: that is counted here, for it told nothing.
    const took = spentOf(after) - spentOf(before);
    expect(took).toBeGreaterThan(reserved.tokens - 100);
    expect(took).toBeLessThan(reserved.tokens);
    const { estimatedTokens } = after.spent.perDay;
    expect(estimatedTokens - before.spent.perDay.estimatedTokens).toBe(took);
  });

  it('counts in full what was under way when the program was killed, and keeps its caps [N12]', async () => {
    await chat.call('purse:update', { perDay: { tokens: 1_000_000 } });
    const before = await purse();
    chat.server.script({ pieces: ['雪'], end: 'stall' });
    const received = chat.server.nextPieces();
    await chat.call('ai:run', request());
    await received;
    const { reserved } = await purse();
    expect(reserved.tokens).toBeGreaterThan(100);
    await chat.crash();
    const after = await purse();
    expect(after).toMatchObject({ perDay: { tokens: 1_000_000 }, reserved: { tokens: 0 } });
    expect(spentOf(after)).toBe(spentOf(before) + reserved.tokens);
    const { estimatedTokens } = after.spent.perDay;
    expect(estimatedTokens - before.spent.perDay.estimatedTokens).toBe(reserved.tokens);
  });
});
