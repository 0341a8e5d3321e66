/** A file that another process has for itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const childFile = fileURLToPath(new URL('./hold-child.ts', import.meta.url));

/** From now on; until it is killed, or its standard input ends. */
export const holdElsewhere = async (file: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [childFile, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  if (line !== 'held') throw new Error(`${file}: ${line}`);
  return child;
};
