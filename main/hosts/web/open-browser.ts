import { spawn } from 'node:child_process';

/** The system's command that opens an address, or null where there is no screen. */
export const browserCommand = (
  system: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  address: string,
): { program: string; args: string[] } | null => {
  if (system === 'darwin') return { program: 'open', args: [address] };
  if (system === 'win32') {
    return { program: 'rundll32', args: ['url.dll,FileProtocolHandler', address] };
  }
  const screen = environment.DISPLAY || environment.WAYLAND_DISPLAY;
  return screen ? { program: 'xdg-open', args: [address] } : null;
};

/** Opens the address in the person's browser. A browser that does not start is told, and nothing more. */
export const openBrowser = (address: string, onFailure: (reason: string) => void): void => {
  const command = browserCommand(process.platform, process.env, address);
  if (!command) return;
  const child = spawn(command.program, command.args, { stdio: 'ignore', detached: true });
  child.once('error', (error) => onFailure(error.message));
  child.unref();
};
