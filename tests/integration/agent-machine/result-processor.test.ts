import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResultProcessor, type ProcessResult } from '#main/assistant/agent/offload/index.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import { wordOf } from '#tests/helpers/machine-world.ts';
import { filesBelow, type FilesWorld, openFilesWorld } from '#tests/helpers/context-files.ts';

let world: FilesWorld;
let process_: ProcessResult;
beforeEach(() => {
  world = openFilesWorld({ newId: () => 'Ab3_x' });
  process_ = createResultProcessor({ contextFiles: world.files });
});
afterEach(() => world.close());

const scope = { conversationId: 'c1', callId: 'call_1' };
const answer = (text: string): ToolResult => ({ status: 'success', text, data: { a: 1 } });
const long = '0123456789'.repeat(540);

describe('the generic processor of results', () => {
  it('offloads what an MCP tool answers above 1 KB [S1-08 S1-13 S1-14]', async () => {
    const result = await process_({ name: 'search', origin: 'mcp' }, answer(long), scope);
    expect(result).toEqual({
      status: 'success',
      text: `${'0123456789'.repeat(80)}\n\n[Tool output in context: Ab3_x] (5.3KB)`,
      data: { a: 1 },
      contextRefs: ['Ab3_x'],
    });
    expect(readFileSync(world.path('c1/artifacts/tool/call_1.txt'), 'utf8')).toBe(long);
    expect(world.logs.map(({ message }) => message)).toEqual([
      '[ContextStore] Wrote content: c1/artifacts/tool/call_1.txt (5400 bytes)',
      '[ContextStore] Created ref: Ab3_x',
      '[ToolCallProcessor] Offloaded tool output: search (5400 chars)',
    ]);
  });

  it('leaves up to 1 KB as it is [S1-08]', async () => {
    const result = answer('x'.repeat(1024));
    expect(await process_({ name: 'search', origin: 'mcp' }, result, scope)).toEqual(result);
    expect(filesBelow(world.data)).toEqual([]);
  });

  it.each(['file', 'project', 'context', 'web', 'bash', 'terminal'] as const)(
    'never touches a result of origin %s, whatever the tool is called [S1-03 S1-09 S1-10 S1-11 S1-12]',
    async (origin) => {
      const result = answer(long);
      for (const name of ['Read', 'mcp__files__read', 'browser_snapshot', 'context_read', 'Bash']) {
        expect(await process_({ name, origin }, result, scope)).toEqual(result);
      }
      expect(filesBelow(world.data)).toEqual([]);
      expect(world.logs).toEqual([]);
    },
  );

  it('offloads by origin even what is named like a tool of ours [S1-03]', async () => {
    const result = await process_({ name: 'Read', origin: 'mcp' }, answer(long), scope);
    expect(result.contextRefs).toEqual(['Ab3_x']);
  });

  it('says that it is cut when the file cannot be written, and keeps all for a retry [S1-15]', async () => {
    writeFileSync(join(world.data, 'context'), 'in the way');
    const result = await process_({ name: 'search', origin: 'mcp' }, answer(long), scope);
    expect(result.text).toBe(
      `${'0123456789'.repeat(80)}\n\n[Output truncated due to offload error]`,
    );
    expect(result.contextRefs).toBeUndefined();
    expect(world.files.unsavedOutput(wordOf(result.context?.retryId))).toBe(long);
    expect(world.logs.map(({ level }) => level)).toEqual(['warn']);
  });
});
