import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type ElectronApplication, _electron } from 'playwright-core';
import { root } from '../../scripts/bootstrap/paths.mjs';
import { prepareElectronRuntime } from '../../scripts/electron-runtime/prepare.ts';

/** What a test adds to the start of the desktop app. */
export interface ElectronLaunch {
  /** Flags of the app itself, e.g. `--data-dir=…`; they follow the app's folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

declare global {
  /** In the process of the app: whether the driver is attached. */
  var isDriven: boolean | undefined;
  /** In the process of the app: lets it open its window. */
  var openWindow: (() => void) | undefined;
}

/** A test is over before code made faster by compiling it once more has won back what that took. */
const switches = ['--js-flags=--no-maglev --no-turbofan'];

/** Starts the app of this repository, and holds its window back until it is told that the driver is there. */
const drivenDesktop = path.join(root, 'tests/helpers/driven-desktop');

/**
 * Opens the built desktop app (`npm run build` first) in a real Electron window, on the display of
 * `DISPLAY`. The first call on a machine prepares Electron, which takes minutes; later ones do not.
 * @throws Error when there is no Electron for this platform or the window does not open
 */
export async function launchElectron(launch: ElectronLaunch = {}): Promise<ElectronApplication> {
  const runtime = await prepareElectronRuntime((line) => process.stderr.write(`${line}\n`));
  const binding = runtime.nativeBinding ? { FABULA_SQLITE_BINDING: runtime.nativeBinding } : {};
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath: runtime.executablePath,
    args: [...sandbox, ...switches, drivenDesktop, ...(launch.args ?? [])],
    env: { ...inherited(), ...binding, ...launch.env },
    timeout: 90_000,
  });
  app.context().setDefaultTimeout(90_000);
  await app.evaluate(() => {
    globalThis.isDriven = true;
    globalThis.openWindow?.();
  });
  return app;
}

/**
 * Starts the built desktop app as a person would, with nobody driving it.
 * @returns its exit code and what it said on the terminal
 */
export async function runElectron(
  args: readonly string[],
): Promise<{ code: number | null; stderr: string }> {
  const runtime = await prepareElectronRuntime((line) => process.stderr.write(`${line}\n`));
  const binding = runtime.nativeBinding ? { FABULA_SQLITE_BINDING: runtime.nativeBinding } : {};
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(runtime.executablePath, [...sandbox, root, ...args], {
    env: { ...inherited(), ...binding },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code]: (number | null)[] = await once(child, 'exit');
  return { code: code ?? null, stderr };
}

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
