import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyFile, createKeyStore, createModels } from '#main/ai/runs/index.ts';
import type { ModelsService, ChatRequest } from '#main/ai/runs/service.ts';
import { tokenizerFor } from '#main/context/tokens/index.ts';
import { AppError } from '#shared/errors.ts';
import type { Provider } from '#shared/domain/model-profile.ts';
import { egressOver } from '#tests/helpers/egress.ts';
import { quick } from '#tests/helpers/ai-world.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let server: ModelServer;
let stores: StoreWorld;
let models: ModelsService;
const folder = mkdtempSync(join(tmpdir(), 'fabula-chat-'));
const signal = new AbortController().signal;

beforeAll(async () => {
  server = await startModelServer();
  stores = openStoreWorld();
  const { database, events, clock, tokens } = stores;
  models = createModels({
    egress: egressOver(database, clock),
    database,
    events,
    clock,
    keys: createKeyStore({
      secrets: null,
      file: createKeyFile(folder),
      environment: {},
      database,
    }),
    tokenizerOf: tokenizerFor,
    counterOf: () => tokens,
    localServers: [],
    ...quick,
  });
});
afterAll(async () => {
  await server.close();
  stores.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.calls.length = 0;
});

const connect = (provider: Provider) =>
  models.save({
    id: 'scripted',
    provider,
    baseUrl: `${server.url}${provider === 'ollama' ? '' : '/v1'}`,
    model: 'scripted',
    contextWindow: 16_000,
    maxOutput: 2000,
    apiKey: provider === 'ollama' ? '' : 'test-key-1234567890',
    prices: { currency: 'USD', input: 1, output: 2 },
  });

const read = {
  name: 'Read',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};
const chatOf = (change: Partial<ChatRequest> = {}): ChatRequest => ({
  projectId: 'p1',
  isStillOpen: () => true,
  system: ['你是助手。', '本书用第一人称。'],
  messages: [
    { role: 'user', text: '以前的问题' },
    {
      role: 'assistant',
      text: '先看一章',
      calls: [{ callId: 'abc123XYZ', toolName: 'Read', input: { path: '一.md' } }],
    },
    { role: 'tool', results: [{ callId: 'abc123XYZ', toolName: 'Read', text: '雪落了一夜' }] },
    { role: 'assistant', text: '以前的回答', calls: [] },
    { role: 'user', text: '现在的问题' },
  ],
  settled: 4,
  tools: [read],
  stop: [],
  ...change,
});

type Wire = Record<string, unknown> & { messages: Record<string, unknown>[] };
const bodyOf = (index = 0): Wire => server.calls[index]?.body as Wire;

/** A refusal in the words of all three. */
const refusal = (message: string) => ({
  status: 400,
  body: JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }),
});

const providers: readonly Provider[] = ['openai-compatible', 'anthropic', 'ollama'];

describe.each(providers)('%s', (provider) => {
  beforeAll(() => connect(provider));

  it('offers tools and sends calls and results paired [S4-29]', async () => {
    server.script({ pieces: ['好'], usage: { input: 1000, output: 500 } });
    const answer = await models.sendChat(chatOf(), signal);
    expect(answer).toMatchObject({ text: '好', calls: [], finish: 'stop' });
    expect(answer.usage).toMatchObject({ inputTokens: 1000, outputTokens: 500, cost: 0.002 });
    const sent = JSON.stringify(bodyOf());
    expect(bodyOf().tools).toHaveLength(1);
    // Once where it is called, once where it is answered.
    expect(sent.split('abc123XYZ')).toHaveLength(3);
    expect(sent.indexOf('雪落了一夜')).toBeGreaterThan(sent.indexOf('一.md'));
    expect(sent.indexOf('现在的问题')).toBeGreaterThan(sent.indexOf('以前的回答'));
  });

  it('collects words and calls that come in pieces [S4-29]', async () => {
    server.script({
      pieces: ['先', '看'],
      calls: [
        { id: 'one', name: 'Read', arguments: { path: '第一章 “雪”.md' } },
        { name: 'Grep', arguments: { pattern: '[雪]' } },
      ],
    });
    const heard: string[] = [];
    const answer = await models.sendChat(chatOf(), signal, (text) => heard.push(text));
    expect(heard.join('')).toBe('先看');
    expect(answer.finish).toBe('calls');
    expect(answer.calls.map(({ toolName, input }) => ({ toolName, input }))).toEqual([
      { toolName: 'Read', input: { path: '第一章 “雪”.md' } },
      { toolName: 'Grep', input: { pattern: '[雪]' } },
    ]);
    const ids = answer.calls.map(({ callId }) => callId);
    expect(ids.every((id) => id !== '')).toBe(true);
    expect(new Set(ids).size).toBe(2);
  });

  it('names tools so that every provider takes them, and finds them again', async () => {
    const tools = [
      { ...read, name: '查询.设定' },
      { ...read, name: '查询 设定' },
    ];
    server.script((call) => {
      const names = [...JSON.stringify(call.body.tools).matchAll(/"name":"([^"]+)"/gu)];
      return { calls: names.map(([, name]) => ({ name: name ?? '', arguments: { path: 'x' } })) };
    });
    const answer = await models.sendChat(
      chatOf({ tools, messages: [{ role: 'user', text: '查' }] }),
      signal,
    );
    expect(answer.calls.map(({ toolName }) => toolName)).toEqual(['查询.设定', '查询 设定']);
    expect(JSON.stringify(bodyOf().tools)).not.toContain('查询');
  });

  it('asks to stop before the model invents an observation', async () => {
    server.script({ pieces: ['好'] });
    await models.sendChat(chatOf({ tools: [], stop: ['\nObservation:'] }), signal);
    expect(JSON.stringify(bodyOf())).toContain('"\\nObservation:"');
    expect(bodyOf().tools).toBeUndefined();
  });

  it('does without stop texts where a model refuses them', async () => {
    server.script(refusal("Unsupported parameter: 'stop'"), { pieces: ['好'] });
    const answer = await models.sendChat(chatOf({ tools: [], stop: ['\nObservation:'] }), signal);
    expect(answer.text).toBe('好');
    expect(JSON.stringify(bodyOf(1))).not.toContain('Observation');
  });

  it('says that a prompt is too long', async () => {
    server.script(refusal('prompt is too long: 210000 tokens > 200000 maximum'));
    const failure = await models.sendChat(chatOf(), signal).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'MODEL_PROMPT_TOO_LONG' });
  });

  it('tries again while nothing has come, and closes the connection when it is stopped', async () => {
    server.script({ status: 503 }, { pieces: ['好'] });
    expect((await models.sendChat(chatOf(), signal)).text).toBe('好');
    const stop = new AbortController();
    server.script({ pieces: ['半'], end: 'stall' });
    const [closed, pieces] = [server.nextAbort(), server.nextPieces()];
    const answering = models.sendChat(chatOf(), stop.signal).catch((error: unknown) => error);
    await pieces;
    stop.abort(new AppError('CANCELLED', 'stopped'));
    expect(await answering).toMatchObject({ code: 'CANCELLED' });
    expect((await closed).aborted).toBe(true);
  });
});

it('hands on arguments that are no JSON as they came', async () => {
  await connect('openai-compatible');
  server.script({ calls: [{ id: 'one', name: 'Read', arguments: '{"path": 一.md' }] });
  const answer = await models.sendChat(chatOf(), signal);
  expect(answer.calls).toEqual([{ callId: 'one', toolName: 'Read', input: '{"path": 一.md' }]);
});

it('tells calls apart that a server gives the same id', async () => {
  await connect('anthropic');
  const call = { id: 'same', name: 'Read', arguments: { path: 'x' } };
  server.script({ calls: [call, call] });
  const { calls } = await models.sendChat(chatOf(), signal);
  expect(new Set(calls.map(({ callId }) => callId)).size).toBe(2);
});

it('marks the stable blocks and what is settled for the cache of Anthropic [S3-17]', async () => {
  await connect('anthropic');
  server.script({ pieces: ['好'] });
  await models.sendChat(chatOf(), signal);
  const { system, messages } = bodyOf() as unknown as {
    system: Record<string, unknown>[];
    messages: { content: Record<string, unknown>[] }[];
  };
  expect(system.map(({ cache_control: mark }) => mark !== undefined)).toEqual([false, true]);
  const marked = messages.flatMap(({ content }) =>
    content.filter(({ cache_control: mark }) => mark !== undefined).map(({ text }) => text),
  );
  expect(marked).toEqual(['以前的回答', '现在的问题']);
});
