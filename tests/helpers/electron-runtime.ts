import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ElectronApplication, _electron, errors } from 'playwright-core';
import { root } from '../../scripts/bootstrap/paths.mjs';
import { prepareElectronRuntime } from '../../scripts/electron-runtime/prepare.ts';

/** What a test adds to the start of the desktop app. */
export interface ElectronLaunch {
  /** Flags of the app itself, e.g. `--data-dir=…`; they follow the app's folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Opens the built desktop app (`npm run build` first) in a real Electron window, on the display of
 * `DISPLAY`. The first call on a machine prepares Electron, which takes minutes; later ones do not.
 * @throws Error when there is no Electron for this platform or the window does not open
 */
export async function launchElectron(launch: ElectronLaunch = {}): Promise<ElectronApplication> {
  const runtime = await prepareElectronRuntime((line) => process.stderr.write(`${line}\n`));
  const binding = runtime.nativeBinding ? { FABULA_SQLITE_BINDING: runtime.nativeBinding } : {};
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await attach({
    executablePath: runtime.executablePath,
    args: [...sandbox, root, ...(launch.args ?? [])],
    env: { ...inherited(), ...binding, ...launch.env },
    timeout: 50_000,
  });
  app.context().setDefaultTimeout(90_000);
  return app;
}

const attempts = 3;

/**
 * On a busy machine one start in twenty never comes to be driven: both connections stand, and the driver's first word to
 * the app goes unanswered. That program is killed, and another started; it is said each time.
 */
async function attach(options: Parameters<typeof _electron.launch>[0]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await _electron.launch(options);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || attempt === attempts) throw error;
      process.stderr.write('The window did not come to be driven; it is started once more.\n');
    }
  }
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
