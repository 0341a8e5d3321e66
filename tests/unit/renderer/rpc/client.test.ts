import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '#renderer/rpc/client.ts';
import { createEventStream, type EventConnection } from '#renderer/rpc/event-source.ts';
import { createSession } from '#renderer/rpc/session.ts';
import { RpcError } from '#renderer/rpc/rpc-error.ts';
import { createIpcTransport } from '#renderer/rpc/transport-ipc.ts';
import type { HostBridge } from '#shared/contract/bridge.ts';
import type { Json, Reply } from '#shared/errors.ts';
import { createGate } from '#tests/helpers/gate.ts';

const bridgeOf = (own: Partial<HostBridge>): HostBridge => ({
  call: () => Promise.reject(new Error('not in this test')),
  cancel: () => {},
  on: () => () => {},
  onClosing: () => () => {},
  onCommand: () => () => {},
  offer: () => {},
  toggleFullScreen: () => {},
  paste: () => {},
  ...own,
});

const failureOf = async (work: Promise<unknown>): Promise<RpcError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RpcError) return error;
  throw new Error(`expected an RpcError, got ${String(error)}`);
};

describe('a call from the page', () => {
  it('tells who listens that it succeeded, and its failure what was asked', async () => {
    const replies: Reply<Json>[] = [
      { ok: true, value: { items: [] } },
      { ok: false, error: { code: 'DISK_FULL', message: 'full' } },
      { ok: true, value: { items: [] } },
    ];
    const client = createClient(
      createIpcTransport(
        bridgeOf({
          call: () =>
            Promise.resolve(replies.shift() ?? { ok: true, value: null }) as Promise<Reply<Json>>,
        }),
      ),
    );
    const answered: unknown[] = [];
    const end = client.onAnswered((made) => answered.push(made));
    const made = { channel: 'constraints:list', input: { projectId: 'p' } } as const;
    await client.call(made.channel, made.input);
    const failure = await failureOf(client.call(made.channel, made.input));
    end();
    await client.call(made.channel, made.input);
    expect(failure.made).toEqual(made);
    expect(answered).toEqual([made]);
  });

  it('answers the value, or throws with code and details', async () => {
    const replies: Reply<Json>[] = [
      { ok: true, value: { items: [] } },
      {
        ok: false,
        error: { code: 'DOCUMENT_CONFLICT', message: 'stale', details: { version: '2' } },
      },
    ];
    const asked: unknown[] = [];
    const client = createClient(
      createIpcTransport(
        bridgeOf({
          async call(...call) {
            asked.push(call);
            return replies.shift() ?? { ok: true, value: null };
          },
        }),
      ),
    );
    expect(await client.call('projects:list', {})).toEqual({ items: [] });
    const error = await failureOf(client.call('projects:get', { projectId: 'p' }));
    expect([error.code, error.details, error.message]).toEqual([
      'DOCUMENT_CONFLICT',
      { version: '2' },
      'stale',
    ]);
    expect(asked).toEqual([
      ['projects:list', {}, 'call-1'],
      ['projects:get', { projectId: 'p' }, 'call-2'],
    ]);
  });

  it('says so when the program does not answer', async () => {
    const client = createClient(createIpcTransport(bridgeOf({})));
    expect((await failureOf(client.call('projects:list', {}))).code).toBe('HOST_UNREACHABLE');
  });

  it('is cancelled at once, and the program is told which call it was', async () => {
    const never = createGate();
    const told: string[] = [];
    const client = createClient(
      createIpcTransport(
        bridgeOf({
          call: () => never.opened.then(() => ({ ok: true, value: null })),
          cancel: (callId) => told.push(callId),
        }),
      ),
    );
    const leaving = new AbortController();
    const asked = failureOf(
      client.call('retrieval:index', { projectId: 'p' }, { signal: leaving.signal }),
    );
    leaving.abort();
    expect((await asked).code).toBe('CANCELLED');
    expect(told).toEqual(['call-1']);
    const late = client.call('projects:list', {}, { signal: leaving.signal });
    expect((await failureOf(late)).code).toBe('CANCELLED');
    expect(told).toEqual(['call-1']);
  });
});

class FakeConnection extends EventTarget implements EventConnection {
  readyState = 0;
  close(): void {
    this.readyState = 2;
  }
}

describe('the stream of events', () => {
  const open = (isRefused = false) => {
    const connections: FakeConnection[] = [];
    const stream = createEventStream(
      async () => {
        const connection = new FakeConnection();
        connections.push(connection);
        return connection;
      },
      () => Promise.resolve(isRefused),
    );
    return { connections, stream };
  };

  it('opens with the first listener and brings each event to those who asked for it', async () => {
    const { connections, stream } = open();
    expect(connections).toHaveLength(0);
    const heard: string[] = [];
    const stop = stream.subscribe('memory:changed', (data) => heard.push(`m ${data}`));
    stream.subscribe('budget:changed', (data) => heard.push(`b ${data}`));
    await Promise.resolve();
    const [connection] = connections;
    connection?.dispatchEvent(new MessageEvent('memory:changed', { data: '1' }));
    connection?.dispatchEvent(new MessageEvent('budget:changed', { data: '2' }));
    stop();
    connection?.dispatchEvent(new MessageEvent('memory:changed', { data: '3' }));
    expect(heard).toEqual(['m 1', 'b 2']);
    expect(connections).toHaveLength(1);
  });

  it('is waited for by whoever asks, until it stands or fails', async () => {
    for (const outcome of ['open', 'error']) {
      const { connections, stream } = open();
      const steps: string[] = [];
      const asked = stream.ready().then(() => steps.push('asked'));
      await Promise.resolve();
      steps.push(outcome);
      connections[0]?.dispatchEvent(new Event(outcome));
      await asked;
      await stream.ready();
      expect(steps).toEqual([outcome, 'asked']);
      expect(connections).toHaveLength(1);
    }
  });

  it('tells how it stands, and once that it was refused', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { connections, stream } = open(true);
    const states: string[] = [];
    const refused = createGate();
    stream.onState((state) => {
      states.push(state);
      if (state === 'refused') refused.open();
    });
    await Promise.resolve();
    const [connection] = connections;
    connection?.dispatchEvent(new Event('open'));
    connection?.dispatchEvent(new Event('error'));
    connection?.dispatchEvent(new Event('open'));
    connection?.close();
    connection?.dispatchEvent(new Event('error'));
    await refused.opened;
    expect(states).toEqual(['connecting', 'open', 'lost', 'open', 'lost', 'refused']);
    // The next try, which is refused as well, says nothing new.
    await vi.advanceTimersByTimeAsync(2000);
    const [, next] = connections;
    next?.close();
    next?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(2000);
    expect(connections).toHaveLength(3);
    expect(states.slice(6)).toEqual([]);
  });
});

describe('the session of a page', () => {
  const open = async (hash: string, answer: () => Response) => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
      asked.push(JSON.parse(init.body));
      return answer();
    });
    const store = new Map([['fabula-session', 'before']]);
    const shown: string[] = [];
    const session = createSession({
      location: { hash, pathname: '/', search: '?project=p' } as Location,
      history: {
        state: null,
        replaceState: (_state: unknown, _title: string, address: string) => shown.push(address),
      } as unknown as History,
      localStorage: {
        getItem: (name: string) => store.get(name) ?? null,
        setItem: (name: string, value: string) => store.set(name, value),
      } as unknown as Storage,
    });
    const result = { headers: await session.headers(), query: await session.query(), asked, shown };
    vi.unstubAllGlobals();
    return result;
  };
  const granted = () => Response.json({ ok: true, value: { session: 'new' } });

  it('is traded for what the address brought, which leaves the address', async () => {
    expect(await open('#code=abc_-1&chapter', granted)).toEqual({
      headers: { authorization: 'Bearer new' },
      query: '?token=new',
      asked: [{ code: 'abc_-1' }],
      shown: ['/?project=p#chapter'],
    });
    expect((await open('#token=t', granted)).asked).toEqual([{ token: 't' }]);
  });

  it('stays the one before when the code is not taken, or the address brings none', async () => {
    const refused = () => new Response('{}', { status: 401 });
    expect((await open('#code=used', refused)).headers.authorization).toBe('Bearer before');
    const plain = await open('#chapter', granted);
    expect([plain.query, plain.asked, plain.shown]).toEqual(['?token=before', [], []]);
  });
});
