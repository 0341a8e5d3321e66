import { parseArgs } from 'node:util';

export interface StartOptions {
  /** The browser instead of the desktop window. */
  readonly web: boolean;
  /** False: open neither a window nor a browser, only serve. */
  readonly open: boolean;
  /** Absolute or relative; null for the user's own data folder. */
  readonly dataDir: string | null;
  /** 0 lets the system choose. */
  readonly port: number;
}

export const usage = `npm start [-- flags]
  --web           open in the browser even where a desktop window is possible
  --no-open       open nothing; serve and print the address
  --data-dir D    keep everything in the folder D
  --port N        port of the local server; 0 lets the system choose`;

/**
 * Reads the flags of `npm start`.
 * @throws Error on an unknown flag or a port outside 0…65535
 */
export function parseStartOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StartOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      web: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
      port: { type: 'string', default: '0' },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) throw new Error(`No such port: ${values.port}`);
  return {
    web: values.web,
    open: !values['no-open'] && environment.FABULA_NO_OPEN !== '1',
    dataDir: values['data-dir'] ?? null,
    port,
  };
}

/** Whether a window can be shown at all. */
export function hasDisplay(
  system: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (system === 'win32' || system === 'darwin') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}
