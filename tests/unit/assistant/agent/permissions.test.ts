import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandNeed } from '#main/assistant/agent/permissions/command-need.ts';
import { commandRule } from '#main/assistant/agent/permissions/command-rule.ts';
import { createPermissions, type Permissions } from '#main/assistant/agent/permissions/index.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { openView } from '#tests/helpers/machine-world.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
let tools: Settings['tools'];
let permissions: Permissions;
const scope = { projectId: 'p1', conversationId: 'c1', turnId: 't1' };
const folder = mkdtempSync(join(tmpdir(), 'fabula-permissions-'));
execFileSync('git', ['init', '--quiet', folder]);
afterAll(() => rmSync(folder, { recursive: true }));
const running = () => new AbortController().signal;

const open = (database = world.database): Permissions =>
  createPermissions({
    database,
    events: world.events,
    clock: world.clock,
    settings: { get: () => ({ ...defaultSettings, tools }) },
  });
const check = (command: string, change: Partial<typeof scope> = {}, signal = running()) =>
  permissions.check(
    {
      tool: 'Bash',
      input: { command },
      need: { kind: 'bash', rule: commandRule(command, { folder }) },
    },
    { ...scope, ...change },
    signal,
  );
/** Asks, and answers the one question that then waits. */
const answer = (decision: 'once' | 'conversation' | 'always' | 'refuse'): void => {
  const [asked] = permissions.pending();
  if (!asked) throw new Error('nothing was asked');
  permissions.permit({ requestId: asked.requestId, decision });
};

beforeEach(() => {
  world = openStoreWorld();
  tools = { bash: 'ask', terminal: 'off', web: 'off', mcp: 'ask' };
  permissions = open();
});
afterEach(() => world.close());

describe('leave for what tools do', () => {
  it('never gives it for what is switched off, nor asks [F14]', async () => {
    tools.bash = 'off';
    expect(await check('ls')).toBe('off');
    tools.bash = 'allow';
    expect(await check('rm -rf x; ls')).toBe('allowed');
    expect(world.events.heard).toEqual([]);
  });

  it('gives none when the switch was turned off while the question waited [F14]', async () => {
    const asked = check('ls');
    tools.bash = 'off';
    answer('always');
    expect(await asked).toBe('off');
    const need = { kind: 'mcp', rule: 'server' } as const;
    const confirmed = permissions.confirm({ tool: 'mcp:a', input: {}, need }, scope, running());
    tools.mcp = 'off';
    answer('conversation');
    expect(await confirmed).toBe('off');
  });

  it('asks with what a person can decide by, and is once for once [F14]', async () => {
    const asked = check('git status');
    expect(permissions.pending()).toMatchObject([
      {
        conversationId: 'c1',
        turnId: 't1',
        tool: 'Bash',
        input: { command: 'git status' },
        rule: 'git status …',
      },
    ]);
    expect(world.events.heard).toEqual([
      { name: 'conversation:permission', payload: permissions.pending()[0] },
    ]);
    const requestId = permissions.pending()[0]?.requestId ?? '';
    answer('once');
    expect(await asked).toBe('allowed');
    expect(world.events.heard[1]).toEqual({
      name: 'conversation:permission:settled',
      payload: { requestId },
    });
    expect(() => permissions.permit({ requestId, decision: 'once' })).toThrow(
      expect.objectContaining({ code: 'PERMISSION_NOT_FOUND' }),
    );
    void check('git status');
    expect(permissions.pending()).toHaveLength(1);
  });

  it('keeps leave for a conversation to that conversation, across a restart, until it is forgotten [F14]', async () => {
    const asked = check('ls');
    answer('conversation');
    expect(await asked).toBe('allowed');
    permissions = open(world.reopen());
    expect(await check('ls -la')).toBe('allowed');
    const elsewhere = check('ls', { conversationId: 'c2' });
    answer('refuse');
    expect(await elsewhere).toBe('refused');
    permissions.forgetConversation('c1');
    void check('ls');
    expect(permissions.pending()).toHaveLength(1);
  });

  it('forgets a closed project with its conversations, and keeps others [F14]', async () => {
    for (const change of [{}, { projectId: 'p2', conversationId: 'c2' }]) {
      const asked = check('ls', change);
      answer('conversation');
      await asked;
    }
    permissions.forgetProject('p1');
    expect(await check('ls', { projectId: 'p2', conversationId: 'c2' })).toBe('allowed');
    void check('ls');
    expect(permissions.pending()).toHaveLength(1);
  });

  it('lets a standing rule hold in its book until it is removed, and lists it [F14]', async () => {
    const asked = check('git status -s');
    answer('always');
    expect(await asked).toBe('allowed');
    expect(await check('git status', { conversationId: 'c9' })).toBe('allowed');
    const elsewhere = check('git status', { conversationId: 'c8', projectId: 'p9' });
    answer('refuse');
    expect(await elsewhere).toBe('refused');
    const rules = permissions.rules();
    expect(rules).toMatchObject([{ projectId: 'p1', tool: 'Bash', rule: 'git status …' }]);
    permissions.removeRule(rules[0]?.ruleId ?? '');
    expect(permissions.rules()).toEqual([]);
    expect(() => permissions.removeRule('gone')).toThrow(
      expect.objectContaining({ code: 'PERMISSION_NOT_FOUND' }),
    );
    void check('git status');
    expect(permissions.pending()).toHaveLength(1);
  });

  it('takes standing rules with the book that is forgotten, and answers for it no question of another [F14]', async () => {
    const here = check('make');
    const there = check('make', { projectId: 'p2', conversationId: 'c2' });
    answer('always');
    expect(await here).toBe('allowed');
    expect(permissions.pending()).toHaveLength(1);
    answer('always');
    expect(await there).toBe('allowed');
    permissions.forgetProject('p1');
    expect(permissions.rules()).toMatchObject([{ projectId: 'p2', rule: '$ make' }]);
  });

  it('asks for each command that could carry a closed chapter out, whatever is allowed [N3 F14]', async () => {
    const closed = { view: { ...openView, closed: () => new Set(['document:two']) } };
    const checkFenced = (command: string) =>
      permissions.check(
        {
          tool: 'Bash',
          input: { command },
          need: commandNeed('bash', command, { folder }, closed),
        },
        scope,
        running(),
      );
    const before = check('base64 02.md');
    answer('always');
    expect(await before).toBe('allowed');
    tools.bash = 'allow';
    expect(await check('base64 02.md')).toBe('allowed');
    for (const decision of ['always', 'conversation', 'refuse'] as const) {
      const asked = checkFenced('base64 02.md');
      expect(permissions.pending()).toMatchObject([{ fencedReach: 'call' }]);
      answer(decision);
      expect(await asked).toBe(decision === 'refuse' ? 'refused' : 'allowed');
    }
    expect(permissions.rules()).toHaveLength(1);
    // Whose output is known again by its lines.
    expect(await checkFenced('cat 02.md')).toBe('allowed');
  });

  it('asks once for a server that could, until a standing rule covers it [N3 F14]', async () => {
    tools.mcp = 'allow';
    const need = { kind: 'mcp', rule: 'notes · read', fencedReach: 'rule' } as const;
    const call = () => permissions.check({ tool: 'read', input: {}, need }, scope, running());
    const asked = call();
    expect(permissions.pending()).toMatchObject([{ fencedReach: 'rule' }]);
    answer('always');
    expect(await asked).toBe('allowed');
    expect(await call()).toBe('allowed');
  });

  it('asks again for a chained command that begins like an allowed one [F14]', async () => {
    const asked = check('git status');
    answer('always');
    await asked;
    for (const command of [
      'git status; rm -rf .',
      'git status && ls',
      'git status > a',
      'git status\nls',
    ]) {
      const chained = check(command);
      expect(permissions.pending()).toHaveLength(1);
      answer('refuse');
      expect(await chained).toBe('refused');
    }
    const exact = check('git status | wc');
    answer('always');
    await exact;
    expect(await check('git status | wc')).toBe('allowed');
  });

  it('ends the question with the turn that asked it [F14]', async () => {
    const turn = new AbortController();
    const asked = check('ls', {}, turn.signal);
    turn.abort();
    expect(await asked).toBe('refused');
    expect(permissions.pending()).toEqual([]);
    expect(world.events.heard.map(({ name }) => name)).toEqual([
      'conversation:permission',
      'conversation:permission:settled',
    ]);
    expect(await check('ls', {}, AbortSignal.abort())).toBe('refused');
    expect(world.events.heard).toHaveLength(2);
  });

  it('answers equal questions that wait side by side at once [F14]', async () => {
    const here = check('ls');
    const there = check('ls -l', { conversationId: 'c2' });
    const other = check('git log', { conversationId: 'c2' });
    answer('always');
    expect(await Promise.all([here, there])).toEqual(['allowed', 'allowed']);
    expect(permissions.pending()).toHaveLength(1);
    answer('refuse');
    expect(await other).toBe('refused');
  });

  it('confirms what must be seen once even where everything is allowed [F14]', async () => {
    tools.mcp = 'allow';
    const confirm = () =>
      permissions.confirm(
        { tool: 'mcp:x', input: { name: 'x' }, need: { kind: 'mcp', rule: 'node x' } },
        scope,
        running(),
      );
    const asked = confirm();
    answer('conversation');
    expect(await asked).toBe('conversation');
    expect(await confirm()).toBe('conversation');
    tools.mcp = 'off';
    expect(await confirm()).toBe('off');
  });
});
