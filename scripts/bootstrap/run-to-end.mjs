// Plain JavaScript on Node built-ins: this runs before anything is installed.
// @ts-check
import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a step in the foreground. A signal stops the step first and then this process, so that
 * nothing is left running behind a closed terminal.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ shell?: boolean }} [options]
 * @returns {Promise<number>} its exit code
 * @throws {Error} when it cannot be started
 */
export async function runToEnd(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
  let stopped = false;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    stopped = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of signals) process.off(signal, stop);
    if (stopped) process.exit(1);
  }
}
