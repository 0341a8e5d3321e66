import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolContext } from '#main/assistant/agent/tool.ts';
import {
  isAlive,
  type MachineWorld,
  openMachineWorld,
  until,
  wordOf,
} from '#tests/helpers/machine-world.ts';

let world: MachineWorld;
beforeEach(() => {
  world = openMachineWorld({ files: { newId: () => 'Ab3_x' } });
});
afterEach(() => world.close());

const create = async (input: object, change?: Partial<ToolContext>): Promise<string> => {
  const result = await world.run('terminal_create', input, change);
  if (result.status !== 'success') throw new Error(result.text);
  return wordOf(result.data.terminalId);
};
const wait = (terminalId: string) => world.run('terminal_wait', { terminalId, timeoutMs: 15_000 });
const output = (terminalId: string) => world.run('terminal_output', { terminalId });

describe('terminals', () => {
  it('shows 800 characters of an output above 1 KB and the reference [S1-07]', async () => {
    const terminalId = await create({ command: `printf '0123456789%.0s' $(seq 840)` });
    expect((await wait(terminalId)).text).toBe('Exit Code: 0');
    const result = await output(terminalId);
    expect(result.text).toBe(
      `${'0123456789'.repeat(80)}\n\n[Terminal output in context: Ab3_x] (8.2KB)\n\nExit Code: 0`,
    );
    expect(result.contextRefs).toEqual(['Ab3_x']);
    const file = world.path(`c1/artifacts/terminal/${terminalId}.log`);
    expect(readFileSync(file, 'utf8')).toBe('0123456789'.repeat(840));
    expect(world.logs.at(-1)?.message).toBe(
      '[ToolCallProcessor] Offloaded tool output: terminal_output (8400 chars)',
    );
  });

  it('gives up to 1 KB whole [S1-07]', async () => {
    const terminalId = await create({ command: 'echo', args: ['雪; ls $HOME'] });
    await wait(terminalId);
    expect((await output(terminalId)).text).toBe('雪; ls $HOME\n\n\nExit Code: 0');
  });

  it('goes on beside the conversation, is waited for a while, and is ended with its group', async () => {
    const terminalId = await create({ command: 'sleep 600 & echo $!; wait' });
    const early = await world.run('terminal_wait', { terminalId, timeoutMs: 1 });
    expect(early).toMatchObject({
      text: 'It is still running.',
      data: { running: true, exitCode: null },
    });
    const pid = await until(async () => Number.parseInt((await output(terminalId)).text, 10));
    expect(isAlive(pid)).toBe(true);
    const killed = await world.run('terminal_kill', { terminalId });
    expect(killed.data).toMatchObject({ running: false, exitCode: null, signal: 'SIGTERM' });
    expect(isAlive(pid)).toBe(false);
    expect((await output(terminalId)).text).toContain(`${pid}`);
    expect((await world.run('terminal_release', { terminalId })).status).toBe('success');
    expect((await output(terminalId)).error?.code).toBe('TERMINAL_NOT_FOUND');
  });

  it('keeps the latest bytes, whole characters, and says how many went', async () => {
    const terminalId = await create({
      command: `for i in $(seq 5000); do printf 春夏秋冬; done`,
      output_byte_limit: 1_000,
    });
    await wait(terminalId);
    const result = await output(terminalId);
    expect(result.data).toMatchObject({ bytes: 60_000, dropped: 60_000 - 999 });
    expect(result.text.startsWith('夏秋冬'.slice(-result.text.indexOf('春')))).toBe(true);
    expect(result.text).not.toContain('\ufffd');
    expect(result.text).toContain('The first 59001 bytes are no longer kept');
  });

  it('belongs to its conversation', async () => {
    const terminalId = await create({ command: 'sleep 600' });
    for (const name of ['terminal_output', 'terminal_wait', 'terminal_kill', 'terminal_release']) {
      const result = await world.run(name, { terminalId }, { conversationId: 'c2' });
      expect(result.error?.code).toBe('TERMINAL_NOT_FOUND');
    }
    await world.machine.endConversation('c2');
    expect((await world.run('terminal_wait', { terminalId, timeoutMs: 0 })).data).toMatchObject({
      running: true,
    });
    await world.machine.endConversation('c1');
    expect((await output(terminalId)).error?.code).toBe('TERMINAL_NOT_FOUND');
  });

  it('ends with the turn that is stopped, and with the program [F14]', async () => {
    const stopped = await create({ command: 'sleep 600' });
    const other = await create(
      { command: 'sleep 600 & echo $!; wait' },
      { signal: new AbortController().signal },
    );
    world.stop();
    const late = { signal: new AbortController().signal };
    const ended = await world.run(
      'terminal_wait',
      { terminalId: stopped, timeoutMs: 15_000 },
      late,
    );
    expect(ended.data).toMatchObject({ signal: 'SIGTERM' });
    const pid = await until(async () => Number.parseInt((await output(other)).text, 10));
    await world.machine.close();
    expect(isAlive(pid)).toBe(false);
  });

  it('starts only inside the project, with its own variables, and says what cannot be run', async () => {
    mkdirSync(join(world.project, '笔记'));
    symlinkSync('/', join(world.project, 'out'));
    const terminalId = await create({
      command: 'pwd; echo $MINE',
      cwd: '笔记',
      env: { MINE: 'yes' },
    });
    await wait(terminalId);
    expect((await output(terminalId)).text).toContain(`${join(world.project, '笔记')}\nyes\n`);
    for (const cwd of ['..', '/', 'out', 'out/tmp', 'missing', '笔记/../..']) {
      const refused = await world.run('terminal_create', { command: 'ls', cwd });
      expect([cwd, refused.error?.code]).toEqual([cwd, 'FOLDER_INVALID']);
    }
    const missing = await create({ command: 'no-such-program-here', args: [] });
    expect((await wait(missing)).text).toBe('It could not be run: ENOENT.');
  });

  it('says that it is cut when the file cannot be written [S1-15]', async () => {
    writeFileSync(join(world.data, 'context'), 'in the way');
    const terminalId = await create({ command: 'seq 1000' });
    await wait(terminalId);
    const result = await output(terminalId);
    expect(result.text).toContain('\n\n[Output truncated due to offload error]\n\nExit Code: 0');
    expect(result.context).toHaveProperty('retryId');
  });

  it('allows sixteen at once in a conversation', async () => {
    for (let count = 0; count < 16; count += 1) await create({ command: 'sleep', args: ['600'] });
    const more = await world.run('terminal_create', { command: 'sleep', args: ['600'] });
    expect(more.error?.code).toBe('TERMINAL_LIMIT');
    await create({ command: 'true' }, { conversationId: 'c2' });
  });
});
