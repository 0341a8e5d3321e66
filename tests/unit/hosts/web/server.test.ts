import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWebServer, type WebServer } from '#main/hosts/web/server.ts';
import { createEventBus, type EventBus } from '#main/events.ts';
import { AppError, ReplyError } from '#shared/errors.ts';
import { createGate, type Gate } from '#tests/helpers/gate.ts';
import { createPartialDispatch } from '#tests/helpers/partial-dispatch.ts';
import { rawHttp } from '#tests/helpers/raw-http.ts';

const token = 'a'.repeat(43);
const bearer = { authorization: `Bearer ${token}` };

let folder: string;
let server: WebServer;
let now: number;
let events: EventBus;
let logged: string[];
let aborted: Gate;
let entered: Gate;
let slowEntered: Gate;
let slowFinish: Gate;

const codeOf = (body: string): string => {
  const reply: unknown = JSON.parse(body);
  if (typeof reply !== 'object' || reply === null || !('error' in reply)) throw new Error(body);
  return ReplyError.parse(reply.error).code;
};

const port = (): string => new URL(server.url).port;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fabula-web-'));
  const renderer = path.join(folder, 'renderer');
  await mkdir(path.join(renderer, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secret.txt'), 'outside');
  await writeFile(
    path.join(renderer, 'index.html'),
    '<!doctype html><html><head><title>Fabula</title></head><body></body></html>',
  );
  await writeFile(path.join(renderer, 'assets', 'index-a1B2c3D4.js'), 'export {};');
  await writeFile(path.join(renderer, 'assets', 'post.worker-a1B2c3D4.js'), 'export {};');
  await writeFile(path.join(renderer, 'assets', '.hidden.txt'), 'hidden');
  await symlink(path.join(folder, 'secret.txt'), path.join(renderer, 'assets', 'leak.txt'));
  logged = [];
  const logger = { log: (level: string, message: string) => logged.push(`${level} ${message}`) };
  events = createEventBus((error) => {
    throw error;
  });
  entered = createGate();
  aborted = createGate();
  slowEntered = createGate();
  slowFinish = createGate();
  const dispatch = createPartialDispatch({
    'projects:list': () => ({ items: [] }),
    'retrieval:index': async (_input, { signal }) => {
      entered.open();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      aborted.open();
      return { chunks: 0, pending: 0 };
    },
    'memory:working:list': async () => {
      slowEntered.open();
      await slowFinish.opened;
      return { items: [] };
    },
    'documents:save': ({ text }) => {
      throw new AppError('DOCUMENT_CONFLICT', 'stale', { units: text.length });
    },
  });
  now = 0;
  const clock = { now: () => now };
  const lastPort = { read: () => 0, note: () => undefined };
  server = await createWebServer({
    ...{ dispatch, events, logger, renderer, token, clock, port: 0, lastPort },
  });
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (channel: string, body: string | Buffer, headers: Record<string, string> = bearer) =>
  rawHttp(`${server.url}/rpc/${encodeURIComponent(channel)}`, { method: 'POST', headers, body });

describe('calls', () => {
  it('answers the Reply with HTTP 200, ok or not', async () => {
    const fine = await call('projects:list', '{}');
    expect([fine.status, JSON.parse(fine.body)]).toEqual([200, { ok: true, value: { items: [] } }]);
    const unknown = await call('projects:nothing', '{}');
    expect([unknown.status, codeOf(unknown.body)]).toEqual([200, 'UNKNOWN_CHANNEL']);
    const wrong = await call('projects:get', '{"projectId":7}');
    expect([wrong.status, codeOf(wrong.body)]).toEqual([200, 'INVALID_INPUT']);
  });

  it('S3-45 refuses a caller without the token of this start', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${token}` },
      // Other ports of this machine are sent the cookies of this one: no cookie lets anybody in.
      { cookie: `fabula_${port()}=${token}`, origin: server.url },
    ]) {
      const answer = await call('projects:list', '{}', headers);
      expect([answer.status, codeOf(answer.body)]).toEqual([401, 'UNAUTHORISED']);
    }
    const inQuery = await rawHttp(`${server.url}/rpc/projects%3Alist?token=${token}`, {
      method: 'POST',
      body: '{}',
    });
    expect(inQuery.status).toBe(401);
    expect(logged).toContain('security request without the token refused');
  });

  it('refuses a foreign Host, even with the token', async () => {
    for (const host of ['evil.example', `evil.example:${port()}`, '127.0.0.1', '127.0.0.1:1']) {
      const answer = await call('projects:list', '{}', { ...bearer, host });
      expect([host, answer.status, codeOf(answer.body)]).toEqual([host, 403, 'UNAUTHORISED']);
      const page = await rawHttp(`${server.url}/`, { headers: { host } });
      expect(page.status).toBe(403);
    }
    for (const host of [`localhost:${port()}`, `[::1]:${port()}`, `LOCALHOST:${port()}`]) {
      expect((await call('projects:list', '{}', { ...bearer, host })).status).toBe(200);
    }
  });

  it('refuses a foreign Origin and sends no CORS headers', async () => {
    for (const origin of [
      'http://evil.example',
      'null',
      `http://127.0.0.1:1`,
      `https://127.0.0.1:${port()}`,
    ]) {
      const answer = await call('projects:list', '{}', { ...bearer, origin });
      expect([answer.status, codeOf(answer.body)]).toEqual([403, 'UNAUTHORISED']);
    }
    const sibling = await call('projects:list', '{}', { ...bearer, 'sec-fetch-site': 'same-site' });
    expect(sibling.status).toBe(403);
    const own = await call('projects:list', '{}', { ...bearer, origin: server.url });
    expect(own.status).toBe(200);
    const preflight = await rawHttp(`${server.url}/rpc/projects%3Alist`, {
      method: 'OPTIONS',
      headers: { origin: server.url, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(405);
    for (const { headers } of [own, preflight]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('answers malformed JSON with 400 and an unknown path with 404', async () => {
    const malformed = await call('projects:list', '{"a":');
    expect([malformed.status, codeOf(malformed.body)]).toEqual([400, 'INVALID_INPUT']);
    for (const depth of [5000, 100_000, 2_000_000]) {
      const deep = `{"layout":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
      expect(codeOf((await call('settings:update', deep)).body)).toBe('INVALID_INPUT');
    }
    expect((await rawHttp(`${server.url}/nothing`, { headers: bearer })).status).toBe(404);
    const posted = await rawHttp(`${server.url}/nothing`, { method: 'POST', headers: bearer });
    expect(posted.status).toBe(404);
    expect(
      (await rawHttp(`${server.url}/rpc/%E0%A4%A`, { method: 'POST', headers: bearer })).status,
    ).toBe(200);
    expect((await rawHttp(`${server.url}//?token=x`)).status).toBe(404);
  });

  it('takes 64 MB and refuses more, announced or not, while staying alive', async () => {
    const text = 'x'.repeat(63 * 1024 * 1024);
    const input = { projectId: 'p', documentId: 'd', expectedVersion: '', text };
    const large = await call('documents:save', JSON.stringify(input));
    expect(JSON.parse(large.body).error.details).toEqual({ units: text.length });
    const tooLarge = Buffer.alloc(64 * 1024 * 1024 + 1, 32);
    const announced = await call('documents:save', tooLarge, {
      ...bearer,
      'content-length': String(tooLarge.length),
    });
    expect([announced.status, codeOf(announced.body)]).toEqual([413, 'INVALID_INPUT']);
    const chunked = await call('documents:save', tooLarge, {
      ...bearer,
      'transfer-encoding': 'chunked',
    });
    expect(chunked.status).toBe(413);
    expect((await call('projects:list', '{}')).status).toBe(200);
  });

  it('aborts the call when its asker leaves', async () => {
    const leaving = new AbortController();
    const asked = fetch(`${server.url}/rpc/retrieval%3Aindex`, {
      method: 'POST',
      headers: bearer,
      body: '{"projectId":"p"}',
      signal: leaving.signal,
    });
    await entered.opened;
    leaving.abort();
    await expect(asked).rejects.toThrow('abort');
    await aborted.opened;
  });
});

describe('sessions', () => {
  const ask = (body: object | string, headers: Record<string, string> = {}) =>
    rawHttp(`${server.url}/session`, {
      method: 'POST',
      headers: { origin: server.url, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const sessionOf = (body: string): string => JSON.parse(body).value.session;

  it('are given once for a code, and let in by header and query [S3-45]', async () => {
    const code = server.newCode();
    const first = await ask({ code });
    const session = sessionOf(first.body);
    expect([first.status, first.headers['set-cookie'], session === token]).toEqual([
      200,
      undefined,
      false,
    ]);
    const headers = { authorization: `Bearer ${session}` };
    expect((await call('projects:list', '{}', headers)).status).toBe(200);
    const stream = await fetch(`${server.url}/events?token=${session}`);
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    const again = await ask({ code });
    expect([again.status, codeOf(again.body)]).toEqual([401, 'UNAUTHORISED']);
    expect((await call('projects:list', '{}', headers)).status).toBe(200);
  });

  it('are not given for a code that is late, nor for the code itself as a key [S3-45]', async () => {
    const code = server.newCode();
    const early = server.newCode();
    expect((await call('projects:list', '{}', { authorization: `Bearer ${code}` })).status).toBe(
      401,
    );
    now = 119_999;
    expect((await ask({ code: early })).status).toBe(200);
    now = 120_000;
    expect((await ask({ code })).status).toBe(401);
    now = 0;
    expect((await ask({ code })).status).toBe(401);
  });

  it('are given for the start token, and for nothing else [S3-45]', async () => {
    expect((await ask({ token })).status).toBe(200);
    for (const [body, status] of [
      [{ token: 'wrong' }, 401],
      [{ code: token }, 401],
      [{ code: '' }, 401],
      [{}, 400],
      [{ code: 1 }, 400],
      [{ code: 'a', token }, 400],
      ['{', 400],
      [`"${'x'.repeat(5000)}"`, 400],
    ] as const) {
      expect([body, (await ask(body)).status]).toEqual([body, status]);
    }
    expect((await ask({ token }, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask({ token }, { host: 'evil.example' })).status).toBe(403);
    expect((await rawHttp(`${server.url}/session`)).status).toBe(405);
    // In an address of a page the token is no longer looked at.
    const page = await rawHttp(`${server.url}/?token=${token}`);
    expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined]);
  });
});

describe('events', () => {
  it('streams them to whoever knows the token, by header or query', async () => {
    for (const [query, headers] of [
      ['', bearer],
      [`?token=${token}`, {}],
    ] as const) {
      const response = await fetch(`${server.url}/events${query}`, { headers });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      if (!response.body) throw new Error('no body');
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      await reader.read();
      events.emit('memory:changed', { projectId: '甲\n乙' });
      const { value } = await reader.read();
      expect(value).toBe('event: memory:changed\ndata: {"projectId":"甲\\n乙"}\n\n');
      await reader.cancel();
    }
  });

  it('S3-45 refuses everybody else', async () => {
    expect((await rawHttp(`${server.url}/events`)).status).toBe(401);
    expect((await rawHttp(`${server.url}/events?token=wrong`)).status).toBe(401);
    const foreign = { ...bearer, origin: 'http://evil.example' };
    expect((await rawHttp(`${server.url}/events`, { headers: foreign })).status).toBe(403);
  });

  it('drops a listener that does not read, and only that one', async () => {
    const slow = connect(Number(port()), '127.0.0.1');
    const gone = new Promise<void>((resolve) => slow.once('close', () => resolve()));
    await new Promise<void>((resolve) => slow.once('connect', () => resolve()));
    slow.write(`GET /events?token=${token} HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\n\r\n`);
    await new Promise<void>((resolve) => slow.once('readable', () => resolve()));
    const notice = { code: 'FLOOD', message: 'x'.repeat(64 * 1024) };
    for (let sent = 0; sent < 400 && !logged.length; sent += 1) {
      events.emit('host:notice', notice);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(logged).toEqual(['warn slow event listener dropped']);
    slow.resume();
    await gone;
    expect((await call('projects:list', '{}')).status).toBe(200);
  });
});

describe('the interface', () => {
  it('serves the page under a closed policy with a nonce of its own', async () => {
    const page = await rawHttp(`${server.url}/`);
    const policy = String(page.headers['content-security-policy']);
    const nonce = /'nonce-([\w-]{20,})'/.exec(policy)?.[1];
    expect(page.body).toContain(`<head><meta property="csp-nonce" nonce="${nonce}">`);
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; ` +
        "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const again = await rawHttp(`${server.url}/`);
    expect(again.headers['content-security-policy']).not.toBe(policy);
  });

  it('lets hashed assets be kept and knows their ETag', async () => {
    const asset = await rawHttp(`${server.url}/assets/index-a1B2c3D4.js`);
    expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(asset.headers['cache-control']).toContain('immutable');
    const known = await rawHttp(`${server.url}/assets/index-a1B2c3D4.js`, {
      headers: { 'if-none-match': String(asset.headers.etag) },
    });
    expect([known.status, known.body]).toEqual([304, '']);
  });

  it('lets the one worker that calls the host do so and nothing else, and every other file nothing', async () => {
    const policyOf = async (file: string): Promise<string> =>
      String((await rawHttp(`${server.url}/assets/${file}`)).headers['content-security-policy']);
    expect(await policyOf('post.worker-a1B2c3D4.js')).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect(await policyOf('index-a1B2c3D4.js')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('leaves its folder by no path', async () => {
    for (const attempt of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/assets/leak.txt',
      '/assets/.hidden.txt',
      '/index.html%00.txt',
      '/assets',
      `/${'x'.repeat(5000)}.txt`,
    ]) {
      expect([attempt, (await rawHttp(`${server.url}${attempt}`)).status]).toEqual([attempt, 404]);
    }
  });
});

it('finishes calls under way before it is closed, and then listens no more', async () => {
  const { url } = server;
  const stream = await fetch(`${url}/events?token=${token}`);
  const asked = call('memory:working:list', '{"projectId":"p"}');
  await slowEntered.opened;
  const closed = server.close();
  slowFinish.open();
  expect(JSON.parse((await asked).body)).toEqual({ ok: true, value: { items: [] } });
  await closed;
  expect(await stream.text()).toBe('retry: 1000\n\n');
  await expect(rawHttp(`${url}/`)).rejects.toThrow('ECONNREFUSED');
});
