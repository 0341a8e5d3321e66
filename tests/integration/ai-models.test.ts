import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Secrets } from '#main/platform.ts';
import type { Output } from '#shared/contract/index.ts';
import { type AiWorld, createAiWorld, doneOf, failedOf } from '#tests/helpers/ai-world.ts';
import { startModelServer } from '#tests/helpers/model-server.ts';

const planted = 'sk-planted-9f2c81d47be3aa06';

/** Every file below a folder, with its bytes. */
const filesBelow = (folder: string): { path: string; bytes: Buffer }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: readFileSync(path) }));

const keychain = (): Secrets & { kept: Map<string, string> } => {
  const kept = new Map<string, string>();
  return {
    kept,
    available: () => true,
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => {
      kept.set(name, value);
    },
    remove: async (name) => {
      kept.delete(name);
    },
  };
};

let world: AiWorld;
afterEach(() => world.close());

describe('ai:models', () => {
  beforeEach(async () => {
    world = await createAiWorld();
  });

  it('saves, lists, selects, removes and remembers profiles', async () => {
    const { test } = world;
    const first = await world.connect();
    expect(first).toMatchObject({ selectedId: 'scripted', keyStorage: 'file' });
    expect(first.items[0]).toMatchObject({
      tokenizer: { name: 'o200k_base', exactness: 'exact', margin: 0 },
      toolProtocol: 'react',
      keySource: 'none',
      keyVariable: 'FABULA_API_KEY_SCRIPTED',
      selected: true,
    });
    await world.connect({ id: 'other', provider: 'ollama', baseUrl: 'http://localhost:11434' });
    const chosen = await test.call('ai:models:select', { id: 'other' });
    expect(chosen.items.map(({ id, selected }) => [id, selected])).toEqual([
      ['scripted', false],
      ['other', true],
    ]);
    expect(chosen.items[1]?.baseUrl).toBe('http://localhost:11434/api');
    await test.restart({ localServers: [] });
    expect((await test.call('ai:models:list', {})).selectedId).toBe('other');
    expect((await test.call('ai:models:remove', { id: 'other' })).selectedId).toBeNull();
    expect(await test.fail('ai:models:select', { id: 'other' })).toBe('MODEL_NOT_FOUND');
  });

  it('keeps the largest request of a model within its window, the usual limit unless told [E2]', async () => {
    const { test } = world;
    const limitOf = ({ items }: Output<'ai:models:list'>) => items[0]?.maxInput;
    const window = { contextWindow: 1_000_000, maxOutput: 8_000 };
    expect(limitOf(await world.connect(window))).toBe(64_000);
    expect(limitOf(await world.connect({ ...window, maxInput: 992_000 }))).toBe(992_000);
    expect(limitOf(await world.connect(window))).toBe(992_000);
    await test.restart({ localServers: [] });
    const [kept] = (await test.call('ai:models:list', {})).items;
    expect(kept?.maxInput).toBe(992_000);
    const asked = { id: 'scripted', provider: 'ollama', model: 'm', ...window } as const;
    expect(await test.fail('ai:models:save', { ...asked, maxInput: 992_001 })).toBe(
      'MODEL_INVALID',
    );
    // A smaller window takes a kept limit with it; null is the usual one again.
    const smaller = await test.call('ai:models:save', { ...asked, contextWindow: 100_000 });
    expect(limitOf(smaller)).toBe(92_000);
    expect(limitOf(await test.call('ai:models:save', { ...asked, maxInput: null }))).toBe(64_000);
  });

  it('sends a chapter of more than the usual limit where the writer allows it [E2]', async () => {
    const { test, projectId, documentId } = world;
    const { version } = await test.call('documents:read', { projectId, documentId });
    const text = '雪落在门槛上，灯下的人没有抬头。\n\n'.repeat(5_000);
    await test.call('documents:save', { projectId, documentId, text, expectedVersion: version });
    const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
    await world.connect({ contextWindow: 1_000_000 });
    const regular = await test.call('context:assemble', request);
    expect(regular.tokenCount).toBeLessThanOrEqual(64_000);
    await world.connect({ contextWindow: 1_000_000, maxInput: 500_000 });
    const wide = await test.call('context:assemble', request);
    expect(wide.tokenCount).toBeGreaterThan(70_000);
  });

  it('refuses addresses and limits that cannot be', async () => {
    const base = { id: 'x', provider: 'anthropic', model: 'm', contextWindow: 8000 } as const;
    for (const change of [
      { baseUrl: 'ftp://models.example' },
      { baseUrl: 'not an address' },
      { baseUrl: 'https://me:secret@models.example' },
      { maxOutput: 8000 },
      { apiKey: 'two words' },
    ]) {
      expect(await world.test.fail('ai:models:save', { ...base, ...change })).toBe('MODEL_INVALID');
    }
    expect((await world.test.call('ai:models:list', {})).items).toEqual([]);
  });

  it('the context follows the chosen model’s window, output and tokenizer [S3-06]', async () => {
    const { test, projectId } = world;
    const before = await test.call('context:budget:get', { projectId });
    await world.connect({ contextWindow: 20_000 });
    const followed = await test.call('context:budget:get', { projectId });
    expect(followed.contextWindow).toBe(20_000);
    const system = followed.contextWindow - followed.outputReserve - followed.total;
    expect(system).toBe(before.contextWindow - before.outputReserve - before.total);
    const set = await test.call('context:budget:update', {
      projectId,
      expectedVersion: 0,
      contextWindow: 10_000,
    });
    expect(set.contextWindow).toBe(10_000);
    await world.connect({ contextWindow: 3000, maxOutput: 500 });
    const small = await test.call('context:budget:get', { projectId });
    expect([small.contextWindow, small.outputReserve]).toEqual([3000, 1500]);
    await world.connect({ model: 'qwen3:8b' });
    await test.call('settings:update', { debugMode: true });
    const shown = await test.call('context:inspect', {
      projectId,
      documentId: world.documentId,
      cursorPosition: 10,
      skillId: 'continue',
    });
    expect(shown.tokenizer).toMatchObject({ exactness: 'estimate' });
    expect(shown.tokenCount).toBeLessThanOrEqual(shown.budget);
  });

  it('a project that followed its model keeps that window when it first changes something else [S3-06]', async () => {
    const { test, projectId } = world;
    await world.connect({ contextWindow: 12_000 });
    const { version, contextWindow } = await test.call('context:budget:get', { projectId });
    expect([version, contextWindow]).toEqual([0, 12_000]);
    await test.call('context:budget:update', { projectId, expectedVersion: 0, outputReserve: 900 });
    await world.connect({ contextWindow: 40_000 });
    expect(await test.call('context:budget:get', { projectId })).toMatchObject({
      contextWindow: 12_000,
      outputReserve: 900,
    });
  });

  it('what is let in besides is refused where it would outgrow the model’s window [N2 S3-38]', async () => {
    const { test, projectId, documentId } = world;
    await test.call('settings:update', { debugMode: true });
    await world.connect({ contextWindow: 1500, maxOutput: 500 });
    const admit: string[] = [];
    for (let number = 0; number < 4; number += 1) {
      const { entityId } = await test.call('knowledge:entities:create', {
        projectId,
        kind: 'character',
        name: `第${number}人`,
        summary: '从海上来，'.repeat(60),
      });
      admit.push(entityId);
    }
    const request = { projectId, documentId, cursorPosition: 10, skillId: 'continue' };
    const one = await test.call('context:inspect', { ...request, admit: admit.slice(0, 1) });
    expect(one.prompt).toContain('从海上来');
    expect(one.tokenCount + one.systemTokens).toBeLessThan(1500);
    expect(await test.fail('context:inspect', { ...request, admit })).toBe(
      'CONTEXT_INPUT_TOO_LARGE',
    );
    expect(await test.fail('ai:run', { ...request, admit })).toBe('CONTEXT_INPUT_TOO_LARGE');
    expect(world.server.calls).toHaveLength(0);
  });

  it('the forecast is priced and keyed by model [N5]', async () => {
    const { test, projectId, documentId } = world;
    await test.call('settings:update', { debugMode: true });
    const prices = { currency: 'CNY', input: 10, cachedInput: 1, output: 20 };
    await world.connect({ prices });
    const request = { projectId, documentId, cursorPosition: 10, skillId: 'continue' };
    doneOf(await world.run(request));
    const again = (await test.call('context:inspect', request)).forecast;
    expect(again.freshTokens).toBe(0);
    expect(again.cost).toBeCloseTo(again.cachedTokens / 1_000_000, 12);
    await world.connect({ id: 'second', model: 'gpt-4.1' });
    await test.call('ai:models:select', { id: 'second' });
    const other = await test.call('context:inspect', request);
    expect(other.forecast).toMatchObject({ previousAssemblyId: null, cost: null });
    expect(other.stablePrefixUnchanged).toBe(false);
  });

  it.each([
    [{ status: 401, body: '{"error":{"message":"bad"}}' }, 'MODEL_KEY_MISSING'],
    [{ status: 404, body: '{"error":{"message":"model gpt-4o not found"}}' }, 'MODEL_UNKNOWN'],
    [
      { status: 200, body: '<html></html>', headers: { 'content-type': 'text/html' } },
      'MODEL_PROTOCOL_WRONG',
    ],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:9/login' }, body: '' },
      'MODEL_PROTOCOL_WRONG',
    ],
  ])('test says in words what is wrong: %j', async (script, code) => {
    await world.connect();
    world.server.script(script);
    const { result, items } = await world.test.call('ai:models:test', { id: 'scripted' });
    expect(result).toMatchObject({ ok: false, code });
    expect(result.message.length).toBeGreaterThan(20);
    expect(items).toHaveLength(1);
  });

  it('test knows a server that is not running, one that speaks no TLS, and one that is well', async () => {
    const { test, server } = world;
    const closed = createServer();
    const port = await new Promise<number>((resolve) => {
      closed.listen(0, '127.0.0.1', () => {
        const address = closed.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    await new Promise((resolve) => {
      closed.close(resolve);
    });
    await world.connect({ baseUrl: `http://127.0.0.1:${port}/v1` });
    expect((await test.call('ai:models:test', { id: 'scripted' })).result.code).toBe(
      'MODEL_UNREACHABLE',
    );
    await world.connect({ baseUrl: `https://127.0.0.1:${server.port}/v1` });
    expect((await test.call('ai:models:test', { id: 'scripted' })).result.code).toBe(
      'MODEL_TLS_FAILED',
    );
    await world.connect();
    server.script({ pieces: ['yes'] });
    expect((await test.call('ai:models:test', { id: 'scripted' })).result).toMatchObject({
      ok: true,
      code: null,
    });
    expect(server.calls.at(-1)?.bytes.toString()).not.toContain('雪');
  });

  it('finds the servers of this machine on the ports it is told of', async () => {
    const { server, test } = world;
    await test.restart({
      localServers: [
        { name: 'Ollama', provider: 'ollama', baseUrl: `${server.url}/api` },
        { name: 'LM Studio', provider: 'openai-compatible', baseUrl: `${server.url}/v1` },
        { name: 'vLLM', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' },
      ],
    });
    const { items } = await test.call('ai:models:discover', {});
    expect(items.map(({ name, models }) => [name, models])).toEqual([
      ['Ollama', ['scripted']],
      ['LM Studio', ['scripted']],
    ]);
  });
});

describe('keys [F25]', () => {
  it('a planted key is in no reply, log, event or file but the encrypted one', async () => {
    world = await createAiWorld();
    const { test, server } = world;
    const replies: unknown[] = [await world.connect({ apiKey: planted })];
    replies.push(await test.call('ai:models:list', {}));
    server.script({
      status: 401,
      body: JSON.stringify({ error: { message: `Incorrect API key ${planted}` } }),
    });
    replies.push(
      await test.call('ai:models:test', { id: 'scripted' }),
      failedOf(await world.run()),
    );
    server.script({
      status: 400,
      body: JSON.stringify({ error: { message: `never mind ${planted}` } }),
    });
    replies.push(
      await test.call('ai:models:test', { id: 'scripted' }),
      failedOf(await world.run()),
    );
    server.script({ pieces: ['好。'] });
    replies.push(await world.run());
    expect(server.calls.at(-1)?.headers.authorization).toBe(`Bearer ${planted}`);
    replies.push(await test.call('ai:runs:list', { projectId: world.projectId }));
    await test.restart({ localServers: [] });
    replies.push(await test.call('ai:models:list', {}));
    const said = JSON.stringify([replies, world.events, test.logs]);
    const holders = filesBelow(test.folder).filter(({ bytes }) => bytes.includes(planted));
    const encoded = Buffer.from(planted).toString('base64').slice(0, 24);
    expect([said.includes(planted), said.includes(planted.slice(3)), holders]).toEqual([
      false,
      false,
      [],
    ]);
    expect(said).not.toContain(encoded);
    const keys = join(test.platform.paths.data, 'keys');
    for (const name of readdirSync(keys))
      expect(statSync(join(keys, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(keys).sort()).toEqual(['master.key', 'model-keys.json']);
    expect((await test.call('ai:models:list', {})).items[0]?.keySource).toBe('file');
  });

  it('goes to the keychain where there is one, and leaves it with its profile', async () => {
    const secrets = keychain();
    world = await createAiWorld({ platform: { secrets } });
    const listed = await world.connect({ apiKey: planted });
    expect([listed.keyStorage, listed.items[0]?.keySource]).toEqual(['keychain', 'keychain']);
    expect([...secrets.kept]).toEqual([['model:scripted', `${world.server.url}\n${planted}`]]);
    expect(filesBelow(world.test.folder).some(({ bytes }) => bytes.includes(planted))).toBe(false);
    await world.test.call('ai:models:remove', { id: 'scripted' });
    expect(secrets.kept.size).toBe(0);
  });

  it('comes from the environment when none is stored, and does not follow a profile elsewhere', async () => {
    world = await createAiWorld();
    process.env.FABULA_API_KEY_FROM_OUTSIDE = planted;
    try {
      const listed = await world.connect({ id: 'from-outside' });
      expect(listed.items[0]?.keySource).toBe('environment');
      world.server.script({ pieces: ['好。'] });
      await world.run();
      expect(world.server.calls[0]?.headers.authorization).toBe(`Bearer ${planted}`);
      expect(JSON.stringify([listed, world.events])).not.toContain(planted);

      const elsewhere = await startModelServer();
      const moved = await world.connect({ id: 'from-outside', baseUrl: `${elsewhere.url}/v1` });
      const port = new URL(elsewhere.url).port;
      const variable = `FABULA_API_KEY_FROM_OUTSIDE_HTTP_127_0_0_1_${port}`;
      expect(moved.items[0]).toMatchObject({ keySource: 'none', keyVariable: variable });
      elsewhere.script({ pieces: ['好。'] });
      await world.run();
      // Made anew under the same name, or under one that reads the same variable.
      await world.test.call('ai:models:remove', { id: 'from-outside' });
      await world.connect({ id: 'from-outside', baseUrl: `${elsewhere.url}/v1` });
      await world.run();
      await world.connect({ id: 'from_outside', baseUrl: `${elsewhere.url}/v1` });
      await world.test.call('ai:models:select', { id: 'from_outside' });
      await world.run();
      expect(elsewhere.calls.map(({ headers }) => headers.authorization)).not.toContain(
        `Bearer ${planted}`,
      );
      process.env[variable] = 'given-for-the-other';
      await world.run();
      expect(elsewhere.calls.at(-1)?.headers.authorization).toBe('Bearer given-for-the-other');
      delete process.env[variable];
      await elsewhere.close();
    } finally {
      delete process.env.FABULA_API_KEY_FROM_OUTSIDE;
    }
  });

  it.each([
    ['scheme', 'https://127.0.0.1:4321/v1'],
    ['host', 'http://localhost:4321/v1'],
    ['port', 'http://127.0.0.1:4322/v1'],
  ])('belongs to an address: with another %s it must be given again', async (_, baseUrl) => {
    world = await createAiWorld();
    const sourceOf = ({ items }: Output<'ai:models:list'>) =>
      items.find(({ id }) => id === 'scripted')?.keySource;
    const here = 'http://127.0.0.1:4321/v1';
    await world.connect({ baseUrl: here, apiKey: planted });
    expect(sourceOf(await world.connect({ baseUrl: `${here}/other` }))).toBe('file');
    expect(sourceOf(await world.connect({ baseUrl }))).toBe('none');
    expect(sourceOf(await world.connect({ baseUrl: here }))).toBe('none');
    expect(sourceOf(await world.connect({ baseUrl, apiKey: planted }))).toBe('file');
  });

  it('is not handed out for an address it was not given for, whatever the database says', async () => {
    const secrets = keychain();
    world = await createAiWorld({ platform: { secrets } });
    // As an earlier version kept it: for the address that its profile has.
    secrets.kept.set('model:scripted', planted);
    expect((await world.connect()).items[0]?.keySource).toBe('keychain');
    const elsewhere = await startModelServer();
    const database = new BetterSqlite3(join(world.test.platform.paths.data, 'fabula.sqlite'));
    database.prepare('UPDATE model_profiles SET base_url = ?').run(`${elsewhere.url}/v1`);
    database.close();
    elsewhere.script({ pieces: ['好。'] });
    await world.run();
    expect(elsewhere.calls.map(({ headers }) => headers.authorization)).not.toContain(
      `Bearer ${planted}`,
    );
    await elsewhere.close();
  });

  it('says so when its file cannot be opened, and names nothing of it', async () => {
    world = await createAiWorld();
    await world.connect({ apiKey: planted });
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(world.test.platform.paths.data, 'keys', 'master.key'), Buffer.alloc(32));
    expect(await world.test.fail('ai:models:list', {})).toBe('MODEL_KEY_STORE_FAILED');
  });
});
