import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Channel, channels, type Input } from '#shared/contract/index.ts';
import { listUnfinished } from '#main/db/backups/backup-files.ts';
import { answerOf, type ContractClient, Reply } from '#tests/helpers/contract-clients.ts';
import { type Served, serveFabula } from '#tests/helpers/serve.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/helpers/small-disk.ts';
import { isolation } from '../../contract/isolation-table.ts';
import { plantProject, type ProjectThings } from '../../contract/two-projects.ts';

let folder: string;
let disk: SmallDisk;
let reader: Database | null = null;
let served: Served;
let client: ContractClient;
let things: ProjectThings;

const clientOf = ({ url, token }: Served): ContractClient => ({
  async send(channel, input) {
    const response = await fetch(`${url}/rpc/${encodeURIComponent(channel)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    });
    return response.json();
  },
  listen: () => Promise.reject(new Error('not listened to here')),
  close: () => Promise.resolve(),
});

const begin = async (): Promise<void> => {
  served = await serveFabula(disk.path);
  client = clientOf(served);
};

/** 'ok', or the code of the reply. */
const outcomeOf = async (channel: string, input: unknown): Promise<string> => {
  const reply = Reply.parse(await client.send(channel, input));
  return reply.ok ? 'ok' : reply.error.code;
};

/** Channels that name no second thing, with something to write; of the others the table knows an input. */
const writes = (mine: ProjectThings): { [C in Channel]?: Input<C> } => ({
  'projects:open': { path: join(folder, 'mine') },
  'projects:rename': { projectId: mine.projectId, name: 'Another' },
  'projects:create': { name: 'New', language: 'en' },
  'projects:openSample': { language: 'en' },
  'memory:rules:create': { projectId: mine.projectId, text: 'Short.', confidence: 0.5 },
  'context:budget:update': { projectId: mine.projectId, expectedVersion: 1, outputReserve: 900 },
  'judge:settings:update': { projectId: mine.projectId, mode: 'off' },
  'ai:models:save': { id: 'm', provider: 'ollama', model: 'm', contextWindow: 8000 },
  'ai:skills:copy': { skillId: 'continue', newSkillId: 'own' },
  'conversation:rename': { conversationId: mine.conversationId, title: 'Another' },
  'conversation:delete': { conversationId: mine.conversationId },
  'mcp:servers:save': {
    name: 'server',
    transport: { kind: 'stdio', command: 'true', args: [], env: {} },
    enabled: false,
  },
  'settings:update': { theme: 'dark' },
  'forms:keep': {
    ...{ projectId: mine.projectId, pageId: 'page' },
    drafts: [{ form: 'note:new', draftId: 'draft', step: 9, fields: 'x'.repeat(90_000) }],
  },
});

const inputsOf = (channel: Channel): unknown[] => {
  const line = isolation[channel];
  // The ids of another project are those of its own here: calls that are as they should be.
  if (typeof line === 'function') return line(things, things).map(({ input }) => input);
  const input = writes(things)[channel];
  return input === undefined ? [] : [input];
};

/**
 * Leaves no room, in the database's log neither: it is emptied, and somebody reads, so that no backup lets the program
 * write over what it wrote there before. A backup under way fails, and only then is its room taken.
 */
const fillDisk = async (): Promise<void> => {
  reader = new BetterSqlite3(join(disk.path, 'fabula.sqlite'));
  while (reader.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0);
  reader.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  await expect
    .poll(() => {
      disk.fill();
      return listUnfinished(disk.path, Number.POSITIVE_INFINITY);
    })
    .toEqual([]);
  disk.fill();
};

const freeDisk = (): void => {
  reader?.close();
  disk.free();
};

const hasDarkTheme = (file: string): boolean =>
  existsSync(file) && readFileSync(file).includes('"theme":"dark"');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-full-'));
  disk = mountSmallDisk(join(folder, 'data'), 24);
  await begin();
  things = await plantProject(client, folder, 'mine');
});

afterEach(async () => {
  await served.stop('SIGKILL');
  reader?.close();
  disk.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('a full disk under the data folder', () => {
  it('is called by its name in every channel, and costs nothing that was acknowledged', async () => {
    const before = await answerOf(client, 'constraints:list', { projectId: things.projectId });
    await fillDisk();
    const outcomes = new Map<Channel, Set<string>>();
    for (const channel of channels) {
      const inputs = inputsOf(channel);
      const codes = new Set<string>();
      for (const input of inputs) codes.add(await outcomeOf(channel, input));
      if (codes.size > 0) outcomes.set(channel, codes);
    }
    const unexpected = [...outcomes].filter(([, codes]) => codes.has('INTERNAL'));
    expect(unexpected).toEqual([]);
    const writing: Channel[] = [
      'projects:rename',
      'constraints:create',
      'constraints:delete',
      'knowledge:entities:create',
      'memory:rules:create',
      'ai:models:save',
      'conversation:create',
      'settings:update',
    ];
    for (const channel of writing) {
      expect([channel, [...(outcomes.get(channel) ?? [])]]).toEqual([channel, ['DISK_FULL']]);
    }
    // Reading goes on, the history of requests included.
    for (const channel of ['constraints:list', 'documents:read', 'context:history:list'] as const) {
      expect([channel, [...(outcomes.get(channel) ?? [])]]).toEqual([channel, ['ok']]);
    }

    expect(await served.stop('SIGTERM')).toBe(0);
    freeDisk();
    await begin();
    const { notices } = await answerOf(client, 'host:capabilities', {});
    expect(notices).toEqual([]);
    await answerOf(client, 'projects:open', { path: join(folder, 'mine') });
    const after = await answerOf(client, 'constraints:list', { projectId: things.projectId });
    expect(after).toEqual(before);
  });

  it('keeps no chapter from its own disk, however often it is saved', async () => {
    const { projectId, documentId } = things;
    const path = join(folder, 'mine', '01 One.md');
    let { version } = await answerOf(client, 'documents:read', { projectId, documentId });
    await fillDisk();
    for (const round of Array.from({ length: 6 }, (_, index) => index)) {
      const text = `# One\n\nRound ${round}. ${'The tide came in. '.repeat(300)}\n`;
      const saved = await answerOf(client, 'documents:save', {
        projectId,
        documentId,
        text,
        expectedVersion: version,
      });
      ({ version } = saved);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('calls nothing typed that was not, keeps no finding and dismisses none, and says so [N14 N15]', async () => {
    const { projectId, documentId } = things;
    const chapter = { projectId, documentId };
    const person = { projectId, kind: 'character', name: 'Odile Marsh' } as const;
    await answerOf(client, 'knowledge:entities:create', { ...person, summary: 'Has blue eyes.' });
    let { version } = await answerOf(client, 'documents:read', chapter);
    const save = async (text: string, origins: Input<'documents:save'>['origins']) => {
      const saved = await answerOf(client, 'documents:save', {
        ...{ ...chapter, text, expectedVersion: version },
        ...(origins ? { origins } : {}),
      });
      ({ version } = saved);
      return text;
    };
    const typed = 'Odile Marsh’s eyes were green.\n';
    await save(typed, [[typed.length, 'typed']]);
    expect((await answerOf(client, 'contradictions:check', { projectId })).found).toBe(1);
    const [finding] = (await answerOf(client, 'contradictions:list', { projectId })).items;
    const findingIds = [finding?.findingId ?? ''];
    await fillDisk();
    const pasted = 'She never took it back. '.repeat(400);
    const text = await save(typed + pasted, [
      [typed.length, 'typed'],
      [pasted.length, 'pasted'],
    ]);
    expect(await outcomeOf('contradictions:dismiss', { projectId, findingIds })).toBe('DISK_FULL');
    expect(await outcomeOf('contradictions:check', { projectId })).toBe('DISK_FULL');
    const check = async (): Promise<void> => {
      const { items } = await answerOf(client, 'contradictions:list', { projectId });
      expect(items.map(({ findingId, state }) => [findingId, state])).toEqual([
        [findingIds[0], 'open'],
      ]);
      const now = await answerOf(client, 'documents:read', chapter);
      expect(now.text).toBe(text);
      let at = 0;
      for (const [length, code] of now.origins) {
        const [words, start] = [text.slice(at, at + length), at];
        at += length;
        if (code === 'typed') expect(typed.startsWith(words, start)).toBe(true);
        else if (code === 'pasted') expect(start).toBeGreaterThanOrEqual(typed.length);
        else expect([code, words]).toEqual(['unknown', words]);
      }
      expect(at).toBe(text.length);
    };
    await check();
    freeDisk();
    await check();
    await answerOf(client, 'contradictions:dismiss', { projectId, findingIds });
    const { items } = await answerOf(client, 'contradictions:list', { projectId });
    expect(items.map(({ state }) => state)).toEqual(['dismissed']);
  });

  it('takes no assembly that was asked for out of the history once there is room again', async () => {
    const { projectId, documentId } = things;
    await answerOf(client, 'context:history:list', { projectId });
    await fillDisk();
    const request = { projectId, documentId, cursorPosition: 20, skillId: 'continue' };
    const { assemblyId } = await answerOf(client, 'context:assemble', request);
    const listed = await answerOf(client, 'context:history:list', { projectId });
    expect(listed.items.map((item) => item.assemblyId)).not.toContain(assemblyId);
    expect(await outcomeOf('context:history:replay', { assemblyId })).toBe('DISK_FULL');
    freeDisk();
    const again = await answerOf(client, 'context:history:list', { projectId });
    expect(again.items.map((item) => item.assemblyId)).toContain(assemblyId);
    expect(await outcomeOf('context:history:replay', { assemblyId })).toBe('ok');
  });

  it('is backed up onto as soon as there is room again', async () => {
    await fillDisk();
    expect(await outcomeOf('settings:update', { theme: 'dark' })).toBe('DISK_FULL');
    freeDisk();
    expect(await outcomeOf('settings:update', { theme: 'dark' })).toBe('ok');
    const backup = join(disk.path, 'fabula.backup.sqlite');
    // A try that failed is followed by a rest of twenty times what it took.
    await expect.poll(() => hasDarkTheme(backup), { timeout: 110_000 }).toBe(true);
  });
});
