import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  call,
  openConversations,
  projectId,
  promptOf,
  unpaired,
  usage,
} from '#tests/helpers/conversations.ts';

const child = fileURLToPath(new URL('../../helpers/conversations-child.ts', import.meta.url));

/** Kills the child once it has printed so many lines, and answers them. */
const killAfter = async (lines: number, folder: string, conversationId: string) => {
  const running = spawn(process.execPath, [child, folder, conversationId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  const gone = new Promise<void>((resolve) => {
    running.once('exit', () => resolve());
  });
  try {
    for await (const line of createInterface({ input: running.stdout })) {
      printed.push(line);
      if (printed.length === lines) running.kill('SIGKILL');
    }
  } finally {
    running.kill('SIGKILL');
  }
  await gone;
  return printed;
};

it('a conversation survives kill -9 at any moment: every call has its result, nothing told is lost [S2-14 S4-31]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-crash-'));
  const world = openConversations({}, folder);
  try {
    const { conversationId } = world.service.create({ projectId });
    let resumed = 0;
    for (const lines of [1, 4, 7, 10]) {
      const printed = await killAfter(lines, folder, conversationId);
      expect(printed.length).toBeGreaterThanOrEqual(lines);
      const { messages, interrupted, turnId } = world.another().get(conversationId);
      expect(turnId).toBeNull();
      const stored = messages.flatMap(({ metadata }) =>
        metadata.kind === 'result' ? [metadata.call_id] : [],
      );
      expect(stored).toEqual(expect.arrayContaining(printed));
      expect(new Set(stored).size).toBe(stored.length);
      if (!interrupted) continue;
      resumed += 1;
      const turn = world.service.resume(conversationId);
      expect(unpaired(await promptOf(turn, 1))).toEqual([]);
      const asked = call(`after-${lines}`);
      turn.addStep({ text: '', thought: '', calls: [asked], usage: usage() });
      await turn.addResult(asked, { status: 'success', text: '好', data: {} });
      expect(unpaired(await promptOf(turn, 1))).toEqual([]);
      turn.finish('答', usage());
    }
    expect(resumed).toBeGreaterThan(0);
  } finally {
    await world.close();
  }
});
