/** How a line of shell is run on this system. */
import { existsSync } from 'node:fs';

export type Invocation = { program: string; args: string[] };

/** How a line of shell is run here, without anybody's start-up files. Windows has PowerShell (never tried there). */
export const shellInvocation = (command: string, platform = process.platform): Invocation => {
  if (platform === 'win32') {
    return {
      program: 'powershell.exe',
      args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command],
    };
  }
  return existsSync('/bin/bash')
    ? { program: '/bin/bash', args: ['--noprofile', '--norc', '-c', command] }
    : { program: '/bin/sh', args: ['-c', command] };
};
