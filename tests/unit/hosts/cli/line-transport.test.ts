import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLineTransport } from '#main/hosts/cli/line-transport.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** A server of the SDK whose tool `hang` is never done, and says what it is asked to end. */
const lend = async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let written = '';
  output.on('data', (chunk) => {
    written += String(chunk);
  });
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
  let heard: AbortSignal | null = null;
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    if (params.name !== 'hang') return { content: [] };
    heard = signal;
    await new Promise(() => undefined);
    return { content: [] };
  });
  const closed = vi.fn<() => void>();
  server.onclose = closed;
  await server.connect(createLineTransport(input, output));
  const write = (message: object) =>
    void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const settle = async () => {
    for (let count = 0; count < 20; count += 1) await turn();
  };
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  const replies = () =>
    written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id?: number; result?: Record<string, unknown> });
  return {
    ...{ input, write, settle, closed, replies, isCalledOff: () => heard?.aborted },
    greet: (more: object = {}) =>
      write({ id: 0, method: 'initialize', params: { ...params, ...more } }),
    call: (id: number, name: string) => write({ id, method: 'tools/call', params: { name } }),
  };
};

describe('the lines of a lent book [N16]', () => {
  it('after the end of the input wait ten seconds for a call that hangs, and no longer', async () => {
    const lent = await lend();
    lent.greet();
    lent.call(1, 'hang');
    lent.call(2, 'done');
    lent.input.end();
    await lent.settle();
    expect(lent.replies().map(({ id }) => id)).toEqual([0, 2]);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(lent.closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(lent.closed).toHaveBeenCalledOnce();
    // What still runs is told, and writes to nobody.
    expect(lent.isCalledOff()).toBe(true);
    expect(lent.replies()).toHaveLength(2);
  });

  it('wait for nothing where the call that hangs was called off', async () => {
    const lent = await lend();
    lent.greet();
    lent.call(1, 'hang');
    lent.write({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'late' } });
    await lent.settle();
    expect(lent.isCalledOff()).toBe(true);
    lent.input.end();
    await lent.settle();
    expect(lent.closed).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('answer a ping and take notifications before the greeting, and offer a version they know for one they do not', async () => {
    const lent = await lend();
    lent.write({ method: 'notifications/cancelled', params: { requestId: 9 } });
    lent.write({ method: 'notifications/guessed' });
    lent.write({ id: 5, method: 'ping' });
    lent.greet({ protocolVersion: '1999-01-01' });
    lent.write({ method: 'notifications/initialized' });
    await lent.settle();
    expect(lent.replies()).toMatchObject([
      { id: 5, result: {} },
      { id: 0, result: { protocolVersion: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) } },
    ]);
    expect(lent.closed).not.toHaveBeenCalled();
  });
});
