import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '#shared/domain/model-profile.ts';
import { type AiWorld, createAiWorld, doneOf, quick } from '#tests/helpers/ai-world.ts';
import type { Script } from '#tests/helpers/model-server.ts';
import { answerParts, countWords, type Words } from '#tests/helpers/usage-answers.ts';

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld({ aiTiming: quick });
});
afterAll(() => world.close());
beforeEach(() => world.server.script({}));

const text = '潮水退了。';
const contextWindow = 16_000;
const pathOf: Record<Provider, string> = {
  'openai-compatible': '/v1',
  anthropic: '/v1',
  ollama: '',
};
const connect = (provider: Provider) =>
  world.connect({
    provider,
    baseUrl: `${world.server.url}${pathOf[provider]}`,
    model: 'scripted',
    contextWindow,
    apiKey: provider === 'ollama' ? '' : 'test-key-1234567890',
    prices: { currency: '¥', input: 4, cachedInput: 0.4, output: 16 },
  });

type Body = NonNullable<Script['body']>;
const answerWith = (body: Body, provider: Provider): void => {
  const type = provider === 'ollama' ? 'application/x-ndjson' : 'text/event-stream';
  world.server.script({ status: 200, headers: { 'content-type': type }, body });
};
const spent = async () => (await world.test.call('purse:get', {})).spent.perDay;

/** A run that is answered so: what it shows, and what the books gained. */
const runWith = async (body: Body, provider: Provider) => {
  answerWith(body, provider);
  const before = await spent();
  const done = doneOf(await world.run());
  const after = await spent();
  expect(done.text).toBe(text);
  return {
    usage: done.usage,
    reconciliation: done.reconciliation,
    counted: after.tokens - before.tokens,
    estimated: after.estimatedTokens - before.estimatedTokens,
  };
};

const untold = { inputTokens: null, cachedInputTokens: null, outputTokens: null, cost: null };
const ends = { LF: '\n', 'CR LF': '\r\n', CR: '\r' };

describe.each(['openai-compatible', 'anthropic', 'ollama'] as const)('%s [N12]', (provider) => {
  beforeAll(() => connect(provider));
  const parts = (words: Words) => answerParts[provider](text, words);
  const counts = (input: string, output: string) => parts(countWords[provider](input, output));

  it('is believed, in text as well as in numbers', async () => {
    for (const written of [counts('900', '12'), counts('"900"', '"12"')]) {
      const { usage, counted, estimated } = await runWith(written.join(''), provider);
      expect(usage).toMatchObject({ inputTokens: 900, outputTokens: 12 });
      expect([counted, estimated]).toEqual([912, 0]);
    }
  });

  it.each([
    ['not at all', '', ''],
    ['as null', 'null', 'null'],
    ['as zeros', '0', '0'],
    ['as a text that is no number', '"1,000"', '"a lot"'],
    ['below zero', '-900', '-12'],
    ['in parts of a token', '900.5', '12.5'],
    ['as no number', 'NaN', 'NaN'],
    ['without end', 'Infinity', '-Infinity'],
    ['with a comma', '1,000', '1,2'],
    ['as nothing', '', ''],
    ['as an object', '{"total":900}', '[12]'],
    ['as a truth', 'true', 'false'],
    ['beyond the window', '900000', '900000'],
    ['beyond belief', '9e300', '1e999'],
  ])(
    'told %s it costs nobody the answer, shows nothing, and is estimated',
    async (how, input, output) => {
      const given = how === 'not at all' ? parts({}) : counts(input, output);
      const { usage, reconciliation, counted, estimated } = await runWith(given.join(''), provider);
      expect(usage).toMatchObject(untold);
      expect(reconciliation).toMatchObject({ reportedInputTokens: null, inputError: null });
      expect(estimated).toBe(counted);
      expect(counted).toBeGreaterThan(20);
      expect(counted).toBeLessThan(contextWindow);
    },
  );

  it('is estimated where only one of two is told', async () => {
    const { usage, counted, estimated } = await runWith(counts('900', 'null').join(''), provider);
    expect(usage).toMatchObject({ inputTokens: 900, outputTokens: null, cost: null });
    expect(estimated).toBe(counted);
    expect(counted).toBeGreaterThan(900);
    expect(counted).toBeLessThan(920);
  });

  it.each(Object.entries(ends))('is read with lines that end in %s', async (_name, end) => {
    const body = counts('900', '12').join('').replaceAll('\n', end);
    const { usage } = await runWith(body, provider);
    expect(usage).toMatchObject({ inputTokens: 900, outputTokens: 12 });
  });

  it('is read in one piece with the text, byte by byte, and without a line end', async () => {
    const body = counts('900', '12').join('').replaceAll('\n', '\r\n');
    const bytes = [...Buffer.from(body)].map((byte) => Uint8Array.of(byte));
    for (const one of [body, body.trimEnd(), bytes]) {
      const { usage } = await runWith(one, provider);
      expect(usage).toMatchObject({ inputTokens: 900, outputTokens: 12 });
    }
  });
});

describe('what only one protocol can say [N12]', () => {
  const ofOpenAi = (words: Words) => answerParts['openai-compatible'](text, words).join('');
  const ofAnthropic = (words: Words) => answerParts.anthropic(text, words).join('');

  it.each([
    ['a word', '"a lot"'],
    ['a list', '[900,12]'],
    ['only a sum', '{"total_tokens":912}'],
    ['no JSON', 'unavailable'],
    ['an object that never ends', '{"prompt_tokens":900,'],
  ])('openai-compatible: %s is not told', async (_name, end) => {
    await connect('openai-compatible');
    const { usage, counted, estimated } = await runWith(ofOpenAi({ end }), 'openai-compatible');
    expect(usage).toMatchObject(untold);
    expect(estimated).toBe(counted);
  });

  it.each([
    [
      'an event without choices',
      'data: {"usage":{"prompt_tokens":900,"completion_tokens":12}}\n\n',
      900,
    ],
    [
      'choices that are none',
      'data: {"choices":null,"usage":{"prompt_tokens":900,"completion_tokens":12}}\n\n',
      900,
    ],
    [
      'an event over several lines',
      'data: {"choices":[],\ndata: "usage":{"prompt_tokens":900,\ndata:"completion_tokens":12}}\n\n',
      900,
    ],
    [
      'an event of nothing but counts',
      'data: {"prompt_tokens":900,"tokens_a_second":"12"}\n\n',
      null,
    ],
    ['an event that is a number', 'data: 912\n\n', null],
    ['an event that is no JSON', 'data: usage: 900 in, 12 out\n\n', null],
  ])('openai-compatible: %s', async (_name, event, input) => {
    await connect('openai-compatible');
    const body = ofOpenAi({ end: '{}' }).replace(/data: [^\n]*"usage":\{\}\}\n\n/u, event);
    expect(body).toContain(event);
    const { usage } = await runWith(body, 'openai-compatible');
    expect(usage).toMatchObject({ inputTokens: input, outputTokens: input === null ? null : 12 });
  });

  it.each([
    [
      'grows from piece to piece',
      '{"prompt_tokens":900,"completion_tokens":1}',
      '{"prompt_tokens":900,"completion_tokens":12}',
      12,
    ],
    [
      'comes whole first',
      '{"prompt_tokens":900,"completion_tokens":12}',
      '{"prompt_tokens":900,"completion_tokens":1}',
      12,
    ],
    [
      'cannot be read at the end',
      '{"prompt_tokens":900,"completion_tokens":1}',
      '{"prompt_tokens":"?","completion_tokens":"?"}',
      null,
    ],
    ['says nothing at the end', '{"prompt_tokens":900,"completion_tokens":12}', 'null', 12],
  ])('openai-compatible: told twice, it %s', async (_name, start, end, output) => {
    await connect('openai-compatible');
    const { usage } = await runWith(ofOpenAi({ start, end }), 'openai-compatible');
    expect(usage).toMatchObject({ inputTokens: 900, outputTokens: output });
  });

  it('openai-compatible: what a cache served of more than all is not believed, nor is the whole', async () => {
    await connect('openai-compatible');
    const end =
      '{"prompt_tokens":10,"completion_tokens":12,"prompt_tokens_details":{"cached_tokens":1000}}';
    const { usage, counted, estimated } = await runWith(ofOpenAi({ end }), 'openai-compatible');
    expect(usage).toMatchObject({ inputTokens: null, cachedInputTokens: null, outputTokens: 12 });
    expect(counted).toBeGreaterThan(100);
    expect(estimated).toBe(counted);
  });

  it('openai-compatible: a cache that cannot be read leaves the input as it was told, at its full price', async () => {
    await connect('openai-compatible');
    const end =
      '{"prompt_tokens":1000,"completion_tokens":1000,"prompt_tokens_details":{"cached_tokens":"?"}}';
    const { usage } = await runWith(ofOpenAi({ end }), 'openai-compatible');
    expect(usage).toMatchObject({ inputTokens: 1000, cachedInputTokens: null, cost: 0.02 });
  });

  it.each([
    [
      'in both places',
      '{"input_tokens":100,"cache_read_input_tokens":800,"output_tokens":1}',
      '{"input_tokens":100,"cache_read_input_tokens":800,"output_tokens":12}',
      900,
      800,
    ],
    [
      'at the end alone',
      '{"input_tokens":0,"output_tokens":0}',
      '{"input_tokens":900,"output_tokens":12}',
      900,
      null,
    ],
    [
      'at the start, and as nothing at the end',
      '{"input_tokens":900,"output_tokens":1}',
      '{"input_tokens":0,"output_tokens":12}',
      900,
      null,
    ],
    [
      'all of it by a cache',
      '{"input_tokens":0,"cache_read_input_tokens":900,"output_tokens":1}',
      '{"output_tokens":12}',
      900,
      900,
    ],
    [
      'with a cache that cannot be read',
      '{"input_tokens":100,"cache_read_input_tokens":"?","output_tokens":1}',
      '{"output_tokens":12}',
      null,
      null,
    ],
  ])('anthropic: input told %s', async (_name, start, end, input, cached) => {
    await connect('anthropic');
    const { usage } = await runWith(ofAnthropic({ start, end }), 'anthropic');
    expect(usage).toMatchObject({
      inputTokens: input,
      cachedInputTokens: cached,
      outputTokens: 12,
    });
  });

  it('anthropic: the output of the start is no output', async () => {
    await connect('anthropic');
    const start = '{"input_tokens":900,"output_tokens":1}';
    for (const words of [{ start }, { start, end: 'null' }, { start, end: '"?"' }]) {
      const { usage, counted, estimated } = await runWith(ofAnthropic(words), 'anthropic');
      expect(usage).toMatchObject({ inputTokens: 900, outputTokens: null });
      expect(estimated).toBe(counted);
    }
  });

  it('ollama: times that cannot be read cost nobody the answer', async () => {
    await connect('ollama');
    const end =
      '"total_duration":"5s","load_duration":null,"prompt_eval_count":900,"prompt_eval_duration":-1,"eval_count":12,"eval_duration":[]';
    const { usage } = await runWith(answerParts.ollama(text, { end }).join(''), 'ollama');
    expect(usage).toMatchObject({ inputTokens: 900, outputTokens: 12 });
  });
});
