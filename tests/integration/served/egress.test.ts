import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EgressEntry } from '#shared/domain/egress.ts';
import { type EmbeddingServer, startEmbeddingServer } from '#tests/helpers/embedding-server.ts';
import { startEverythingServer } from '#tests/helpers/mcp-servers.ts';
import { scripted } from '#tests/helpers/scripted-steps.ts';
import { askUntil, type ServedTalk, startServedTalk } from '#tests/helpers/served-talk.ts';

/** Stands in the chapter, in the question, in the key: in everything that is sent. */
const canary = '鸬鹚';
const key = 'sk-luci-1234567890';
const spy = fileURLToPath(new URL('../../helpers/socket-spy.ts', import.meta.url));

const Seen = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), isMainThread: z.boolean() }),
  z.object({ kind: z.literal('connect'), host: z.string(), port: z.number().nullable() }),
  z.object({ kind: z.literal('name'), host: z.string() }),
  z.object({ kind: z.literal('datagram') }),
  z.object({ kind: z.literal('program'), program: z.string() }),
]);
type Seen = z.infer<typeof Seen>;

let folder: string;
let talk: ServedTalk;
let embedder: EmbeddingServer;
let tools: Awaited<ReturnType<typeof startEverythingServer>>;

const seen = (): Seen[] =>
  readFileSync(join(folder, 'seen'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Seen.parse(JSON.parse(line)));
const ledger = async (): Promise<EgressEntry[]> =>
  (await talk.call('egress:list', { limit: 20_000 })).items;
const originOf = (host: string, port: number | null): string =>
  new URL(`http://${host}:${port}`).origin;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-egress-'));
  [embedder, tools] = await Promise.all([startEmbeddingServer(['雪']), startEverythingServer()]);
  talk = await startServedTalk({
    chapters: { '01.md': `# 第一章\n\n雪落了一夜，${canary}叫了一声。\n` },
    model: { apiKey: key },
    environment: {
      NODE_OPTIONS: `--import=${pathToFileURL(spy).href}`,
      SOCKET_SPY: join(folder, 'seen'),
    },
  });
});
afterAll(async () => {
  await talk.close();
  await Promise.all([embedder.close(), tools.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const runToItsEnd = async (): Promise<void> => {
  const { projectId } = talk;
  const [chapter] = (await talk.call('documents:list', { projectId })).documents;
  const documentId = chapter?.documentId ?? '';
  await talk.call('ai:run', { projectId, documentId, cursorPosition: 5, skillId: 'continue' });
  await askUntil(
    () => talk.call('ai:runs:list', { projectId }),
    ({ items }) => items.every(({ state }) => state !== 'running'),
  );
};

/** Every way on which the program sends something, each once. */
const sendEverything = async (): Promise<void> => {
  const { projectId, server } = talk;
  await talk.call('settings:update', {
    tools: { bash: 'allow', web: 'allow', mcp: 'allow' },
    embedder: { kind: 'ollama', baseUrl: embedder.url, model: 'm' },
  });
  await talk.call('retrieval:index', { projectId, wait: true });
  await talk.call('retrieval:search', { projectId, query: canary });
  await talk.call('ai:models:discover', {});
  await talk.call('ai:models:test', { id: 'scripted' });
  await runToItsEnd();
  await talk.call('constraints:create', { projectId, type: 'character', text: '舅公说短话。' });
  await talk.call('judge:check', { projectId, text: `舅公说起${canary}，说了很久。` });
  await talk.call('mcp:servers:save', {
    name: 'everything',
    transport: { kind: 'http', url: tools.url },
    enabled: true,
  });
  await talk.call('mcp:servers:connect', { name: 'everything' });
  server.script(
    scripted('native', {
      calls: [
        ['Bash', { command: 'true' }],
        ['web_read', { url: `http://127.0.0.1:1/${encodeURIComponent(canary)}` }],
        ['web_read', { url: 'http://nowhere.invalid/' }],
        ['echo', { message: canary }],
      ],
    }),
    scripted('native', { answer: '好' }),
  );
  await talk.tell(await talk.open(), `${canary}在哪里？`);
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
    const names = new Set(entries.map(({ origin }) => new URL(origin).hostname));
    const asked = all.filter((one) => one.kind === 'name').map(({ host }) => host);
    expect(asked).toContain('nowhere.invalid');
    expect(asked.filter((host) => !names.has(host) && host !== '127.0.0.1')).toEqual([]);
    expect(all.filter(({ kind }) => kind === 'datagram')).toEqual([]);
    // Programs are outside: what a command of the writer's does with the network no ledger of ours knows.
    const programs = all.flatMap((one) => (one.kind === 'program' ? [one.program] : []));
    expect(programs.length).toBeGreaterThan(0);
  });

  it('stands there with its size and its hash, and for what it was sent [B12]', async () => {
    const entries = await ledger();
    expect([...new Set(entries.map(({ purpose }) => purpose))].sort()).toEqual([
      ...['conversation', 'embedding', 'judge', 'mcp', 'modelSearch', 'modelTest', 'run', 'web'],
    ]);
    const toModels = entries.filter(({ origin, method }) => {
      return origin === talk.server.url && method === 'POST';
    });
    const sizeAndHash = (bytes: Buffer): [number, string] => [
      bytes.byteLength,
      createHash('sha256').update(bytes).digest('hex'),
    ];
    expect(toModels.map(({ bytes, sha256 }) => [bytes, sha256]).reverse()).toEqual(
      talk.server.calls.map(({ bytes }) => sizeAndHash(bytes)),
    );
    expect(entries.filter(({ origin }) => origin === embedder.url).length).toBe(
      embedder.requests.length,
    );
    const run = entries.find(({ purpose }) => purpose === 'run');
    expect(run).toMatchObject({ projectId: talk.projectId, status: 200 });
    expect(run?.tokens).toBeGreaterThan(0);
    const { items } = await talk.call('context:history:list', { projectId: talk.projectId });
    expect(items.map(({ assemblyId }) => assemblyId)).toContain(run?.assemblyId);
    expect(entries.filter(({ purpose }) => purpose === 'web').map(({ status }) => status)).toEqual([
      'notSent',
      'notSent',
    ]);
    const { projectId } = talk;
    const own = await talk.call('egress:list', { projectId, limit: 20_000 });
    expect(own.items.every((entry) => entry.projectId === projectId)).toBe(true);
    expect(own.total).toBeLessThan(entries.length);
  });

  it('leaves nothing of the manuscript or of a key in the ledger [B12]', async () => {
    const written = JSON.stringify(await ledger());
    for (const word of [canary, encodeURIComponent(canary), key, '雪']) {
      expect(written).not.toContain(word);
    }
  });

  it('is called unknown when the program was killed before the answer [B12]', async () => {
    const { projectId } = talk;
    const [chapter] = (await talk.call('documents:list', { projectId })).documents;
    talk.server.script(() => new Promise(() => undefined));
    const before = talk.server.calls.length;
    await talk.call('ai:run', {
      projectId,
      documentId: chapter?.documentId ?? '',
      cursorPosition: 5,
      skillId: 'continue',
    });
    await askUntil(
      () => talk.server.calls.length,
      (calls) => calls > before,
    );
    expect((await ledger())[0]).toMatchObject({ purpose: 'run', status: 'sending' });
    await talk.crash();
    expect((await ledger())[0]).toMatchObject({ purpose: 'run', status: 'unknown' });
  });
});
