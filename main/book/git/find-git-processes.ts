/** Which processes of this machine may hold a repository's locks, whoever started them. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { relative } from 'node:path';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';
import { runProgram } from './run-program.ts';

export type WatchedRepository = { root: string; lockPaths: readonly string[] };

const listMs = 15_000;

const isGit = (name: string): boolean => /^git(?:-.*)?(?:\.exe)?$/iu.test(name);

/** Those that wait in the background and hold no lock. */
const isDaemon = (commandLine: string): boolean => /--daemon|git-?\0?daemon/u.test(commandLine);

/** Told of a process of somebody else, of whom the system tells no more; no path or name is that. */
const hidden = '\0hidden';

/** Null: ended meanwhile. */
const unlessHidden = async (look: Promise<string>): Promise<string | null> => {
  try {
    return await look;
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'ESRCH') return null;
    return hidden;
  }
};

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || way.startsWith('/'));
};

/** A git at work in the folder, or told of it, or of which nobody knows where it works. */
const isGitOf = async (at: string, root: string): Promise<boolean> => {
  const commandLine = await unlessHidden(readFile(`${at}/cmdline`, 'utf8'));
  if (commandLine !== null && isDaemon(commandLine)) return false;
  const folder = await unlessHidden(readlink(`${at}/cwd`));
  if (folder === null) return false;
  if (folder === hidden || isWithin(root, folder)) return true;
  const environment = await unlessHidden(readFile(`${at}/environ`, 'utf8'));
  return `${commandLine}\0${environment}`.includes(root);
};

const hasOpen = async (at: string, paths: readonly string[]): Promise<boolean> => {
  if (paths.length === 0) return false;
  let descriptors: string[] = [];
  try {
    descriptors = await readdir(`${at}/fd`);
  } catch {
    // Of somebody else, and no git; or ended meanwhile.
    return false;
  }
  for (const descriptor of descriptors) {
    const file = await unlessHidden(readlink(`${at}/fd/${descriptor}`));
    if (file !== null && paths.includes(file)) return true;
  }
  return false;
};

const parentOf = (status: string): number =>
  Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);

const findInProc = async ({ root, lockPaths }: WatchedRepository): Promise<number[]> => {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const at = `/proc/${name}`;
    const status = await unlessHidden(readFile(`${at}/stat`, 'utf8'));
    // Ours that only look have no lock, and those that write wait for the same turn as this look.
    if (status === null || Number(name) === process.pid || parentOf(status) === process.pid)
      continue;
    const program = status.slice(status.indexOf('(') + 1, status.lastIndexOf(')'));
    const holds = isGit(program) ? await isGitOf(at, root) : await hasOpen(at, lockPaths);
    if (holds) found.push(Number(name));
  }
  return found;
};

/** Where the system does not tell in which folder a program works, every git counts. */
const findByName = async (platform: NodeJS.Platform): Promise<number[]> => {
  const [program, args] =
    platform === 'win32' ? ['tasklist', ['/FO', 'CSV', '/NH']] : ['ps', ['-A', '-o', 'pid=,comm=']];
  const env = Object.fromEntries(
    ['PATH', 'Path', 'SystemRoot'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const { stdout, exitCode } = await runProgram({
    program,
    args,
    cwd: '/',
    env,
    timeoutMs: listMs,
  });
  if (exitCode !== 0) throw new Error('The processes cannot be listed.');
  const lines = stdout.toString().split(/\r?\n/u);
  return lines.flatMap((line) => {
    const parts =
      platform === 'win32' ? /^"([^"]*)","(\d+)"/u.exec(line) : /^\s*(\d+)\s+(.*)$/u.exec(line);
    if (!parts) return [];
    const [name = '', pid = ''] =
      platform === 'win32' ? [parts[1], parts[2]] : [parts[2], parts[1]];
    return isGit(name.split('/').at(-1) ?? '') ? [Number(pid)] : [];
  });
};

/** Null where the system does not tell. */
export const findGitProcesses = async (
  repository: WatchedRepository,
  platform: NodeJS.Platform = process.platform,
): Promise<number[] | null> => {
  try {
    return platform === 'linux' ? await findInProc(repository) : await findByName(platform);
  } catch {
    // Who cannot see who works there takes nothing away.
    return null;
  }
};
