import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContextFiles, type ContextFilesService } from '#main/assistant/files/index.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { toolFile } from '#tests/helpers/context-files.ts';

let test: TestApp;
/** What the agent will do, from another process on the same data folder. */
let agent: ContextFilesService;
beforeEach(async () => {
  test = await createTestApp();
  agent = createContextFiles({ platform: test.platform, settings: { get: () => defaultSettings } });
});
afterEach(async () => {
  await agent.close();
  await test.close();
});

const conversationId = 'session_20261121_120000_abc123';
const log = Array.from(
  { length: 5000 },
  (_, index) => `第 ${index} 行 ${index === 4321 ? 'ERROR: 断了' : 'ok'}`,
).join('\n');

describe('context files through the contract', () => {
  it('S0-04 S0-08 S0-09 S0-10 lists, reads, tails and searches what an agent left', async () => {
    const ref = await agent.create(conversationId, {
      ...toolFile(log, 'call_1'),
      mimeType: 'text/plain',
    });
    await agent.create(conversationId, { ...toolFile('later'), kind: 'catalog' });
    const { items } = await test.call('context-files:list', { conversationId, kind: 'artifact' });
    expect(items).toEqual([
      expect.objectContaining({ ...ref, kind: 'artifact', state: 'stored', pinned: false }),
    ]);
    expect(ref).toEqual({
      id: expect.stringMatching(/^[\w-]{5}$/),
      kind: 'artifact',
      mimeType: 'text/plain',
      byteSize: Buffer.byteLength(log),
      createdAt: expect.any(Number),
      hint: 'Output of a tool',
    });

    let content = '';
    for (let offset = 0, done = false; !done; ) {
      const page = await test.call('context-files:read', { conversationId, id: ref.id, offset });
      expect(page).toMatchObject({ id: ref.id, offset, limit: 8192 });
      content += page.content;
      offset = page.nextOffset;
      done = page.done;
    }
    expect(content).toBe(log);
    const tail = await test.call('context-files:tail', { conversationId, id: ref.id });
    expect(tail).toMatchObject({
      id: ref.id,
      lines: 200,
      content: log.split('\n').slice(-200).join('\n'),
    });
    const grep = await test.call('context-files:grep', {
      conversationId,
      id: ref.id,
      pattern: 'error',
      contextLines: 1,
    });
    expect(grep).toMatchObject({
      totalMatches: 1,
      matches: [
        {
          line: 4322,
          content: '第 4321 行 ERROR: 断了',
          before: ['第 4320 行 ok'],
          after: ['第 4322 行 ok'],
        },
      ],
    });
  });

  it('S0-20 answers codes, never a path, for what is not there or not allowed', async () => {
    const { id } = await agent.create(conversationId, toolFile('x'));
    expect(await test.fail('context-files:list', { conversationId: 'unknown' })).toBe(
      'CONVERSATION_NOT_FOUND',
    );
    const other = { conversationId: 'unknown', id };
    expect(await test.fail('context-files:read', other)).toBe('CONTEXT_FILE_NOT_FOUND');
    expect(await test.fail('context-files:tail', other)).toBe('CONTEXT_FILE_NOT_FOUND');
    expect(await test.fail('context-files:grep', { ...other, pattern: 'x' })).toBe(
      'CONTEXT_FILE_NOT_FOUND',
    );
    expect(await test.fail('context-files:grep', { conversationId, id, pattern: '(' })).toBe(
      'CONTEXT_FILE_PATTERN_INVALID',
    );
    expect(
      await test.fail('context-files:grep', { conversationId, id, pattern: 'x'.repeat(1001) }),
    ).toBe('INVALID_INPUT');
    expect(await test.fail('context-files:read', { conversationId, id, limit: 65_537 })).toBe(
      'INVALID_INPUT',
    );
    expect(await test.fail('context-files:read', { conversationId, id, offset: -1 })).toBe(
      'INVALID_INPUT',
    );
    expect(await test.fail('context-files:list', { conversationId: '../..' })).toBe(
      'CONTEXT_FILE_INVALID',
    );
    expect(await test.fail('context-files:import', { conversationId, path: '/etc/hostname' })).toBe(
      'CONTEXT_ARCHIVE_INVALID',
    );
  });

  it('S0-07 lists nothing of a new conversation, and says when one is deleted', async () => {
    await mkdir(join(test.folder, 'novel'));
    const { projectId } = await test.call('projects:open', { path: join(test.folder, 'novel') });
    const made = await test.call('conversation:create', { projectId });
    const of = { conversationId: made.conversationId };
    expect(await test.call('context-files:list', of)).toEqual({ items: [] });
    await agent.create(made.conversationId, toolFile('x'));
    expect((await test.call('context-files:list', of)).items).toHaveLength(1);
    await test.call('conversation:delete', of);
    expect(await test.fail('context-files:list', of)).toBe('CONVERSATION_NOT_FOUND');
  });

  it('S0-18 exports and imports, and the restart finds everything', async () => {
    const { id } = await agent.create(conversationId, toolFile(log, 'call_1'));
    const path = join(test.folder, 'files.zip');
    const exported = await test.call('context-files:export', { conversationId, path });
    expect(exported).toEqual({ files: 1, bytes: Buffer.byteLength(log) });
    expect(await test.call('context-files:import', { conversationId: 'copy', path })).toEqual(
      exported,
    );
    await test.restart();
    const { content } = await test.call('context-files:read', { conversationId: 'copy', id });
    expect(log.startsWith(content)).toBe(true);
    expect(readdirSync(join(test.platform.paths.data, 'context')).sort()).toEqual([
      'copy',
      conversationId,
    ]);
  });

  it('S1-20 shows the writer what there is, and lets it be pinned, cleaned and deleted', async () => {
    const heard: unknown[] = [];
    test.app.events.on((name, payload) => heard.push({ name, payload }));
    const { id } = await agent.create(conversationId, toolFile('x'.repeat(2 * 1024 * 1024), 'big'));
    await agent.recordUse(conversationId, id, { messageId: 'm1', tokens: 20 });
    await agent.recordUse(conversationId, id, { messageId: 'm1', tokens: 5 });
    expect(await test.call('context-files:conversations', {})).toEqual({
      items: [{ conversationId, files: 1, bytes: 2 * 1024 * 1024, changedAt: expect.any(Number) }],
    });
    const pinned = await test.call('context-files:pin', { conversationId, id, pinned: true });
    expect(pinned).toMatchObject({ pinned: true, referredBy: ['m1'], costTokens: 25 });
    expect(heard).toContainEqual({ name: 'context-files:changed', payload: { conversationId } });
    const freed = await test.call('context-files:clean', {});
    expect(freed.files).toBe(1);
    expect(freed.bytes).toBeGreaterThan(2_000_000);
    const usage = await test.call('context-files:usage', {});
    expect(usage).toMatchObject({
      files: 1,
      bytes: 2 * 1024 * 1024,
      storedBytes: 2 * 1024 * 1024 - freed.bytes,
    });
    await test.call('context-files:delete', { conversationId, id });
    expect(await test.fail('context-files:read', { conversationId, id })).toBe(
      'CONTEXT_FILE_NOT_FOUND',
    );
    expect((await agent.list({ conversationId, limit: 5 })).items).toEqual([]);
  });
});
