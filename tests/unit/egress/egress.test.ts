import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLedger, maxRows, type NewRow } from '#main/egress/ledger.ts';
import type { EgressService } from '#main/egress/service.ts';
import type { EgressEntry } from '#shared/domain/egress.ts';
import { egressOver } from '#tests/helpers/egress.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

const secret = '鸬鹚-sk-1234567890';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let stores: StoreWorld;
let egress: EgressService;
let server: Server;
let origin: string;
let answer: RequestListener;
let asked: string[];
let logged: string[];

const open = (): EgressService =>
  egressOver(stores.database, stores.clock, {
    log: (_level, message) => void logged.push(message),
  });
const list = (filter: Partial<Parameters<EgressService['list']>[0]> = {}) =>
  egress.list({ limit: 200, ...filter });
const last = (): EgressEntry => {
  const [entry] = list().items;
  if (!entry) throw new Error('nothing is recorded');
  return entry;
};

const asking: Parameters<EgressService['doorFor']>[0] = {
  projectId: 'p',
  assemblyId: 'a',
  forecast: {
    purpose: 'run',
    inputTokens: 7,
    outputTokens: 5,
    prices: null,
    isOwnMachine: true,
  },
  count: (text) => text.length,
};

beforeEach(async () => {
  stores = openStoreWorld();
  logged = [];
  egress = open();
  asked = [];
  answer = (_request, response) => void response.end('yes');
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  stores.close();
});

describe('a request through the one door', () => {
  it('is recorded before it is sent, with size and hash and nothing of what was sent [B12]', async () => {
    const seen: EgressEntry[] = [];
    answer = (_request, response) => {
      seen.push(last());
      response.end('yes');
    };
    const { send } = egress.doorFor(asking);
    const response = await send(`${origin}/v1/${encodeURIComponent(secret)}?key=${secret}`, {
      method: 'post',
      headers: { authorization: `Bearer ${secret.slice(3)}` },
      body: secret,
    });
    expect(await response.text()).toBe('yes');
    expect(seen).toMatchObject([{ status: 'sending', outcome: 'sending', endedAt: null }]);
    const entry = last();
    expect(entry).toMatchObject({
      ...{ purpose: 'run', projectId: 'p', assemblyId: 'a', tokens: 7, origin, method: 'POST' },
      ...{ bytes: Buffer.byteLength(secret), sha256: sha256(secret) },
      ...{ status: 200, outcome: 'answered' },
    });
    const rows = stores.database.prepare('SELECT * FROM egress').all();
    expect(JSON.stringify(rows)).not.toMatch(/鸬鹚|sk-1234|%../);
  });

  it('is not sent when it cannot be recorded, because the disk is full [B12]', async () => {
    const { database } = stores;
    database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`);
    const send = egress.fetchFor({ purpose: 'web', projectId: 'x'.repeat(200_000) });
    await expect(send(origin, { method: 'POST', body: 'a' })).rejects.toMatchObject({
      code: 'DISK_FULL',
    });
    const page = {
      url: new URL(origin),
      headers: {},
      resolve: () => Promise.reject(new Error('no name is asked for')),
      signal: new AbortController().signal,
    };
    const asking = { purpose: 'web', projectId: 'x'.repeat(200_000) } as const;
    await expect(egress.openPage(asking, page)).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(asked).toEqual([]);
  });

  it('keeps its answer when only its end cannot be recorded, and is unknown later [B12]', async () => {
    answer = (_request, response) => {
      stores.database.pragma('query_only = ON');
      response.end('yes');
    };
    const response = await egress.fetchFor({ purpose: 'web' })(origin);
    expect(await response.text()).toBe('yes');
    stores.database.pragma('query_only = OFF');
    expect(last().outcome).toBe('sending');
    expect(logged).toEqual(['the end of a request was not recorded']);
  });

  it('follows no redirect, for the next address would be another request [B12]', async () => {
    answer = (_request, response) => void response.writeHead(307, { location: '/next' }).end();
    const response = await egress.fetchFor({ purpose: 'web' })(origin, { redirect: 'follow' });
    expect(response.status).toBe(307);
    expect(asked).toEqual(['GET /']);
    expect(last()).toMatchObject({ status: 307, outcome: 'answered' });
  });

  it('says of a server that is not there, of an answer that broke off and of one given up [B12]', async () => {
    const send = egress.fetchFor({ purpose: 'web' });
    await expect(send('http://127.0.0.1:1/')).rejects.toThrow('fetch failed');
    expect(last()).toMatchObject({ status: 'failed', outcome: 'failed' });
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    await expect((await send(origin)).text()).rejects.toThrow('terminated');
    expect(last()).toMatchObject({ status: 200, outcome: 'failed' });
    answer = (_request, response) => void response.writeHead(200).write('half');
    const giveUp = new AbortController();
    const response = await send(origin, { signal: giveUp.signal });
    const reading = response.text();
    giveUp.abort();
    await expect(reading).rejects.toThrow('aborted');
    expect(last()).toMatchObject({ status: 200, outcome: 'aborted' });
    await expect(send(origin, { signal: giveUp.signal })).rejects.toThrow('aborted');
    expect(list().total).toBe(3);
  });

  it('sends only what it could hash: no stream, no form [B12]', async () => {
    const send = egress.fetchFor({ purpose: 'web' });
    const init = { method: 'POST', body: new Blob(['a']).stream(), duplex: 'half' } as RequestInit;
    await expect(send(origin, init)).rejects.toThrow(TypeError);
    await expect(send(new Request(origin))).rejects.toThrow(TypeError);
    expect([asked, list().total]).toEqual([[], 0]);
  });

  it('is not sent when the address of a page is refused, and says so [B12]', async () => {
    const page = {
      url: new URL(origin),
      headers: {},
      resolve: () => Promise.reject(new Error('refused')),
      signal: new AbortController().signal,
    };
    await expect(egress.openPage({ purpose: 'web' }, page)).rejects.toThrow('refused');
    expect(asked).toEqual([]);
    expect(last()).toMatchObject({ purpose: 'web', status: 'notSent' });
  });
});

const rowAt = (at: number, change: Partial<NewRow> = {}): NewRow => ({
  ...{ at, purpose: 'run', projectId: 'p', origin: 'http://a', method: 'POST', bytes: 1 },
  ...{ addressBytes: 1, tokens: null, sha256: sha256(''), assemblyId: null, ...change },
});

describe('the ledger', () => {
  it('keeps a number of requests, lets the oldest go and says how many went [B12]', () => {
    const ledger = createLedger(stores.database);
    stores.database.transaction(() => {
      for (let at = 1; at <= maxRows + 5; at += 1) ledger.insert(rowAt(at));
    })();
    const { items, total, dropped } = list({ limit: maxRows });
    expect([items.length, total, dropped]).toEqual([maxRows, maxRows, 5]);
    expect([items[0]?.at, items.at(-1)?.at]).toEqual([maxRows + 5, 6]);
  });

  it('lists the newest first, by book, assembly and time [B12]', () => {
    const ledger = createLedger(stores.database);
    ledger.insert(rowAt(10));
    ledger.insert(rowAt(20, { projectId: 'q', assemblyId: 'a' }));
    ledger.insert(rowAt(30, { projectId: null }));
    const times = (filter: Parameters<typeof list>[0]) => list(filter).items.map(({ at }) => at);
    expect(times({})).toEqual([30, 20, 10]);
    expect(times({ projectId: 'p' })).toEqual([10]);
    expect(times({ assemblyId: 'a' })).toEqual([20]);
    expect(times({ since: 20, until: 30 })).toEqual([20]);
    expect(list({ limit: 1 })).toMatchObject({ total: 3, items: [{ at: 30 }] });
  });

  it('calls a request unknown whose program ended before it did [B12]', () => {
    createLedger(stores.database).insert(rowAt(10));
    expect(last().outcome).toBe('sending');
    stores.database.prepare("UPDATE egress SET owner = '999999999:1'").run();
    expect(last()).toMatchObject({ status: 'unknown', outcome: 'unknown' });
  });

  it('keeps the requests of a forgotten book without its name [B12, S3-41]', () => {
    createLedger(stores.database).insert(rowAt(10, { assemblyId: 'a' }));
    egress.forgetProject('p');
    expect(last()).toMatchObject({ at: 10, projectId: null, assemblyId: null });
  });
});
