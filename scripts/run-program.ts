import { spawn } from 'node:child_process';

/** How a program ended; a signal counts as exit code 1. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end, whatever the end is.
 * @throws Error when it cannot be started
 */
export function outcomeOf(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}

/**
 * Runs a program that must succeed.
 * @returns what it wrote to standard output
 * @throws Error with the end of its output when it cannot start or exits non-zero
 */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const { code, stdout, stderr } = await outcomeOf(program, args, cwd, env);
  if (code === 0) return stdout;
  const end = `${stdout}\n${stderr}`.trim().slice(-2000);
  throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${end}`);
}
