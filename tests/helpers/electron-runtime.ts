import { type ElectronApplication, _electron } from 'playwright-core';
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
  return _electron.launch({
    executablePath: runtime.executablePath,
    args: [...sandbox, root, ...(launch.args ?? [])],
    env: { ...inherited(), ...binding, ...launch.env },
    timeout: 60_000,
  });
}

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
