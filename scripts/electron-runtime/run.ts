import { spawn } from 'node:child_process';

/**
 * Runs a program to its end.
 * @returns what it wrote to standard output
 * @throws Error with the end of its output when it cannot start or exits non-zero
 */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(output);
      const end = `${output}\n${complaint}`.trim().slice(-2000);
      reject(new Error(`${program} ${args.join(' ')} ended with ${code}\n${end}`));
    });
  });
}
