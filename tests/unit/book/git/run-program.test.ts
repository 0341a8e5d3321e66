import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { runProgram, TimedOut, TooMuchOutput } from '#main/book/git/run-program.ts';
import { isProcessAlive } from '#main/base/processes/process-liveness.ts';

const node = (script: string, more: object = {}) =>
  runProgram({
    ...{ program: process.execPath, args: ['-e', script], cwd: tmpdir(), env: {} },
    ...{ timeoutMs: 60_000, ...more },
  });

it('answers with what was written and how it ended, and hands over what is to be read [B11]', async () => {
  const script =
    "process.stdin.on('data', (d) => process.stdout.write(d)).on('end', () => { console.error('雪'); process.exitCode = 3; })";
  const { exitCode, stdout, stderr } = await node(script, { input: '夜' });
  expect([exitCode, stdout.toString(), stderr.trim()]).toEqual([3, '夜', '雪']);
});

it('ends what does not end in its time [B11]', async () => {
  const running = node('setInterval(() => {}, 1e3)', { timeoutMs: 200 });
  await expect(running).rejects.toBeInstanceOf(TimedOut);
});

it('ends what nobody wants any more with all that it started, and starts nothing for them [B11]', async () => {
  const abort = new AbortController();
  const { signal } = abort;
  let child = 0;
  const script =
    "const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)']); console.log(c.pid); setInterval(() => {}, 1e3)";
  const onOutput = (chunk: Buffer): void => {
    child = Number(chunk.toString());
    abort.abort();
  };
  await expect(node(script, { signal, onOutput })).rejects.toMatchObject({ name: 'AbortError' });
  expect(child).toBeGreaterThan(0);
  await expect.poll(() => isProcessAlive(child), { timeout: 30_000 }).toBe(false);
  await expect(node('0', { signal })).rejects.toMatchObject({ name: 'AbortError' });
});

it('hands over no part of an output for the whole of it [B11]', async () => {
  const script =
    "process.stdout.write(Buffer.alloc(64 * 1024 * 1024 + 1, 97)); process.on('SIGTERM', () => {})";
  await expect(node(script)).rejects.toBeInstanceOf(TooMuchOutput);
});

it('says that there is no such program [B11]', async () => {
  const start = { program: '/nowhere/git', args: [], cwd: tmpdir(), env: {}, timeoutMs: 1000 };
  await expect(runProgram(start)).rejects.toMatchObject({ code: 'ENOENT' });
});
