import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { createMcp, type Mcp } from '#main/services/agent/mcp/index.ts';
import { fingerprint } from '#main/services/agent/mcp/server-identity.ts';
import { createKeyFile, createSecretStore } from '#main/services/ai/index.ts';
import type { McpTransport } from '#shared/domain/mcp-server.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { AppError } from '#shared/errors.ts';
import { createTestApp } from '#tests/helpers/app.ts';
import { everythingProgram } from '#tests/helpers/mcp-servers.ts';

const secret = 'sk-very-secret-0123456789';
const other = 'another-secret-987654321';
const program = (env: Record<string, string | null>) => ({
  kind: 'stdio' as const,
  command: process.execPath,
  args: [everythingProgram, 'stdio'],
  env,
});

/** Files below a folder that hold a text. */
const holding = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

describe('values of a server’s variables', () => {
  it('F25 are nowhere in clear, not on the disk and not in an answer, and stay when they are not typed again', async () => {
    const test = await createTestApp();
    try {
      const data = test.platform.paths.data;
      const saved = await test.call('mcp:servers:save', {
        name: 'one',
        transport: program({ API_KEY: secret, MODE: 'quiet' }),
        enabled: true,
      });
      const masked = program({ API_KEY: null, MODE: null });
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
        transport: program({ API_KEY: null, MODE: 'loud' }),
        enabled: true,
      });
      expect(changed.items[0]).toMatchObject({ transport: masked, confirmed: false });
      const again = await test.call('mcp:servers:connect', { name: 'one' });
      expect(again.items[0]).toMatchObject({ state: 'connected' });
      expect(
        await test.fail('mcp:servers:save', {
          name: 'one',
          transport: program({ UNKNOWN: null }),
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

  it('F25 are cut out of what a server says when it fails', async () => {
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
      .run(JSON.stringify(transport), fingerprint(transport));
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
      database,
      events: { emit: () => undefined },
      clock: { now: () => 2 },
      logger: { log: () => undefined },
      settings: { get: () => ({ ...defaultSettings }) },
      permissions: { confirm: () => Promise.reject(new Error('nobody is asked again')) },
      secrets,
      documents: { list: () => [], read: () => Promise.reject(new Error('nothing is closed')) },
      environment: { PATH: process.env.PATH },
      reservedNames: [],
      version: '0.0.0',
    });
    return mcp;
  };
  const scope = { projectId: 'p', conversationId: 'c', turnId: 't' };

  it('F25 lose their values to the store of secrets, stay confirmed, and run as before', async () => {
    expect(holding(folder, secret)).not.toEqual([]);
    const opened = open();
    expect(opened.list().items[0]).toMatchObject({
      transport: program({ API_KEY: null, OTHER: null }),
      confirmed: true,
    });
    await expect.poll(() => holding(folder, secret)).toEqual([]);
    expect(holding(folder, other)).toEqual([]);
    const tools = await opened.tools(scope, new AbortController().signal);
    expect(tools.map(({ name }) => name)).toContain('get-env');
    expect(await fileStore().get('mcp:old')).toBe(
      JSON.stringify({ API_KEY: secret, OTHER: other }),
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
