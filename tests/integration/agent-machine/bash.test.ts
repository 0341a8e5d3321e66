import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { filesBelow } from '#tests/helpers/context-files.ts';
import {
  isAlive,
  type MachineWorld,
  openMachineWorld,
  openView,
  until,
  wordOf,
} from '#tests/helpers/machine-world.ts';

let world: MachineWorld;
afterEach(() => world.close());

const ids = { files: { newId: () => 'Ab3_x' } };
const bash = (command: string, more: object = {}) => world.run('Bash', { command, ...more });
/** What a test's command prints, of exactly so many bytes. */
const digits = (bytes: number): string =>
  '0123456789'.repeat(Math.ceil(bytes / 10)).slice(0, bytes);
const printing = (bytes: number): string => `printf %s '${digits(bytes)}'`;

describe('Bash', () => {
  it('shows 800 characters of an output above 5 KB, the reference and the exit code [S1-05 S1-13]', async () => {
    world = openMachineWorld(ids);
    const result = await bash(printing(14_438));
    expect(result.text).toBe(
      `${digits(800)}\n\n[Bash output in context: Ab3_x] (14.1KB)\n\nExit Code: 0`,
    );
    expect(result).toMatchObject({
      status: 'success',
      contextRefs: ['Ab3_x'],
      data: { exitCode: 0, contextId: 'Ab3_x', bytes: 14_438 },
    });
    expect(readFileSync(world.path('c1/artifacts/tool/call_1.txt'), 'utf8')).toBe(digits(14_438));
    const { items } = await world.files.list({ conversationId: 'c1', limit: 10 });
    expect(items).toMatchObject([{ id: 'Ab3_x', byteSize: 14_438, source: { type: 'bash' } }]);
  });

  it('gives an output up to 5 KB whole, and only the tool itself may offload it [S1-06 S1-12]', async () => {
    world = openMachineWorld(ids);
    for (const bytes of [10, 2_000, 5_120]) {
      const result = await bash(printing(bytes));
      expect(result.text).toBe(`${digits(bytes)}\n\nExit Code: 0`);
      expect(result.contextRefs).toBeUndefined();
    }
    expect(filesBelow(world.data)).toEqual([]);
    expect((await bash(printing(5_121))).contextRefs).toEqual(['Ab3_x']);
    expect(world.logs.some(({ message }) => message.startsWith('[ToolCallProcessor]'))).toBe(false);
  });

  it('has exactly one blank line between an output and its exit code [S1-06]', async () => {
    world = openMachineWorld(ids);
    expect((await bash('echo 雪')).text).toBe('雪\n\nExit Code: 0');
    expect((await bash('printf 雪')).text).toBe('雪\n\nExit Code: 0');
    expect((await bash('true')).text).toBe('Exit Code: 0');
    expect((await bash(`printf '雪\\n\\n\\n'`)).text).toBe('雪\n\n\nExit Code: 0');
  });

  it('logs what the sources log and nothing that was printed [S1-14]', async () => {
    world = openMachineWorld(ids);
    await bash(printing(6_000));
    expect(world.logs.map(({ message }) => message)).toEqual([
      '[ContextStore] Wrote content: c1/artifacts/tool/call_1.txt (6000 bytes)',
      '[ContextStore] Created ref: Ab3_x',
      '[AgentBashHandler] Offloaded output: Ab3_x',
    ]);
    expect(JSON.stringify(world.logs)).not.toContain('0123456789');
  });

  it('says that it is cut when the file cannot be written, and keeps all of it for a retry [S1-15]', async () => {
    world = openMachineWorld(ids);
    writeFileSync(join(world.data, 'context'), 'in the way');
    const result = await bash(printing(9_000));
    expect(result.text).toBe(
      `${digits(800)}\n\n[Output truncated due to offload error]\n\nExit Code: 0`,
    );
    expect(result.contextRefs).toBeUndefined();
    const retryId = wordOf(result.context?.retryId);
    expect(world.files.unsavedOutput(retryId)).toBe(digits(9_000));
    expect(world.logs.map(({ level }) => level)).toEqual(['warn']);
  });

  it('can retry even what was too big for memory [S1-15]', async () => {
    world = openMachineWorld({
      ...ids,
      machine: { spoolLimits: { memory: 4_000, withoutFile: 4_000, total: 1_000_000 } },
    });
    writeFileSync(join(world.data, 'context'), 'in the way');
    const result = await bash(printing(9_000));
    expect(result.text).toContain('[Output truncated due to offload error]');
    rmSync(join(world.data, 'context'));
    const again = await world.files.retryOffload(wordOf(result.context?.retryId));
    expect(again?.text).toContain('[Bash output in context: Ab3_x] (8.8KB)');
    expect(readFileSync(world.path('c1/artifacts/tool/call_1.txt'), 'utf8')).toBe(digits(9_000));
    await world.machine.close();
    expect(readdirSync(world.temporary)).toEqual([]);
  });

  it('loses nothing of an output while the disk takes no temporary file, and uses the disk again when it does [S1-15]', async () => {
    world = openMachineWorld({
      ...ids,
      machine: { spoolLimits: { memory: 4_000, withoutFile: 100_000, total: 1_000_000 } },
    });
    writeFileSync(world.temporary, 'in the way');
    const held = join(world.project, 'held');
    writeFileSync(held, '');
    const running = bash(
      `${printing(9_000)}; echo > begun; while [ -e held ]; do sleep 0.02; done; ${printing(9_000)}`,
    );
    await until(() => readdirSync(world.project).includes('begun'));
    rmSync(world.temporary);
    rmSync(held);
    expect((await running).status).toBe('success');
    expect(readFileSync(world.path('c1/artifacts/tool/call_1.txt'), 'utf8')).toBe(
      digits(9_000).repeat(2),
    );
    expect(readdirSync(world.temporary)).toEqual([]);
  });

  it('ends a command whose output neither disk nor memory takes, and says so', async () => {
    world = openMachineWorld({
      ...ids,
      machine: { spoolLimits: { memory: 4_000, withoutFile: 8_000, total: 1_000_000 } },
    });
    writeFileSync(world.temporary, 'in the way');
    const result = await bash('yes 0123456789');
    expect(result).toMatchObject({ status: 'error', error: { code: 'COMMAND_FAILED' } });
    expect(result.contextRefs).toEqual(['Ab3_x']);
  });

  it('keeps both streams, tells a failing exit code, and runs in the folder of the project', async () => {
    world = openMachineWorld();
    const result = await bash('echo 一; echo 二 >&2; pwd; exit 3');
    expect(result.text).toMatch(/\n\nExit Code: 3$/);
    for (const line of ['一', '二', world.project]) expect(result.text.split('\n')).toContain(line);
    expect(result).toMatchObject({
      status: 'error',
      error: { code: 'COMMAND_EXIT' },
      data: { exitCode: 3, stdout: `一\n${world.project}\n`, stderr: '二\n' },
    });
  });

  it('gives commands a clean environment and nothing to read', async () => {
    world = openMachineWorld({
      machine: {
        environment: {
          PATH: process.env.PATH,
          HOME: '/home/x',
          OPENAI_API_KEY: 'sk-secret',
          NODE_OPTIONS: '--x',
        },
      },
    });
    const result = await bash('env; cat; echo end');
    expect(result.text).toContain('HOME=/home/x');
    expect(result.text).not.toMatch(/API_KEY|sk-secret|NODE_OPTIONS/);
    expect(result.text).toContain('end\n\nExit Code: 0');
  });

  it('never splits a character between two pieces of output', async () => {
    world = openMachineWorld();
    const result = await bash(String.raw`printf '\346\236'; sleep 0.05; printf '\227雪\377'`);
    expect(result.text).toBe('林雪\ufffd\n\nExit Code: 0');
  });

  it('ends the whole group at the timeout: grandchildren, and those that will not hear', async () => {
    world = openMachineWorld();
    const marks = join(world.project, 'pids');
    mkdirSync(marks);
    const result = await bash(
      `trap '' TERM; bash -c 'trap "" TERM; echo $$ > pids/one; sleep 600' & sleep 600 & echo $! > pids/two; until test -s pids/one; do sleep 0.01; done; echo begun; wait`,
      { timeout: 5000 },
    );
    expect(result.text).toMatch(
      /^begun\n\n+Exit Code: none\n\nThe command was ended after 5000 ms/,
    );
    expect(result.error?.code).toBe('COMMAND_TIMEOUT');
    const pids = ['one', 'two'].map((name) => Number(readFileSync(join(marks, name), 'utf8')));
    expect(pids.every((pid) => pid > 1)).toBe(true);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('ends the command when the writer stops the turn [F14]', async () => {
    world = openMachineWorld();
    const pid = join(world.project, 'pid');
    const running = bash(`sleep 600 & echo $! > pid; echo begun; wait`);
    await until(
      () => readdirSync(world.project).includes('pid') && readFileSync(pid, 'utf8') !== '',
    );
    world.stop();
    const result = await running;
    expect(result.error?.code).toBe('COMMAND_CANCELLED');
    expect(result.text).toContain('begun');
    expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false);
  });

  it('leaves nothing running behind a command that ended', async () => {
    world = openMachineWorld();
    const result = await bash('sleep 600 & echo $!');
    expect(result.text).toMatch(/^\d+\n\n+Exit Code: 0$/);
    expect(isAlive(Number.parseInt(result.text, 10))).toBe(false);
  });

  it('stores an output far above memory, and ends a command that never stops writing [S1]', async () => {
    const total = 24 * 1024 * 1024;
    world = openMachineWorld({
      ...ids,
      machine: { spoolLimits: { memory: 1_000_000, withoutFile: 1_000_000, total } },
    });
    const small = await bash(`yes 一二三 | head -c 20000000`);
    expect(small.text).toMatch(
      /\n\n\[Bash output in context: Ab3_x\] \(19\.1MB\)\n\nExit Code: 0$/,
    );
    expect(small.data).toMatchObject({ bytes: 20_000_000 });
    expect(readdirSync(world.temporary)).toEqual([]);
    const endless = await world.run('Bash', { command: 'yes' }, { conversationId: 'c2' });
    expect(endless.error?.code).toBe('COMMAND_OUTPUT_LIMIT');
    expect(endless.text).toContain(`more than ${total} bytes`);
    const { items } = await world.files.list({ conversationId: 'c2', limit: 1 });
    expect(items[0]?.byteSize).toBe(total);
    expect(JSON.stringify(endless.data).length).toBeLessThan(20_000);
  });

  it('withholds what fences keep back, in the text, in the data and in the file [N3]', async () => {
    world = openMachineWorld(ids);
    const view = {
      ...openView,
      hidesNames: true,
      redact: (text: string) => ({ text: text.replaceAll('金丝雀', '[kept back]'), redacted: 1 }),
    };
    const result = await world.run(
      'Bash',
      { command: `for i in $(seq 2000); do printf '金'; printf '丝雀\\n'; done; echo 金丝雀 >&2` },
      { view },
    );
    const file = readFileSync(world.path('c1/artifacts/tool/call_1.txt'), 'utf8');
    expect(JSON.stringify(result.text) + JSON.stringify(result.data.stdout) + file).not.toContain(
      '金丝雀',
    );
    expect(result.data.stderr).toBe('[kept back]\n');
    expect(file.split('\n')).toHaveLength(2002);
  });

  it.each([
    { command: '' },
    { command: 'ls', timeout: 600_001 },
    { command: 'ls', timeout: 0 },
    { command: 'a\0b' },
    { command: 'ls', shell: 'fish' },
  ])('refuses the input %j', (input) => {
    world = openMachineWorld();
    expect(world.tool('Bash').input.safeParse(input).success).toBe(false);
  });
});
