/** Finds the git program of this machine. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, gitEnvironment, searchedFolders } from './environment.ts';
import { runProgram } from './run-program.ts';

export type GitProgram = { path: string; version: string };

/** Where it is put by those who make it, for programs that were not started from a terminal. */
const defaultFolders: Readonly<Record<string, readonly string[]>> = {
  darwin: ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'],
  win32: ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files (x86)\\Git\\cmd'],
};

/** From here on it takes lists of names that are never taken for options or patterns. */
const oldest = [2, 25] as const;
const answerMs = 10_000;

/** False for a version that is too old, and for what is none. */
export const isUsableVersion = (version: string): boolean => {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
};

const isProgram = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

/** Null where there is none that can be used. */
export const findGit = async (environment: Environment): Promise<GitProgram | null> => {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const folders = [...searchedFolders(environment), ...(defaultFolders[process.platform] ?? [])];
  for (const folder of folders) {
    const path = join(folder, name);
    if (!(await isProgram(path))) continue;
    const asked = await runProgram({
      program: path,
      args: ['--version'],
      cwd: folder,
      env: gitEnvironment(environment),
      timeoutMs: answerMs,
    }).catch(() => null);
    const [, version = ''] = /^git version (\S+)/.exec(asked?.stdout.toString() ?? '') ?? [];
    if (isUsableVersion(version)) return { path, version };
  }
  return null;
};
