import { spawn } from 'node:child_process';
import { browserCommand } from '#main/hosts/web/open-browser.ts';
import { root } from '../bootstrap/paths.mjs';
import { relayComplaints } from './relay.ts';

/** A desktop window that is open. */
export interface DesktopWindow {
  /** Settles with the exit code when the app has quit. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** Opens the built desktop app. */
export function openWindow(executable: string, environment: NodeJS.ProcessEnv): DesktopWindow {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const child = spawn(executable, [...(asRoot ? ['--no-sandbox'] : []), root], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  relayComplaints(child.stderr, process.stderr);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  process.once('exit', () => child.kill('SIGTERM'));
  return {
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Asks the system to open an address in the browser.
 * @returns false when there is no way to ask
 */
export function openBrowser(address: string): Promise<boolean> {
  const command = browserCommand(process.platform, process.env, address);
  if (!command) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command.program, command.args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // Some openers stay until the browser is closed.
    setTimeout(() => resolve(true), 3000).unref();
    child.unref();
  });
}
