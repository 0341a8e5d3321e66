import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Channel, Input } from '#shared/contract/index.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'fabula-crash-'));
const book = join(folder, 'book');
let server: ModelServer;
let served: Served;
let projectId: string;
let conversationId: string;

const call = <C extends Channel>(channel: C, input: Input<C>) => callTo(served, channel, input);

const start = async (): Promise<void> => {
  served = await serveFabula(join(folder, 'data'), ['--port', '0']);
  ({ projectId } = await call('projects:open', { path: book, language: 'zh-CN' }));
};
const messages = async () => (await call('conversation:get', { conversationId })).messages;

/** Asked again until it is so: the process that would tell is the one that dies. */
const until = async <T>(ask: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> => {
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    await wait(20);
  }
};

beforeAll(async () => {
  server = await startModelServer();
  mkdirSync(book);
  writeFileSync(join(book, '01.md'), '# 第一章\n\n雪落了一夜。\n');
  await start();
  await call('ai:models:save', {
    id: 'scripted',
    provider: 'openai-compatible',
    baseUrl: `${server.url}/v1`,
    model: 'gpt-4o',
    contextWindow: 64_000,
    toolProtocol: 'native',
  });
  await call('settings:update', { tools: { bash: 'allow' } });
});
afterAll(async () => {
  await served.stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ conversationId } = await call('conversation:create', { projectId }));
});

/** Kills the process as a power cut would, and starts another on the same data. */
const crash = async (): Promise<void> => {
  await served.stop('SIGKILL');
  await start();
};

/** Pairs as the database has them, and as the provider is sent them. */
const expectPairs = async (): Promise<void> => {
  const kept = await messages();
  const asked = kept.flatMap(({ metadata }) => (metadata.calls ?? []).map((one) => one.call_id));
  const results = kept.flatMap(({ role, metadata }) => (role === 'tool' ? [metadata.call_id] : []));
  expect(results).toEqual(asked);
  const sent = (server.calls.at(-1)?.body.messages ?? []) as {
    tool_calls?: { id: string }[];
    tool_call_id?: string;
  }[];
  const sentAsked = sent.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
  const sentResults = sent.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
  expect(sentResults).toEqual(sentAsked);
};

describe('kill -9 in the middle of a turn', () => {
  it('while the model speaks: the steps before are kept, and the turn goes on', async () => {
    server.script(
      scripted('native', {
        calls: [
          ['Read', { path: '01.md' }],
          ['LS', {}],
        ],
      }),
      {
        pieces: ['雪'],
        end: 'stall',
      },
    );
    const pieces = server.nextPieces().then(() => server.nextPieces());
    await call('conversation:send', { conversationId, text: '读第一章' });
    await pieces;
    await crash();
    const info = await call('conversation:get', { conversationId });
    expect(info).toMatchObject({ interrupted: true, turnId: null });
    expect(info.messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
    server.script(scripted('native', { answer: '读完了' }));
    await call('conversation:resume', { conversationId });
    const kept = await until(messages, (all) => all.at(-1)?.content === '读完了');
    expect(kept.at(-1)?.metadata.kind).toBe('finish');
    // The running turn still reasons on the full observation.
    expect(wordsOf(server.calls.at(-1))).toContain('雪落了一夜。');
    await expectPairs();
  });

  it('while a tool runs: its call is answered, the call after it too', async () => {
    // It outlives its parent, but not for long.
    const command = 'sleep 20';
    server.script(
      scripted('native', {
        calls: [
          ['Bash', { command }],
          ['LS', {}],
        ],
      }),
    );
    await call('conversation:send', { conversationId, text: '跑' });
    await until(messages, (all) => all.some(({ metadata }) => (metadata.calls ?? []).length > 0));
    await crash();
    server.script(scripted('native', { answer: '没有跑完' }));
    await call('conversation:resume', { conversationId });
    const kept = await until(messages, (all) => all.at(-1)?.content === '没有跑完');
    const codes = kept
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.parse(content).error.code);
    expect(codes).toEqual(['INTERRUPTED', 'INTERRUPTED']);
    await expectPairs();
  });

  it('before the model said anything: the question is kept', async () => {
    server.script({ end: 'stall', pieces: [] });
    const pieces = server.nextPieces();
    await call('conversation:send', { conversationId, text: '还在吗' });
    await pieces;
    await crash();
    server.script(scripted('native', { answer: '在' }));
    await call('conversation:resume', { conversationId });
    const kept = await until(messages, (all) => all.at(-1)?.content === '在');
    expect(kept.map(({ role }) => role)[0]).toBe('user');
    expect(kept[0]?.content).toBe('还在吗');
  });
});
