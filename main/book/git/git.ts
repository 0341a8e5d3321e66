/** git in one folder, with nobody to answer its questions and nothing of a parent folder's repository. */
import { dirname } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { type Environment, gitEnvironment } from './environment.ts';
import { explainFailure, isFilterFailure } from './explain-failure.ts';
import { type ProgramEnd, runProgram, TimedOut, TooMuchOutput } from './run-program.ts';

export type GitOptions = {
  input?: string;
  timeoutMs?: number;
  /** Exit codes that are answers. */
  answers?: readonly number[];
  onOutput?: (chunk: Buffer) => void;
  /** Hooks of the repository stay out of it. */
  withoutHooks?: boolean;
  /** Looks for a repository in the folders above, too. */
  withParents?: boolean;
};

export type Git = {
  root: string;
  /** Throws GIT_TIMEOUT, what {@link explainFailure} makes of its words, and the reason of the signal. */
  run(args: readonly string[], options?: GitOptions): Promise<ProgramEnd>;
  /** What it writes, without the end of the last line. */
  read(args: readonly string[], options?: GitOptions): Promise<string>;
  /** The same, null where it answers that there is nothing. */
  ask(args: readonly string[]): Promise<string | null>;
  /** The same git in another folder. */
  in(folder: string): Git;
};

const defaultMs = 60_000;

const settings = {
  'core.quotepath': 'false',
  'core.fsmonitor': 'false',
  'core.longpaths': 'true',
  'core.askPass': '',
  'gc.autoDetach': 'false',
  'maintenance.autoDetach': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'push.recurseSubmodules': 'no',
  'http.lowSpeedLimit': '100',
  'http.lowSpeedTime': '60',
  'log.showSignature': 'false',
};
const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

export const createGit = (parts: {
  program: string;
  root: string;
  environment: Environment;
  /** A folder that is not there. */
  noHooks: string;
  signal?: AbortSignal | undefined;
  onStarted?: (pid: number) => void;
  /** By itself: it took its locks away. */
  onEnded?: () => void;
}): Git => {
  const { program, root, environment, noHooks, signal, onStarted, onEnded } = parts;
  const env = gitEnvironment(environment);
  // A folder above that is a repository is never taken for the book's.
  const alone = { ...env, GIT_CEILING_DIRECTORIES: dirname(root) };
  const run: Git['run'] = async (args, options = {}) => {
    const { answers = [0], withoutHooks = false, timeoutMs = defaultMs, input, onOutput } = options;
    const hooks = withoutHooks ? ['-c', `core.hooksPath=${noHooks}`] : [];
    try {
      const ended = await runProgram({
        program,
        args: [...settingArgs, ...hooks, ...args],
        cwd: root,
        env: options.withParents ? env : alone,
        timeoutMs,
        signal,
        ...(input === undefined ? {} : { input }),
        ...(onOutput ? { onOutput } : {}),
        ...(onStarted ? { onStarted } : {}),
      });
      if (ended.exitCode !== null) onEnded?.();
      const isAnswer = ended.exitCode !== null && answers.includes(ended.exitCode);
      if (isAnswer && !isFilterFailure(ended.stderr)) return ended;
      throw explainFailure(`${ended.stdout.toString().slice(-2000)}\n${ended.stderr}`);
    } catch (error) {
      if (error instanceof TooMuchOutput) throw explainFailure('More than 64 MiB of output');
      if (!(error instanceof TimedOut)) throw error;
      throw new AppError('GIT_TIMEOUT', 'git did not end in its time.', { command: args[0] ?? '' });
    }
  };
  const read: Git['read'] = async (args, options) =>
    (await run(args, options)).stdout.toString().replace(/\r?\n$/u, '');
  return {
    root,
    run,
    read,
    async ask(args) {
      const { exitCode, stdout } = await run(args, { answers: [0, 1] });
      return exitCode === 0 ? stdout.toString().replace(/\r?\n$/u, '') : null;
    },
    in: (folder) => createGit({ ...parts, root: folder }),
  };
};
