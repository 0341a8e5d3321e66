import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokens } from '#main/context/tokens/index.ts';
import { tokensAround } from '#shared/purse-excess.ts';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';
import { createRandom, writeProse } from '#tests/helpers/book.ts';
import type { RecordedCall, Script } from '#tests/helpers/model-server.ts';

const prices = { currency: '¥', input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 0 };
const { count } = createTokens({ model: 'gpt-4o' });

let world: AiWorld;

const request = () => {
  const { projectId, documentId, text } = world;
  return { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
};
const inspect = () => world.test.call('context:inspect', request());
/** At its beginning: from there on a chapter is another text. */
const writeInto = async (documentId: string, more: string): Promise<void> => {
  const { test, projectId } = world;
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  const input = { projectId, documentId, text: `${more}\n\n${text}`, expectedVersion: version };
  await test.call('documents:save', input);
};

beforeEach(async () => {
  world = await createAiWorld();
  const { test, projectId } = world;
  await test.call('settings:update', { debugMode: true });
  const { documents } = await test.call('documents:list', { projectId });
  const random = createRandom(11);
  for (const { documentId } of documents) await writeInto(documentId, writeProse(random, 12));
  for (const number of [3, 4, 5, 6]) {
    const title = `第${number}章`;
    const made = await test.call('documents:create', { projectId, title });
    await writeInto(made.documentId, writeProse(random, 12));
    world.documentId = made.documentId;
  }
  const { documentId } = world;
  world.text = (await test.call('documents:read', { projectId, documentId })).text;
  await test.call('context:budget:update', { projectId, expectedVersion: 0, wholeBook: true });
});
afterEach(() => world.close());

type Block = { type?: string; text?: string; content?: string; cache_control?: object };

/** Length of what two texts begin with alike. */
const alike = (left: string, right: string): number => {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
};

/** A provider that keeps by itself what requests begin with. */
const automaticCache = () => {
  let before = '';
  return ({ body }: RecordedCall): Script => {
    const text = (body.messages as Block[]).map(({ content }) => content).join('');
    const cached = count(text.slice(0, alike(text, before)));
    before = text;
    return { pieces: ['船来了。'], usage: { input: count(text), cached } };
  };
};

/** A provider that keeps what ends with a mark, and finds it there again. */
const markedCache = () => {
  const kept = new Set<string>();
  return ({ body }: RecordedCall): Script => {
    const system = body.system as Block[];
    const [user] = body.messages as { content: Block[] }[];
    const ends = system.flatMap(({ cache_control: mark }, index) =>
      mark
        ? [
            system
              .slice(0, index + 1)
              .map(({ text }) => text)
              .join(''),
          ]
        : [],
    );
    const found = ends.findLast((end) => kept.has(end)) ?? '';
    const cached = count(found);
    const cacheWrite = count(ends.at(-1) ?? '') - cached;
    for (const end of ends) kept.add(end);
    const all = `${system.map(({ text }) => text).join('')}${user?.content[0]?.text ?? ''}`;
    return { pieces: ['船来了。'], usage: { input: count(all), cached, cacheWrite } };
  };
};

describe('the forecast with the whole book, against what a provider counted [E2] [N5]', () => {
  it.each([
    ['openai-compatible', automaticCache],
    ['anthropic', markedCache],
  ] as const)(
    '%s: is right the first time, the second, and after an edit of an earlier chapter',
    async (provider, cache) => {
      const { test, projectId, server } = world;
      const baseUrl = `${server.url}/v1`;
      await world.connect({
        ...{ provider, baseUrl, prices, caching: true },
        contextWindow: 200_000,
        maxInput: 150_000,
      });
      server.script(cache());
      const { documents } = await test.call('documents:list', { projectId });
      const checked: number[] = [];
      const runAndCompare = async (): Promise<void> => {
        const { forecast } = await inspect();
        const { usage, reconciliation } = doneOf(await world.run(request()));
        const input = usage.inputTokens ?? 0;
        expect(Math.abs(forecast.cachedTokens + forecast.freshTokens - input)).toBeLessThan(
          input * 0.02,
        );
        expect(Math.abs(forecast.cachedTokens - (usage.cachedInputTokens ?? 0))).toBeLessThan(
          input * 0.02,
        );
        expect(reconciliation.forecastCost).toBe(forecast.cost);
        expect(forecast.cost).toBeGreaterThan((usage.cost ?? 0) * 0.95);
        expect(forecast.cost).toBeLessThan((usage.cost ?? 0) * 1.05);
        checked.push(forecast.cachedTokens / input);
      };
      const { forecast, layers, tokenCount, systemTokens, wholeBook } = await inspect();
      await test.call('settings:update', { debugMode: false });
      const told = await test.call('context:forecast', request());
      await test.call('settings:update', { debugMode: true });
      const whole = layers.retrieved.items.filter(({ id }) => id.startsWith('chapter:'));
      const tokens = whole.reduce((sum, item) => sum + item.tokenCount, 0);
      expect(told).toEqual({
        requestTokens: tokenCount + systemTokens + 2 * tokensAround,
        outputTokens: 2000,
        ...{ tokenCount, firstCost: forecast.firstCost, nextCost: forecast.nextCost },
        wholeBook: { chapters: whole.length, tokens, farther: 0 },
        currency: prices.currency,
      });
      expect(wholeBook).toEqual(told.wholeBook);
      expect(forecast.cost).toBe(forecast.firstCost);
      expect(forecast.nextCost).toBeLessThan((forecast.firstCost ?? 0) / 3);
      await runAndCompare();
      await runAndCompare();
      await writeInto(documents[4]?.documentId ?? '', '灯亮了一夜。');
      await runAndCompare();
      await writeInto(documents[1]?.documentId ?? '', '灯又灭了。');
      await runAndCompare();
      const [first, second, late, early] = checked;
      expect(first).toBe(0);
      expect(second).toBeGreaterThan(0.7);
      expect(late).toBeGreaterThan(0.5);
      expect(early).toBeLessThan(0.4);
      const calls = server.calls.filter(({ format }) => format !== 'other');
      expect(calls).toHaveLength(4);
    },
  );

  it('marks what other requests may begin with, four places at most, and sends the very text that is shown [S3-19] [F5]', async () => {
    const { server } = world;
    const shared = { provider: 'anthropic', contextWindow: 200_000, maxInput: 150_000 } as const;
    await world.connect({ ...shared, caching: true });
    const shown = await inspect();
    doneOf(await world.run(request()));
    const body: Record<string, unknown> = server.calls[0]?.body ?? {};
    const blocks = body.system as Block[];
    const [user] = body.messages as { content: Block[] }[];
    const marked = blocks.filter(({ cache_control: mark }) => mark !== undefined);
    expect(marked.length).toBeGreaterThan(1);
    expect(marked.length).toBeLessThanOrEqual(4);
    expect(blocks.at(-1)).toBe(marked.at(-1));
    const sent = [...blocks.map(({ text }) => text), user?.content[0]?.text].join('');
    expect(sent).toBe(`${shown.systemPrompt}${shown.prompt}`);
    const system = blocks.map(({ text }) => text).join('');
    expect(system).toContain('第5章');
    expect(system).not.toContain('[光标之前]');
    await world.connect({ ...shared, caching: false });
    doneOf(await world.run(request()));
    expect(JSON.stringify(server.calls.at(-1)?.body)).not.toContain('cache_control');
  });

  it('tells of a nearly full window the room that the answer has, by which a cap refuses it [N12]', async () => {
    const { test } = world;
    await world.connect({ contextWindow: 8000, maxOutput: 7000 });
    const told = await test.call('context:forecast', request());
    expect(told.outputTokens).toBe(8000 - told.requestTokens + 2 * tokensAround);
    await test.call('purse:update', { perRequest: { tokens: 1 } });
    const { signal } = new AbortController();
    expect(await test.app.dispatch('ai:run', request(), { signal })).toMatchObject({
      error: {
        code: 'PURSE_EXCEEDED',
        details: { inputTokens: told.requestTokens, outputTokens: told.outputTokens },
      },
    });
  });

  it('waits above the writer’s sum: nothing is sent or begun until they agree, and the next one needs no word [N12]', async () => {
    const { test, server, projectId } = world;
    server.script(automaticCache());
    await world.connect({ prices, contextWindow: 200_000, maxInput: 150_000 });
    const { forecast, tokenCount } = await inspect();
    const { firstCost, nextCost } = forecast;
    const money = Number((((firstCost ?? 0) + (nextCost ?? 0)) / 2).toFixed(6));
    await test.call('purse:update', { askAbove: { money } });
    const { signal } = new AbortController();
    const refused = await test.app.dispatch('ai:run', request(), { signal });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'PURSE_ASKS', details: { cost: firstCost, nextCost, cachedTokens: 0 } },
    });
    if (!refused.ok) expect(refused.error.details?.inputTokens).toBeGreaterThan(tokenCount);
    expect(server.calls).toHaveLength(0);
    expect((await test.call('ai:runs:list', { projectId })).items).toEqual([]);
    const cheaper = { inputTokens: tokenCount, cost: money / 2, currency: prices.currency };
    const dearer = { ...request(), isAgreed: true, agreedTo: cheaper };
    expect(await test.app.dispatch('ai:run', dearer, { signal })).toMatchObject({
      error: { code: 'PURSE_ASKS' },
    });
    expect(server.calls).toHaveLength(0);
    const agreedTo = { ...cheaper, cost: firstCost ?? 0, inputTokens: tokenCount + 500 };
    doneOf(await world.run({ ...request(), isAgreed: true, agreedTo }));
    doneOf(await world.run(request()));
    expect(server.calls).toHaveLength(2);
  });
});
