import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { fetchElectron } from '../bootstrap/electron.mjs';
import { projectNode, root } from '../bootstrap/paths.mjs';
import { prepareElectronRuntime } from '../electron-runtime/prepare.ts';
import { run } from '../run-program.ts';
import type { Development } from './web.ts';

/** Time in which several saved files make one restart, ms. */
const settleMs = 200;

/**
 * The window loads the interface from Vite with hot reload (`FABULA_RENDERER_URL`); a change to the
 * main process or the preload builds both and opens the window again.
 */
export async function developInElectron({ port, environment }: Development): Promise<void> {
  const log = (line: string) => process.stdout.write(`${line}\n`);
  await fetchElectron({ stallMs: 12_000, log });
  const runtime = await prepareElectronRuntime(log);
  const vite = await createServer({
    configFile: path.join(root, 'vite/renderer.config.ts'),
    logLevel: 'info',
    server: { host: '127.0.0.1', port },
  });
  await vite.listen();
  const rendererUrl = vite.resolvedUrls?.local[0];
  if (!rendererUrl) throw new Error('Vite has no address');

  let window: ChildProcess | null = null;
  let restarting = false;
  const open = () => {
    const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
    const started = spawn(runtime.executablePath, [...(asRoot ? ['--no-sandbox'] : []), root], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...environment,
        FABULA_RENDERER_URL: rendererUrl,
        ...(runtime.nativeBinding ? { FABULA_SQLITE_BINDING: runtime.nativeBinding } : {}),
      },
    });
    started.once('exit', (code) => {
      if (started === window && !restarting) process.exit(code ?? 1);
    });
    window = started;
  };
  process.once('exit', () => window?.kill('SIGTERM'));

  const restart = async () => {
    restarting = true;
    try {
      await buildNodeParts();
      await ended(window);
      open();
    } catch (error) {
      // A source that does not build keeps the last window; the next save tries again.
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    } finally {
      restarting = false;
    }
  };
  await buildNodeParts();
  open();
  let timer: NodeJS.Timeout | undefined;
  let queue = Promise.resolve();
  for (const folder of ['main', 'preload', 'shared']) {
    watch(path.join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        queue = queue.then(restart);
      }, settleMs);
    });
  }
}

async function buildNodeParts(): Promise<void> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  await Promise.all(
    ['node', 'preload'].map((part) =>
      run(projectNode(), [vite, 'build', '--config', `vite/${part}.config.ts`], root),
    ),
  );
}

function ended(window: ChildProcess | null): Promise<void> {
  return new Promise((resolve) => {
    if (!window || window.exitCode !== null) return resolve();
    window.once('exit', () => resolve());
    window.kill('SIGTERM');
  });
}
