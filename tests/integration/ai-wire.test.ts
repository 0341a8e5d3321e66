import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld, doneOf, failedOf, quick } from '#tests/helpers/ai-world.ts';
import { z } from 'zod';
import type { Provider } from '#shared/domain/model-profile.ts';

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld({ aiTiming: quick });
});
afterAll(() => world.close());
beforeEach(() => {
  world.server.calls.length = 0;
  world.server.script({});
});

const candidateOf = async (runId: string) => {
  const { items } = await world.test.call('ai:candidates:list', { projectId: world.projectId });
  return items.filter((candidate) => candidate.runId === runId);
};

const pathOf: Record<Provider, string> = {
  'openai-compatible': '/v1',
  anthropic: '/v1',
  ollama: '',
};
const modelOf: Record<Provider, string> = {
  'openai-compatible': 'gpt-4o',
  anthropic: 'claude-sonnet-4-5',
  ollama: 'qwen3:8b',
};
const providers: readonly Provider[] = ['openai-compatible', 'anthropic', 'ollama'];

const connect = (provider: Provider) =>
  world.connect({
    provider,
    baseUrl: `${world.server.url}${pathOf[provider]}`,
    model: modelOf[provider],
    apiKey: provider === 'ollama' ? '' : 'test-key-1234567890',
  });

type Block = { text: string; cache_control?: unknown };
/** The text the model is told before anything varies, as it lies on the wire. */
const systemOf = (body: Record<string, unknown> | undefined): string => {
  const system = body?.system as Block[] | undefined;
  if (system) return system.map(({ text }) => text).join('\n\n');
  const messages = (body?.messages ?? []) as { role: string; content: string }[];
  return messages.find(({ role }) => role === 'system')?.content ?? '';
};

describe.each(providers)('%s', (provider) => {
  beforeAll(async () => {
    await connect(provider);
  });

  it('streams text and reports what it took', async () => {
    world.server.script({
      pieces: ['潮水', '退了。'],
      usage: { input: 900, cached: provider === 'ollama' ? 0 : 300, output: 12 },
    });
    const done = doneOf(await world.run());
    expect(done.text).toBe('潮水退了。');
    expect(done.usage).toMatchObject({ inputTokens: 900, outputTokens: 12 });
    expect(done.usage.cachedInputTokens).toBe(provider === 'ollama' ? null : 300);
    expect(done.candidateId).not.toBeNull();
  });

  it('keeps the prefix byte-identical over three continues [S3-17]', async () => {
    const { test, server, projectId } = world;
    await test.call('constraints:create', { projectId, type: 'style', text: '句子要短' });
    for (let round = 0; round < 3; round += 1) doneOf(await world.run());
    const prefixes = server.calls.map(({ body }) => systemOf(body));
    expect(prefixes[0]).toContain('. 句子要短');
    expect(new Set(prefixes).size).toBe(1);
    await test.call('constraints:create', { projectId, type: 'style', text: '少用比喻' });
    doneOf(await world.run());
    expect(systemOf(server.calls[3]?.body)).not.toBe(prefixes[0]);
  });

  it.each([
    ['drop', 'MODEL_STREAM_BROKEN'],
    ['half', 'MODEL_STREAM_BROKEN'],
    ['garbage', 'MODEL_STREAM_BROKEN'],
    ['stall', 'MODEL_STALLED'],
  ] as const)(
    'a stream that ends in %s keeps its text, marked, and is not begun anew',
    async (end, code) => {
      // A text of its own for each provider and end: equal proposals for one place are one.
      const text = `林远抬起头，${provider}，${end}`;
      world.server.script({ pieces: ['林远', text.slice(2)], end });
      const failed = failedOf(await world.run());
      expect(failed).toMatchObject({ error: { code }, text });
      expect(await candidateOf(failed.runId)).toMatchObject([{ text, partial: true }]);
      expect(world.server.calls).toHaveLength(1);
    },
  );

  it('says in the stream that it is overloaded: kept, marked', async () => {
    world.server.script({ pieces: ['林远'], end: 'error' });
    const failed = failedOf(await world.run());
    expect(['MODEL_OVERLOADED', 'MODEL_STREAM_BROKEN']).toContain(failed.error.code);
    expect(failed.text).toBe('林远');
  });

  it.each([
    [
      { status: 401, body: '{"error":{"message":"no such key test-key-1234567890"}}' },
      provider === 'ollama' ? 'MODEL_KEY_MISSING' : 'MODEL_KEY_REFUSED',
    ],
    [
      {
        status: 404,
        body: '{"error":{"message":"The model `x` does not exist","type":"not_found_error"}}',
      },
      'MODEL_UNKNOWN',
    ],
    [{ status: 404, body: 'page not found' }, 'MODEL_PROTOCOL_WRONG'],
    [
      { status: 200, body: '<html>log in</html>', headers: { 'content-type': 'text/html' } },
      'MODEL_PROTOCOL_WRONG',
    ],
    [{ status: 200, body: '{"hello":"world"}' }, 'MODEL_PROTOCOL_WRONG'],
    [
      { status: 400, body: '{"error":{"message":"maximum context length is 4096 tokens"}}' },
      'MODEL_PROMPT_TOO_LONG',
    ],
    [{ status: 407, body: '' }, 'MODEL_PROXY_FAILED'],
    [{ status: 429, body: '{"error":{"message":"insufficient_quota"}}' }, 'MODEL_RATE_LIMITED'],
  ])('answers %j with a code, once', async (script, code) => {
    world.server.script(script);
    const failed = failedOf(await world.run());
    expect(failed.error.code).toBe(code);
    expect(world.server.calls).toHaveLength(1);
    expect(JSON.stringify([failed, world.test.logs])).not.toContain('test-key-1234567890');
  });

  it('tries again after 429 with Retry-After and after 503, and tells it', async () => {
    const body = '{"error":{"message":"slow down"}}';
    world.server.script(
      { status: 429, headers: { 'retry-after': '0.05' }, body },
      { status: 503, body },
      { pieces: ['成了。'] },
    );
    const { runId, ...ended } = await world.run();
    expect(doneOf(ended).text).toBe('成了。');
    const retries = world.events.flatMap((told) =>
      told.name === 'ai:retrying' && told.payload.runId === runId ? [told.payload] : [],
    );
    expect(retries.map(({ code }) => code)).toEqual(['MODEL_RATE_LIMITED', 'MODEL_OVERLOADED']);
    expect(retries[0]?.delay).toBe(50);
  });

  it('gives up after the last try, and at once when asked to wait too long', async () => {
    const body = '{"error":{"message":"down"}}';
    world.server.script({ status: 500, body });
    expect(failedOf(await world.run()).error.code).toBe('MODEL_OVERLOADED');
    expect(world.server.calls).toHaveLength(3);
    world.server.script({ status: 429, headers: { 'retry-after': '3600' }, body });
    expect(failedOf(await world.run()).error.code).toBe('MODEL_RATE_LIMITED');
    expect(world.server.calls).toHaveLength(4);
  });

  it('takes silence for a failure, and an answer of nothing for none', async () => {
    world.server.script({ pieces: [' ', '\n'] });
    const failed = failedOf(await world.run());
    expect(failed).toMatchObject({ error: { code: 'MODEL_ANSWER_EMPTY' }, candidateId: null });
  });

  it('notes an answer cut off by its limit', async () => {
    world.server.script({ pieces: ['他说'], finish: 'length' });
    expect(doneOf(await world.run()).notes).toContain('lengthLimit');
  });
});

describe('a provider whose rules about content stop an answer', () => {
  const refusal = 'I will not write this scene.';
  it('is named as that, with its own words beside the text [F4]', async () => {
    await connect('openai-compatible');
    world.server.script({ pieces: [], refusal });
    expect(failedOf(await world.run()).error).toMatchObject({
      code: 'MODEL_CONTENT_REFUSED',
      details: { reason: 'refusal', provider: refusal },
    });
  });

  it.each(['openai-compatible', 'anthropic'] as const)(
    'is named as that by %s where it says nothing more, and keeps what had come [F4]',
    async (provider) => {
      await connect(provider);
      const text = `林远对${provider}说`;
      world.server.script({ pieces: [text], refusal: '' });
      const failed = failedOf(await world.run());
      expect(failed.error).toMatchObject({
        code: 'MODEL_CONTENT_REFUSED',
        details: { reason: 'content-filter' },
      });
      expect(failed.text).toBe(text);
      expect(await candidateOf(failed.runId)).toMatchObject([{ text, partial: true }]);
    },
  );

  it.each([
    [
      400,
      '{"error":{"code":"data_inspection_failed","message":"Input data may contain inappropriate content."}}',
    ],
    [400, '{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}'],
    [400, '{"error":{"code":"content_filter","message":"The response was filtered."}}'],
    [400, '{"error":{"code":"1301","message":"系统检测到输入或生成内容可能包含不安全或敏感内容"}}'],
    [
      403,
      '{"error":{"message":"Your chosen model requires moderation and your input was flagged"}}',
    ],
  ])('is told from a key that is refused: %i %s [F4]', async (status, body) => {
    await connect('openai-compatible');
    world.server.script({ status, body });
    const { error } = failedOf(await world.run());
    expect(error.code).toBe('MODEL_CONTENT_REFUSED');
    expect(body).toContain(z.string().parse(error.details?.provider));
    expect(world.server.calls).toHaveLength(1);
  });
});

describe('what only one of them needs', () => {
  it('marks Anthropic’s last stable block for the cache, on the first request already [S3-17 S3-19]', async () => {
    const { test, server, projectId } = world;
    await connect('anthropic');
    await test.call('constraints:create', { projectId, type: 'style', text: '句子要短' });
    for (let round = 0; round < 3; round += 1) doneOf(await world.run());
    const marks = server.calls.map(({ body }) =>
      (body.system as Block[]).map((block) => block.cache_control ?? null),
    );
    expect(marks).toEqual([
      [null, { type: 'ephemeral' }],
      [null, { type: 'ephemeral' }],
      [null, { type: 'ephemeral' }],
    ]);
    await world.connect({
      provider: 'anthropic',
      baseUrl: `${server.url}/v1`,
      model: modelOf.anthropic,
      caching: false,
    });
    doneOf(await world.run());
    expect(server.calls[3]?.bytes.toString()).not.toContain('cache_control');
  });

  it('tells Ollama the window, which it otherwise cuts the prompt to', async () => {
    await connect('ollama');
    doneOf(await world.run());
    expect(world.server.calls[0]?.body.options).toMatchObject({
      num_ctx: 16_000,
      num_predict: 2000,
    });
  });

  it('thoughts are neither text nor a stall', async () => {
    await connect('openai-compatible');
    world.server.script({ reasoning: '先想一想', pieces: ['船来了。'] });
    expect(doneOf(await world.run()).text).toBe('船来了。');
  });

  it('tells of the try before, where a cap refuses another one [N12]', async () => {
    const { test, server, projectId, documentId, text } = world;
    await connect('openai-compatible');
    const capped = (tokens: number | undefined) =>
      test.call('purse:update', { perDay: tokens === undefined ? {} : { tokens } });
    await capped(1);
    const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
    const { signal } = new AbortController();
    const refused = await test.app.dispatch('ai:run', request, { signal });
    expect(refused).toMatchObject({ ok: false, error: { code: 'PURSE_EXCEEDED' } });
    const { asked } = z
      .object({ asked: z.number() })
      .parse(refused.ok ? {} : refused.error.details);
    const { spent } = await test.call('purse:get', {});
    await capped(spent.perDay.tokens + asked);
    server.script({ pieces: [], end: 'stall' });
    const failed = failedOf(await world.run());
    expect(failed.error).toMatchObject({
      code: 'PURSE_EXCEEDED',
      details: { failedBefore: 'MODEL_STALLED', unit: 'tokens', asked },
    });
    await capped(undefined);
  });
});
