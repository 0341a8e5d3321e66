// Plain JavaScript on Node built-ins: this runs before anything is installed.
// @ts-check
import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectNode, root } from './paths.mjs';

/**
 * Continues with a TypeScript program under the project's Node and ends as it ends. Signals go
 * through, and killing this process ends the other one too (it sees the channel close).
 * @param {string} script path below the repository
 * @param {readonly string[]} args
 */
export function handOver(script, args) {
  const child = spawn(projectNode(), [path.join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // A terminal sends Ctrl+C to both; the handler here only keeps this process alive until the end.
    process.on(signal, () => child.kill(signal));
  }
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code) => process.exit(code ?? 1));
}
