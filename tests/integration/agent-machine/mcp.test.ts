import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyFile, createSecretStore } from '#main/ai/runs/index.ts';
import { createMcp, type Mcp } from '#main/assistant/agent/mcp/index.ts';
import { createPermissions, type Permissions } from '#main/assistant/agent/permissions/index.ts';
import { createResultProcessor } from '#main/assistant/agent/offload/index.ts';
import type { ToolContext } from '#main/assistant/agent/tool.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import type { McpTransport } from '#shared/domain/mcp-server.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { egressOver } from '#tests/helpers/egress.ts';
import { type FilesWorld, openFilesWorld } from '#tests/helpers/context-files.ts';
import { isAlive, openView, until } from '#tests/helpers/machine-world.ts';
import { everythingProgram, startEverythingServer } from '#tests/helpers/mcp-servers.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let stores: StoreWorld;
let files: FilesWorld;
let tools: Settings['tools'];
let permissions: Permissions;
let mcp: Mcp;
let secrets: ReturnType<typeof createSecretStore>;
let time: number;
let closing: (() => Promise<void>)[];

const scope = { projectId: 'p1', conversationId: 'c1', turnId: 't1' };
const running = () => new AbortController().signal;
const stdio = (env: Record<string, string> = {}): McpTransport => ({
  kind: 'stdio',
  command: process.execPath,
  args: [everythingProgram, 'stdio'],
  env,
});

const open = (): Mcp => {
  const { database, clock } = stores;
  const made = createMcp({
    egress: egressOver(database, clock),
    database: stores.database,
    events: stores.events,
    clock: { now: () => time },
    logger: { log: () => undefined },
    settings: { get: () => ({ ...defaultSettings, tools }) },
    permissions,
    secrets,
    forgetOlderBackups: () => Promise.resolve(true),
    closedPassages: () => Promise.resolve(null),
    environment: { PATH: process.env.PATH, HOME: process.env.HOME, OPENAI_API_KEY: 'sk-secret' },
    reservedNames: ['Read', 'Bash', 'echo'],
    version: '0.0.0',
    timing: { connect: 15_000, call: 15_000, maxCallMs: 15_000 },
  });
  closing.push(() => made.close());
  return made;
};
const confirmed = async (name: string, transport: McpTransport): Promise<void> => {
  await mcp.save({ name, transport, enabled: true });
  const { items } = await mcp.connect(name);
  const server = items.find((one) => one.name === name);
  if (server?.state !== 'connected') throw new Error(JSON.stringify(server));
};
const run = async (
  name: string,
  input: unknown,
  { signal = running(), projectId = scope.projectId } = {},
): Promise<ToolResult> => {
  const found = (await mcp.tools({ ...scope, projectId }, signal)).find(
    (tool) => tool.name === name,
  );
  if (!found) throw new Error(`there is no tool ${name}`);
  const context: ToolContext = {
    ...scope,
    projectId,
    callId: 'call_1',
    program: null,
    language: 'en',
    view: openView,
    opensFile: () => true,
    pageBytes: 48 * 1024,
    setTodos: () => undefined,
    signal,
  };
  const result = await found.run(found.input.parse(input), context);
  return createResultProcessor({ contextFiles: files.files })(found, result, context);
};
const pidOf = async (): Promise<number> => {
  const { text } = await run('get-env', {});
  return Number(/"MARK_PID": "(\d+)"/.exec(text)?.[1] ?? 0);
};

beforeEach(() => {
  stores = openStoreWorld();
  files = openFilesWorld({ newId: () => 'Ab3_x' });
  tools = { ...defaultSettings.tools, mcp: 'ask' };
  time = 1_700_000_000_000;
  closing = [];
  permissions = createPermissions({
    database: stores.database,
    events: stores.events,
    clock: stores.clock,
    settings: { get: () => ({ ...defaultSettings, tools }) },
  });
  secrets = createSecretStore({ secrets: null, file: createKeyFile(join(files.data, 'keys')) });
  mcp = open();
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await files.close();
  stores.close();
});

describe('MCP servers', () => {
  it('lends the tools of a program, under their own names or the server’s where ours has it [S1-08]', async () => {
    await confirmed('everything', stdio());
    const lent = await mcp.tools(scope, running());
    const names = lent.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['everything__echo', 'get-sum', 'get-env']));
    expect(lent.every(({ origin }) => origin === 'mcp')).toBe(true);
    const sum = lent.find(({ name }) => name === 'get-sum');
    expect(sum?.inputSchema).toMatchObject({ type: 'object', required: ['a', 'b'] });
    expect(sum?.input.safeParse('no object').success).toBe(false);
    expect(sum?.permission?.({}, { ...scope, view: openView })).toEqual({
      kind: 'mcp',
      rule: 'everything · get-sum',
    });
    expect((await run('everything__echo', { message: '你好' })).text).toBe('Echo: 你好');
    expect((await run('get-sum', { a: 2, b: 3 })).text).toContain('5');
    expect((await run('get-sum', { a: 'two' })).status).toBe('error');
    expect((await run('get-tiny-image', {})).text).toMatch(
      /\[image image\/png, \d+ bytes, not shown\]/,
    );
    const state = mcp.list().items[0];
    expect(state).toMatchObject({
      name: 'everything',
      confirmed: true,
      state: 'connected',
      error: null,
    });
    expect(state?.tools.length).toBe(lent.length);
  });

  it('offloads a long answer and gives a program a clean environment with its own variables [S1-08]', async () => {
    await confirmed('everything', stdio({ MINE: 'x'.repeat(2000) }));
    const result = await run('get-env', {});
    expect(result.text).toMatch(/\n\n\[Tool output in context: Ab3_x\] \(\d\.\dKB\)$/);
    const whole = await files.files.read({
      conversationId: 'c1',
      id: 'Ab3_x',
      offset: 0,
      limit: 8192,
    });
    expect(whole.content).toContain('xxxx');
    expect(whole.content).not.toMatch(/sk-secret|OPENAI/);
  });

  it('reaches a server over HTTP', async () => {
    const server = await startEverythingServer();
    closing.push(() => server.close());
    await confirmed('remote', { kind: 'http', url: server.url });
    expect((await run('get-sum', { a: 20, b: 22 })).text).toContain('42');
  });

  it('leaves a row for each request with the book it was made for, two books asking at once by one connection [B12]', async () => {
    const server = await startEverythingServer();
    const egress = egressOver(stores.database, stores.clock);
    try {
      await confirmed('everything', { kind: 'http', url: server.url });
      const books = ['p1', 'p2', 'p1', 'p2', 'p2'];
      await Promise.all(books.map((projectId, a) => run('get-sum', { a, b: 1 }, { projectId })));
      const turn = new AbortController();
      const slow = { duration: 600, steps: 6 };
      const stopped = { signal: turn.signal, projectId: 'p1' };
      const call = run('trigger-long-running-operation', slow, stopped);
      const posts = (projectId: string): number =>
        egress.list({ projectId, limit: 100 }).items.filter(({ method }) => method === 'POST')
          .length;
      await expect.poll(() => posts('p1')).toBe(3);
      expect(posts('p2')).toBe(3);
      // The word that ends it goes for the same book.
      turn.abort();
      await call;
      await expect.poll(() => posts('p1')).toBe(4);
      const { items, total } = egress.list({ limit: 100 });
      await expect.poll(() => server.requests.length).toBe(total);
      expect(items.filter(({ purpose }) => purpose !== 'mcp')).toEqual([]);
      await confirmed('program', stdio());
      await Promise.all(
        ['p1', 'p2'].map((projectId, a) => run('program__get-sum', { a, b: 1 }, { projectId })),
      );
      const given = egress
        .list({ limit: 2 })
        .items.map(({ projectId, origin }) => [projectId, origin]);
      expect(given.sort()).toEqual(['p1', 'p2'].map((one) => [one, 'stdio:program']));
    } finally {
      await server.close();
    }
  });

  it('asks before the first use of a server, with its program and no argument in clear, and remembers the answer [F14]', async () => {
    await mcp.save({ name: 'everything', transport: stdio(), enabled: true });
    const refused = mcp.tools(scope, running());
    const [asked] = permissions.pending();
    expect(asked).toMatchObject({ tool: 'mcp:everything', conversationId: 'c1' });
    expect(asked?.rule).toMatch(/ #[0-9a-f]{8} #[0-9a-f]{8}$/);
    expect(asked?.rule.startsWith(process.execPath)).toBe(true);
    expect(JSON.stringify(asked)).not.toContain(everythingProgram);
    permissions.permit({ requestId: asked?.requestId ?? '', decision: 'refuse' });
    expect(await refused).toEqual([]);
    expect(await mcp.tools(scope, running())).toEqual([]);
    expect(mcp.list().items[0]).toMatchObject({ confirmed: false, state: 'idle' });

    const allowed = mcp.tools({ ...scope, conversationId: 'c2' }, running());
    permissions.permit({
      requestId: permissions.pending()[0]?.requestId ?? '',
      decision: 'always',
    });
    expect((await allowed).length).toBeGreaterThan(5);
    expect(mcp.list().items[0]?.confirmed).toBe(true);
    expect((await mcp.tools(scope, running())).length).toBeGreaterThan(5);

    await mcp.save({ name: 'everything', transport: stdio({ NEW: '1' }), enabled: true });
    expect(mcp.list().items[0]).toMatchObject({ confirmed: false, state: 'idle' });
    tools.mcp = 'allow';
    const again = mcp.tools({ ...scope, conversationId: 'c3' }, running());
    expect(permissions.pending()).toHaveLength(1);
    permissions.permit({ requestId: permissions.pending()[0]?.requestId ?? '', decision: 'once' });
    expect((await again).length).toBeGreaterThan(5);
    expect(mcp.list().items[0]?.confirmed).toBe(false);
  });

  it('lends nothing while switched off, and nothing of a server that is not enabled', async () => {
    await confirmed('everything', stdio());
    await mcp.save({ name: 'everything', transport: stdio(), enabled: false });
    expect(await mcp.tools(scope, running())).toEqual([]);
    await mcp.save({ name: 'everything', transport: stdio(), enabled: true });
    tools.mcp = 'off';
    expect(await mcp.tools(scope, running())).toEqual([]);
  });

  it('starts a server anew after it crashed, and ends it with the program', async () => {
    const transport: McpTransport = {
      kind: 'stdio',
      command: '/bin/sh',
      args: ['-c', `MARK_PID=$$ exec "${process.execPath}" "${everythingProgram}" stdio`],
      env: {},
    };
    await confirmed('everything', transport);
    const first = await pidOf();
    process.kill(first, 'SIGKILL');
    await until(() => mcp.list().items[0]?.state === 'idle');
    const second = await pidOf();
    expect(second).not.toBe(first);
    expect(mcp.list().items[0]?.state).toBe('connected');
    await mcp.close();
    expect(isAlive(second)).toBe(false);
  });

  it('answers a call that the server dies under with an error', async () => {
    await confirmed('everything', {
      kind: 'stdio',
      command: '/bin/sh',
      args: ['-c', `MARK_PID=$$ exec "${process.execPath}" "${everythingProgram}" stdio`],
      env: {},
    });
    const pid = await pidOf();
    const call = run('trigger-long-running-operation', { duration: 600, steps: 600 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(pid, 'SIGKILL');
    const result = await call;
    expect(result).toMatchObject({ status: 'error', error: { code: 'MCP_CALL_FAILED' } });
  });

  it('ends a call with the turn', async () => {
    await confirmed('everything', stdio());
    const turn = new AbortController();
    const call = run(
      'trigger-long-running-operation',
      { duration: 600, steps: 6 },
      { signal: turn.signal },
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    turn.abort();
    expect((await call).status).toBe('error');
    expect((await run('get-sum', { a: 1, b: 1 })).text).toContain('2');
  });

  it('says in the state why a server cannot be reached, and holds no turn up with it', async () => {
    await mcp.save({
      name: 'broken',
      transport: {
        kind: 'stdio',
        command: '/bin/sh',
        args: ['-c', 'echo out of order >&2; exit 3'],
        env: {},
      },
      enabled: true,
    });
    const { items } = await mcp.connect('broken');
    expect(items[0]).toMatchObject({ state: 'failed', error: { code: 'MCP_SERVER_FAILED' } });
    expect(items[0]?.error?.message).toContain('out of order');
    expect(await mcp.tools(scope, running())).toEqual([]);
    await mcp.save({
      name: 'broken',
      transport: { kind: 'http', url: 'http://127.0.0.1:1/mcp' },
      enabled: true,
    });
    expect((await mcp.connect('broken')).items[0]?.state).toBe('failed');
    await mcp.save({
      name: 'broken',
      transport: { kind: 'stdio', command: 'no-such-program-here', args: [], env: {} },
      enabled: true,
    });
    expect((await mcp.connect('broken')).items[0]?.error?.message).toContain('ENOENT');
  });

  it('keeps servers across a restart, and gives codes for what is not there or not possible', async () => {
    await mcp.save({ name: 'one', transport: stdio({ A: '1' }), enabled: false });
    expect(open().list().items).toMatchObject([
      { name: 'one', enabled: false, transport: { ...stdio(), args: [0, 1], env: { A: null } } },
    ]);
    await expect(mcp.connect('two')).rejects.toMatchObject({ code: 'MCP_SERVER_NOT_FOUND' });
    await expect(mcp.remove('two')).rejects.toMatchObject({ code: 'MCP_SERVER_NOT_FOUND' });
    for (const transport of [
      { kind: 'http' as const, url: 'file:///etc/passwd' },
      { ...stdio(), command: 'a\0b' },
      { ...stdio(), env: { 'A=B': '1' } },
    ]) {
      await expect(
        mcp.save({ name: 'two', transport: transport as McpTransport, enabled: true }),
      ).rejects.toMatchObject({
        code: 'MCP_SERVER_INVALID',
      });
    }
    expect((await mcp.remove('one')).items).toEqual([]);
    expect(stores.events.heard.map(({ name }) => name)).toContain('mcp:changed');
  });
});
