import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endProcessGroup } from '#main/base/processes/end-process-group.ts';
import { isProcessAlive } from '#main/base/processes/process-liveness.ts';

/** A program that starts another and tells its number; `deaf`: neither ends when it is asked to. */
const startTwo = async (deaf: boolean): Promise<[number, number]> => {
  const stay = `${deaf ? "process.on('SIGTERM', () => {});" : ''} setInterval(() => {}, 1e3);`;
  const inner = `console.log(process.pid); ${stay}`;
  const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' }); ${stay}`;
  const head = spawn(process.execPath, ['-e', outer], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(head.stdout, 'data')) as [Buffer];
  return [head.pid ?? 0, Number(said.toString())];
};

it.each([
  ['that end when they are asked to', false, 60_000],
  ['that do not hear it', true, 100],
])('ends a program and what it started: %s [S1-10 B11]', async (_name, deaf, graceMs) => {
  const [head, child] = await startTwo(deaf);
  await endProcessGroup(head, graceMs);
  await expect.poll(() => isProcessAlive(head), { timeout: 30_000 }).toBe(false);
  await expect.poll(() => isProcessAlive(child), { timeout: 30_000 }).toBe(false);
});

it('has nothing to do where nobody is left', async () => {
  const [head] = await startTwo(false);
  await endProcessGroup(head, 60_000);
  await expect(endProcessGroup(head, 60_000)).resolves.toBeUndefined();
});
