import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#main/app.ts';
import { connectDatabase } from '#main/db/connect.ts';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { createMcp, type Mcp } from '#main/assistant/agent/mcp/index.ts';
import { fingerprintServer, serverLine } from '#main/assistant/agent/mcp/server-identity.ts';
import { createKeyFile, createSecretStore } from '#main/ai/runs/index.ts';
import type { McpTransport, McpTransportShown } from '#shared/domain/mcp-server.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { AppError } from '#shared/errors.ts';
import { egressOver } from '#tests/helpers/egress.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { everythingProgram, startEverythingServer } from '#tests/helpers/mcp-servers.ts';

const secret = 'sk-very-secret-0123456789';
const other = 'another-secret-987654321';
const program = (env: Record<string, string>) => ({
  kind: 'stdio' as const,
  command: process.execPath,
  args: [everythingProgram, 'stdio'],
  env,
});
const hidden = (env: Record<string, string | null>) => ({ ...program({}), args: [0, 1], env });

/** Files below a folder that hold a text. */
const holding = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

describe('values of a server’s variables', () => {
  it('are nowhere in clear, not on the disk and not in an answer, and stay when they are not typed again [F25]', async () => {
    const test = await createTestApp();
    try {
      const data = test.platform.paths.data;
      const saved = await test.call('mcp:servers:save', {
        name: 'one',
        transport: program({ API_KEY: secret, MODE: 'quiet' }),
        enabled: true,
      });
      const masked = hidden({ API_KEY: null, MODE: null });
      expect(saved.items[0]).toMatchObject({ transport: masked, confirmed: false });
      const connected = await test.call('mcp:servers:connect', { name: 'one' });
      expect(connected.items[0]).toMatchObject({ transport: masked, state: 'connected' });

      // What was answered may be given back: the writer only switched it off and on.
      for (const enabled of [false, true]) {
        const { items } = await test.call('mcp:servers:save', {
          name: 'one',
          transport: masked,
          enabled,
        });
        expect(items[0]).toMatchObject({ enabled, confirmed: true });
      }
      const changed = await test.call('mcp:servers:save', {
        name: 'one',
        transport: hidden({ API_KEY: null, MODE: 'loud' }),
        enabled: true,
      });
      expect(changed.items[0]).toMatchObject({ transport: masked, confirmed: false });
      const again = await test.call('mcp:servers:connect', { name: 'one' });
      expect(again.items[0]).toMatchObject({ state: 'connected' });
      expect(
        await test.fail('mcp:servers:save', {
          name: 'one',
          transport: hidden({ UNKNOWN: null }),
          enabled: true,
        }),
      ).toBe('MCP_SERVER_INVALID');

      expect(JSON.stringify([saved, connected, changed, again])).not.toContain(secret);
      expect(holding(data, secret)).toEqual([]);
      await test.restart();
      expect(holding(data, secret)).toEqual([]);
      const listed = await test.call('mcp:servers:list', {});
      expect(listed.items[0]).toMatchObject({ transport: masked, confirmed: true });
      const after = await test.call('mcp:servers:connect', { name: 'one' });
      expect(after.items[0]).toMatchObject({ state: 'connected' });
      await test.call('mcp:servers:remove', { name: 'one' });
      const keys = readFileSync(join(data, 'keys', 'model-keys.json'), 'utf8');
      expect(JSON.parse(keys)).toEqual({});
    } finally {
      await test.close();
    }
  });

  it('are cut out of what a server says when it fails [F25]', async () => {
    const test = await createTestApp();
    try {
      const speak = "process.stderr.write('bad key ' + process.env.API_KEY); process.exit(3)";
      const transport: McpTransport = {
        kind: 'stdio',
        command: process.execPath,
        args: ['-e', speak],
        env: { API_KEY: secret },
      };
      await test.call('mcp:servers:save', { name: 'bad', transport, enabled: true });
      const { items } = await test.call('mcp:servers:connect', { name: 'bad' });
      expect(items[0]?.error?.message).toContain('bad key …');
      expect(JSON.stringify(items)).not.toContain(secret);
    } finally {
      await test.close();
    }
  });
});

/** A program that writes down the last of its arguments, then is the reference server. */
const tellingProgram = (seen: string, key: string) => ({
  kind: 'stdio' as const,
  command: '/bin/sh',
  args: [
    '-c',
    `printf %s "$2" > "$1"; exec "${process.execPath}" "${everythingProgram}" stdio`,
    'sh',
    seen,
    `--api-key=${key}`,
  ],
  env: {},
});

describe('arguments and addresses', () => {
  let test: TestApp;
  let said: unknown[];
  const listen = (): void => {
    test.app.events.on((name, payload) => said.push([name, payload]));
  };
  beforeEach(async () => {
    test = await createTestApp();
    said = [];
    listen();
  });
  afterEach(() => test.close());
  const save = async (name: string, transport: McpTransportShown) => {
    const reply = await test.call('mcp:servers:save', { name, transport, enabled: true });
    said.push(reply);
    return reply.items.find((one) => one.name === name);
  };
  const connect = async (name: string) => {
    const reply = await test.call('mcp:servers:connect', { name });
    said.push(reply);
    return reply.items.find((one) => one.name === name);
  };
  const expectNowhere = (...keys: string[]): void => {
    for (const key of keys) {
      expect(holding(test.platform.paths.data, key)).toEqual([]);
      expect(JSON.stringify([said, test.logs])).not.toContain(key);
    }
  };

  it('an argument reaches the program, is kept by its place, and is nowhere in clear [F25]', async () => {
    const seen = join(test.folder, 'seen');
    const first = await save('one', tellingProgram(seen, secret));
    expect(first?.transport).toMatchObject({ command: '/bin/sh', args: [0, 1, 2, 3, 4] });
    expect(await connect('one')).toMatchObject({ state: 'connected' });
    expect(readFileSync(seen, 'utf8')).toBe(`--api-key=${secret}`);
    const shown = { kind: 'stdio' as const, command: '/bin/sh', env: {} };
    // One argument put between: the stored ones stay what they were.
    const moved = await save('one', { ...shown, args: [0, 1, 2, 3, `--other=${other}`, 4] });
    expect(moved).toMatchObject({ confirmed: false, transport: { args: [0, 1, 2, 3, 4, 5] } });
    expect(await connect('one')).toMatchObject({ state: 'connected' });
    expect(readFileSync(seen, 'utf8')).toBe(`--other=${other}`);
    const wrong = { name: 'one', transport: { ...shown, args: [6] }, enabled: true };
    expect(await test.fail('mcp:servers:save', wrong)).toBe('MCP_SERVER_INVALID');
    expectNowhere(secret, other);
    await test.restart();
    listen();
    expect(await connect('one')).toMatchObject({ state: 'connected', confirmed: true });
    expectNowhere(secret, other);
    await test.call('mcp:servers:remove', { name: 'one' });
    const keys = readFileSync(join(test.platform.paths.data, 'keys', 'model-keys.json'), 'utf8');
    expect(JSON.parse(keys)).toEqual({});
  });

  it('what an address hides reaches the server, and goes to no other address [F25]', async () => {
    const server = await startEverythingServer();
    try {
      const port = new URL(server.url).port;
      const url = `http://me:${other}@127.0.0.1:${port}/${secret}/mcp?token=${secret}`;
      const shown = `http://••••••••@127.0.0.1:${port}/••••••••/mcp?••••••••`;
      expect((await save('far', { kind: 'http', url }))?.transport).toEqual({
        kind: 'http',
        url: shown,
      });
      expect(await connect('far')).toMatchObject({ state: 'connected' });
      expect(server.requests[0]).toEqual({
        path: `/${secret}/mcp?token=${secret}`,
        authorization: `Basic ${Buffer.from(`me:${other}`).toString('base64')}`,
      });
      expect(await save('far', { kind: 'http', url: shown })).toMatchObject({ confirmed: true });
      const elsewhere = { kind: 'http' as const, url: shown.replace('127.0.0.1', 'localhost') };
      const change = { name: 'far', transport: elsewhere, enabled: true };
      expect(await test.fail('mcp:servers:save', change)).toBe('MCP_SERVER_INVALID');
      expectNowhere(secret, other);
      await test.restart();
      listen();
      expect(await connect('far')).toMatchObject({ state: 'connected', confirmed: true });
      expectNowhere(secret, other);
    } finally {
      await server.close();
    }
  });

  it('are cut out of what fails: a program that quotes them, and nobody at the address [F25]', async () => {
    const quote = "console.error('bad key', process.argv[1].slice(6)); process.exit(3)";
    const args = ['-e', quote, '--', `--key=${secret}`];
    await save('bad', { kind: 'stdio', command: process.execPath, args, env: {} });
    expect((await connect('bad'))?.error?.message).toContain('bad key …');
    await save('none', { kind: 'http', url: `http://a:${other}@127.0.0.1:1/mcp?k=${secret}` });
    expect(await connect('none')).toMatchObject({ state: 'failed' });
    expectNowhere(secret, other);
  });

  it('leave the database, what was granted, and every backup when an earlier version kept them there [F25]', async () => {
    const data = test.platform.paths.data;
    await test.app.close();
    for (const path of holding(data, 'SQLite format 3')) rmSync(path);
    const args = ['-e', '0', `--key=${secret}`];
    const earlier = { kind: 'stdio' as const, command: process.execPath, args, env: { A: 'b' } };
    const url = `https://a.example/mcp?key=${other}`;
    const database = connectDatabase(join(data, 'fabula.sqlite'), null);
    migrate(
      database,
      migrations.filter(({ number }) => number < 23),
      () => undefined,
    );
    const insert = database.prepare(
      `INSERT INTO mcp_servers (name, transport, enabled, identity, line, confirmed_fingerprint, updated_at)
       VALUES (@name, @transport, 1, @identity, @line, @identity, 1)`,
    );
    const grant = database.prepare(
      "INSERT INTO permission_grants VALUES ('p', 'c', @tool, @rule, 1)",
    );
    const stored = { ...earlier, env: { A: null } };
    const line = `A=#3e23e816 ${process.execPath} ${args.join(' ')}`;
    for (const server of [
      { name: 'one', transport: stored, identity: fingerprintServer(earlier), line },
      {
        name: 'two',
        transport: { kind: 'http', url },
        identity: fingerprintServer({ kind: 'http', url }),
        line: url,
      },
    ]) {
      insert.run({ ...server, transport: JSON.stringify(server.transport) });
      grant.run({ tool: `mcp:${server.name}`, rule: server.line });
    }
    grant.run({ tool: 'mcp:gone', rule: `npx --key=${secret}` });
    database.close();
    const vault = createSecretStore({ secrets: null, file: createKeyFile(join(data, 'keys')) });
    await vault.set('mcp:one', JSON.stringify({ A: 'b' }));
    expect(holding(data, secret)).not.toEqual([]);

    test.app = await createApp(test.platform, { checkOutputs: true });
    await expect
      .poll(() => [...holding(data, secret), ...holding(data, other)], { timeout: 20_000 })
      .toEqual([]);
    const { items } = await test.call('mcp:servers:list', {});
    expect(items).toMatchObject([
      { confirmed: true, transport: { args: [0, 1, 2], env: { A: null } } },
      { confirmed: true, transport: { url: 'https://a.example/mcp?••••••••' } },
    ]);
    expect(await vault.get('mcp:one')).toBe(JSON.stringify(earlier));
    expect(await vault.get('mcp:two')).toBe(JSON.stringify({ kind: 'http', url }));
    await test.app.close();
    const after = connectDatabase(join(data, 'fabula.sqlite'), null);
    const grants = after.prepare('SELECT tool, rule FROM permission_grants ORDER BY tool').all();
    after.close();
    expect(grants).toEqual([
      { tool: 'mcp:one', rule: serverLine(earlier) },
      { tool: 'mcp:two', rule: serverLine({ kind: 'http', url }) },
    ]);
    await test.restart();
  });
});

describe('servers of an earlier version', () => {
  let folder: string;
  let database: BetterSqlite3.Database;
  let mcp: Mcp | null;
  beforeEach(async () => {
    mcp = null;
    folder = await mkdtemp(join(tmpdir(), 'fabula-mcp-secrets-'));
    database = new BetterSqlite3(join(folder, 'fabula.sqlite'));
    database.pragma('journal_mode = WAL');
    migrate(
      database,
      migrations.filter(({ number }) => number < 14),
      () => undefined,
    );
    const transport = program({ API_KEY: secret, OTHER: other });
    database
      .prepare(
        `INSERT INTO mcp_servers (name, transport, enabled, confirmed_fingerprint, updated_at)
         VALUES ('old', ?, 1, ?, 1)`,
      )
      .run(JSON.stringify(transport), fingerprintServer(transport));
    migrate(database, migrations, () => undefined);
  });
  afterEach(async () => {
    await mcp?.close();
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fileStore = () =>
    createSecretStore({ secrets: null, file: createKeyFile(join(folder, 'keys')) });
  const open = (secrets = fileStore()): Mcp => {
    mcp = createMcp({
      egress: egressOver(database, { now: () => 2 }),
      database,
      events: { emit: () => undefined },
      clock: { now: () => 2 },
      logger: { log: () => undefined },
      settings: { get: () => ({ ...defaultSettings }) },
      permissions: { confirm: () => Promise.reject(new Error('nobody is asked again')) },
      secrets,
      forgetOlderBackups: () => Promise.resolve(true),
      closedPassages: () => Promise.resolve(null),
      environment: { PATH: process.env.PATH },
      reservedNames: [],
      version: '0.0.0',
    });
    return mcp;
  };
  const scope = { projectId: 'p', conversationId: 'c', turnId: 't' };

  it('lose their values to the store of secrets, stay confirmed, and run as before [F25]', async () => {
    expect(holding(folder, secret)).not.toEqual([]);
    const opened = open();
    expect(opened.list().items[0]).toMatchObject({
      transport: hidden({ API_KEY: null, OTHER: null }),
      confirmed: true,
    });
    await expect.poll(() => holding(folder, secret)).toEqual([]);
    expect(holding(folder, other)).toEqual([]);
    const tools = await opened.tools(scope, new AbortController().signal);
    expect(tools.map(({ name }) => name)).toContain('get-env');
    expect(await fileStore().get('mcp:old')).toBe(
      JSON.stringify(program({ API_KEY: secret, OTHER: other })),
    );
  });

  it('go on as they are where the store of secrets fails, and no answer shows a value', async () => {
    const failing = () => Promise.reject(new AppError('MODEL_KEY_STORE_FAILED', 'It is locked.'));
    const opened = open({ storage: () => 'file', get: failing, set: failing, remove: failing });
    const tools = await opened.tools(scope, new AbortController().signal);
    expect(tools.map(({ name }) => name)).toContain('get-env');
    expect(JSON.stringify(opened.list())).not.toContain(secret);
    await opened.close();
    expect(database.prepare('SELECT transport FROM mcp_servers').pluck().get()).toContain(secret);
  });
});
