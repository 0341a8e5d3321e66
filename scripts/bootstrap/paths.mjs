// Plain JavaScript on Node built-ins: this runs before anything is installed.
// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The user's cache folder for Fabula: what may be deleted at any time and is made again.
 * @returns {string} absolute path; not created here
 */
export function cacheFolder() {
  if (process.platform === 'win32') {
    const local = process.env.LOCALAPPDATA || path.join(homedir(), 'AppData', 'Local');
    return path.join(local, 'fabula', 'cache');
  }
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches', 'fabula');
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'fabula');
}

/**
 * The Node that runs our scripts: the one installed with the project, else the running one.
 * @returns {string} absolute path of an executable
 */
export function projectNode() {
  const modules = path.join(root, 'node_modules');
  if (existsSync(modules)) {
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    const packages = readdirSync(modules).filter((entry) => entry.startsWith('node-'));
    const wanted = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    const executable = path.join(modules, wanted, 'bin', name);
    if (packages.includes(wanted) && existsSync(executable)) return executable;
  }
  return process.execPath;
}
