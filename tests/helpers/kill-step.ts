/** A program that is killed in the middle of a step between chapters (F17). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const child = fileURLToPath(new URL('./step-child.ts', import.meta.url));

/** `kind`, `when` and `at` as `step-child.ts` takes them. */
export const killDuringStep = async (
  { base, root }: { base: string; root: string },
  kind: string,
  when: string,
  at = 0,
): Promise<void> => {
  const args = [child, base, root, kind, when, String(at)];
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = (await once(running, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
};
