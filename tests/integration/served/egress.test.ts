import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EgressEntry } from '#shared/domain/egress.ts';
import { type EmbeddingServer, startEmbeddingServer } from '#tests/helpers/embedding-server.ts';
import { everythingProgram, startEverythingServer } from '#tests/helpers/mcp-servers.ts';
import { scripted } from '#tests/helpers/scripted-steps.ts';
import { askUntil, type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

/** Stands in the chapter, in the question, in the key: in everything that is sent. */
const canary = '鸬鹚';
const key = 'sk-luci-1234567890';
const spy = fileURLToPath(new URL('../../helpers/socket-spy.ts', import.meta.url));

const Seen = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), isMainThread: z.boolean() }),
  z.object({ kind: z.literal('connect'), host: z.string(), port: z.number().nullable() }),
  z.object({ kind: z.literal('request'), method: z.string(), origin: z.string() }),
  z.object({ kind: z.literal('name'), host: z.string() }),
  z.object({ kind: z.literal('datagram') }),
  z.object({ kind: z.literal('program'), program: z.string() }),
]);
type Seen = z.infer<typeof Seen>;

let folder: string;
let chat: ServedChat;
let embedder: EmbeddingServer;
let tools: Awaited<ReturnType<typeof startEverythingServer>>;

const seen = (): Seen[] =>
  readFileSync(join(folder, 'seen'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Seen.parse(JSON.parse(line)));
const ledger = async (): Promise<EgressEntry[]> =>
  (await chat.call('egress:list', { limit: 20_000 })).items;
const originOf = (host: string, port: number | null): string =>
  new URL(`http://${host}:${port}`).origin;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-egress-'));
  [embedder, tools] = await Promise.all([startEmbeddingServer(['雪']), startEverythingServer()]);
  chat = await startServedChat({
    chapters: { '01.md': `# 第一章\n\n雪落了一夜，${canary}叫了一声。\n` },
    model: { apiKey: key },
    environment: {
      NODE_OPTIONS: `--import=${pathToFileURL(spy).href}`,
      SOCKET_SPY: join(folder, 'seen'),
    },
  });
});
afterAll(async () => {
  await chat.close();
  await Promise.all([embedder.close(), tools.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const runToItsEnd = async (): Promise<void> => {
  const { projectId } = chat;
  const [chapter] = (await chat.call('documents:list', { projectId })).documents;
  const documentId = chapter?.documentId ?? '';
  await chat.call('ai:run', { projectId, documentId, cursorPosition: 5, skillId: 'continue' });
  await askUntil(
    () => chat.call('ai:runs:list', { projectId }),
    ({ items }) => items.every(({ state }) => state !== 'running'),
  );
};

/** Every way on which the program sends something, each once. */
const sendEverything = async (): Promise<void> => {
  const { projectId, server } = chat;
  await chat.call('settings:update', {
    tools: { bash: 'allow', web: 'allow', mcp: 'allow' },
    assistant: { keepRounds: 1 },
    embedder: { kind: 'ollama', baseUrl: embedder.url, model: 'm' },
  });
  await chat.call('retrieval:index', { projectId, wait: true });
  await chat.call('retrieval:search', { projectId, query: canary });
  await chat.call('ai:models:discover', {});
  await chat.call('ai:models:test', { id: 'scripted' });
  await runToItsEnd();
  await chat.call('constraints:create', { projectId, type: 'character', text: '舅公说短话。' });
  await chat.call('judge:check', { projectId, text: `舅公说起${canary}，说了很久。` });
  await chat.call('mcp:servers:save', {
    name: 'everything',
    transport: { kind: 'http', url: tools.url },
    enabled: true,
  });
  await chat.call('mcp:servers:save', {
    name: 'program',
    transport: {
      kind: 'stdio',
      command: process.execPath,
      args: [everythingProgram, 'stdio'],
      env: {},
    },
    enabled: true,
  });
  for (const name of ['everything', 'program']) await chat.call('mcp:servers:connect', { name });
  server.script(
    scripted('native', {
      calls: [
        ['Bash', { command: 'true' }],
        ['web_read', { url: `http://127.0.0.1:1/${encodeURIComponent(canary)}` }],
        ['web_read', { url: 'http://nowhere.invalid/' }],
        ['everything__echo', { message: canary }],
        ['program__echo', { message: canary }],
      ],
    }),
    scripted('native', { answer: '好' }),
  );
  const conversationId = await chat.open();
  await chat.tell(conversationId, `${canary}在哪里？`);
  server.script(scripted('native', { answer: '在水边' }));
  await chat.tell(conversationId, '还有呢？');
  server.script({ pieces: ['归纳。'] });
  await chat.call('conversation:compact', { conversationId });
  await exchangeWithGit();
};

/** To a repository that is no web server: git tells of it, and nobody answers. */
const exchangeWithGit = async (): Promise<void> => {
  const { projectId } = chat;
  const bare = join(folder, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', bare]);
  await chat.call('git:update', { projectId, enabled: true, remote: bare });
  await chat.call('git:push', { projectId });
  await chat.call('git:pull', { projectId });
};

describe('what leaves the machine', () => {
  it('stands in the ledger, every connection and every name, seen at the sockets of the program [B12]', async () => {
    await sendEverything();
    const entries = await ledger();
    const origins = new Set(entries.map(({ origin }) => origin));
    const all = seen();
    // The spy sits in the workers too, and saw what it should.
    expect(all.filter(({ kind }) => kind === 'ready').length).toBeGreaterThan(1);
    const connections = all.filter((one) => one.kind === 'connect');
    expect(connections.length).toBeGreaterThan(3);
    const unrecorded = connections.filter(({ host, port }) => !origins.has(originOf(host, port)));
    expect(unrecorded).toEqual([]);
    // One request, one row: also where another had opened the connection.
    const requests = all.flatMap((one) => (one.kind === 'request' ? [one] : []));
    const sent = entries.filter(
      ({ origin, outcome }) => origin.startsWith('http') && outcome !== 'notSent',
    );
    const lines = (all: readonly { method: string; origin: string }[]): string[] =>
      all.map(({ method, origin }) => `${method} ${origin}`).sort();
    expect(lines(requests)).toEqual(lines(sent));
    const names = new Set(entries.map(({ origin }) => new URL(origin).hostname));
    const asked = all.filter((one) => one.kind === 'name').map(({ host }) => host);
    expect(asked).toContain('nowhere.invalid');
    expect(asked.filter((host) => !names.has(host) && host !== '127.0.0.1')).toEqual([]);
    expect(all.filter(({ kind }) => kind === 'datagram')).toEqual([]);
    // Programs are outside: what a command of the writer's does with the network no ledger of ours knows.
    const programs = all.flatMap((one) => (one.kind === 'program' ? [one.program] : []));
    expect(new Set(programs.map((program) => basename(program)))).toEqual(
      new Set(['bash', 'git', basename(process.execPath)]),
    );
  });

  it('stands there with its size and its hash, and for what it was sent [B12]', async () => {
    const entries = await ledger();
    expect([...new Set(entries.map(({ purpose }) => purpose))].sort()).toEqual([
      ...['conversation', 'embedding', 'git', 'judge', 'mcp', 'modelSearch', 'modelTest', 'run'],
      ...['summary', 'web'],
    ]);
    const toModels = entries.filter(({ origin, method }) => {
      return origin === chat.server.url && method === 'POST';
    });
    const sizeAndHash = (bytes: Buffer): [number, string] => [
      bytes.byteLength,
      createHash('sha256').update(bytes).digest('hex'),
    ];
    expect(toModels.map(({ bytes, sha256 }) => [bytes, sha256]).reverse()).toEqual(
      chat.server.calls.map(({ bytes }) => sizeAndHash(bytes)),
    );
    expect(entries.filter(({ origin }) => origin === embedder.url).length).toBe(
      embedder.requests.length,
    );
    const run = entries.find(({ purpose }) => purpose === 'run');
    expect(run).toMatchObject({ projectId: chat.projectId, status: 200 });
    expect(run?.tokens).toBeGreaterThan(0);
    const { items } = await chat.call('context:history:list', { projectId: chat.projectId });
    expect(items.map(({ assemblyId }) => assemblyId)).toContain(run?.assemblyId);
    expect(entries.filter(({ purpose }) => purpose === 'web').map(({ status }) => status)).toEqual([
      'notSent',
      'notSent',
    ]);
    const { projectId } = chat;
    const own = await chat.call('egress:list', { projectId, limit: 20_000 });
    expect(own.items.every((entry) => entry.projectId === projectId)).toBe(true);
    expect(own.total).toBeLessThan(entries.length);
  });

  it('stands there with the book it was sent for, to servers of tools too, of either kind [B12]', async () => {
    const { projectId } = chat;
    const entries = (await ledger()).filter(({ purpose }) => purpose === 'mcp');
    const ofBook = entries.filter((entry) => entry.projectId === projectId);
    expect(new Set(ofBook.map(({ origin }) => origin))).toEqual(
      new Set([new URL(tools.url).origin, 'stdio:program']),
    );
    expect(ofBook.filter(({ method }) => method === 'tools/call')).toMatchObject([
      { origin: 'stdio:program', outcome: 'answered', assemblyId: null },
    ]);
    // They were reached from the settings, for no book.
    const reached = entries.filter((entry) => entry.projectId === null);
    expect(new Set(reached.map(({ origin }) => origin))).toEqual(
      new Set([new URL(tools.url).origin]),
    );
  });

  it('leaves nothing of the manuscript or of a key in the ledger [B12]', async () => {
    const written = JSON.stringify(await ledger());
    for (const word of [canary, encodeURIComponent(canary), key, '雪']) {
      expect(written).not.toContain(word);
    }
  });

  it('is called unknown when the program was killed before the answer [B12]', async () => {
    const { projectId } = chat;
    const [chapter] = (await chat.call('documents:list', { projectId })).documents;
    chat.server.script(() => new Promise(() => undefined));
    const before = chat.server.calls.length;
    await chat.call('ai:run', {
      projectId,
      documentId: chapter?.documentId ?? '',
      cursorPosition: 5,
      skillId: 'continue',
    });
    await askUntil(
      () => chat.server.calls.length,
      (calls) => calls > before,
    );
    expect((await ledger())[0]).toMatchObject({ purpose: 'run', status: 'sending' });
    await chat.crash();
    expect((await ledger())[0]).toMatchObject({ purpose: 'run', status: 'unknown' });
  });
});
