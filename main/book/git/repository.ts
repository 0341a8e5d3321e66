/** What kind of repository a book's folder is. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isMissing, unlessMissing } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import type { Git } from './git.ts';

export type Repository = {
  gitFolder: string;
  /** Null where it stands on none. */
  branch: string | null;
  /** Null before the first version. */
  head: string | null;
};

const isThere = async (path: string): Promise<boolean> => {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

export const hasRepository = (root: string): Promise<boolean> => isThere(join(root, '.git'));

/** Of somebody who works in it by hand. */
const underWay = [
  'MERGE_HEAD',
  'rebase-merge',
  'rebase-apply',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'BISECT_LOG',
];

const branches = 'refs/heads/';

/** Its own name, also where a tag has the same. */
const branchOf = (ref: string | null): string | null =>
  ref?.startsWith(branches) ? ref.slice(branches.length) : null;

const linesOf = (answer: string): string[] => answer.replace(/\r?\n$/u, '').split(/\r?\n/u);

/** Where the folder's files belong, and on what they stand; in one go, since to start a program is what takes long. */
const readPlace = async (git: Git) => {
  const place = ['rev-parse', '--show-toplevel', '--absolute-git-dir'];
  const standing = [...place, 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'];
  const { exitCode, stdout } = await git.run(standing, { answers: [0, 128] });
  if (exitCode === 0) {
    const [top = '', gitFolder = '', head = '', ref = ''] = linesOf(stdout.toString());
    return { top, gitFolder, head, branch: branchOf(ref) };
  }
  // Before the first version, or no repository that can be read.
  const [top = '', gitFolder = ''] = linesOf(await git.read(place));
  const head = await git.ask(['rev-parse', '-q', '--verify', 'HEAD^{commit}']);
  return { top, gitFolder, head, branch: branchOf(await git.ask(['symbolic-ref', '-q', 'HEAD'])) };
};

/** The repository whose files are this very folder's; GIT_FAILED for one that says it has them elsewhere. */
export const readRepository = async (git: Git): Promise<Repository> => {
  const { top, ...repository } = await readPlace(git);
  if ((await realpath(top)) !== (await realpath(git.root))) {
    const output = 'core.worktree';
    throw new AppError('GIT_FAILED', 'The repository has its files in another folder.', { output });
  }
  return repository;
};

/** GIT_BUSY where the writer is in the middle of something of their own. */
export const requireIdle = async (
  repository: Repository,
): Promise<Repository & { branch: string }> => {
  const { gitFolder, branch } = repository;
  for (const name of underWay) {
    if (!(await isThere(join(gitFolder, name)))) continue;
    throw new AppError('GIT_BUSY', 'Something is under way in the repository.', { state: name });
  }
  if (branch === null) {
    throw new AppError('GIT_BUSY', 'The repository stands on no branch.', { state: 'detached' });
  }
  return { ...repository, branch };
};

/** GIT_IN_REPOSITORY where a folder above is a repository that does not leave this one out. */
export const refuseParent = async (git: Git): Promise<void> => {
  const above = git.in(dirname(git.root));
  const answers = [0, 1, 128];
  const found = await above.run(['rev-parse', '--show-toplevel'], { answers, withParents: true });
  if (found.exitCode !== 0) return;
  const top = found.stdout.toString().trim();
  const ignored = ['check-ignore', '-q', '--', git.root];
  const { exitCode } = await above.run(ignored, { answers, withParents: true });
  if (exitCode === 0) return;
  throw new AppError('GIT_IN_REPOSITORY', 'The folder lies in a repository.', { path: top });
};

/** Settings by which a repository starts programs. */
const startsPrograms =
  /^(?:core\.(?:sshcommand|hookspath|fsmonitor|editor|pager|gitproxy|alternaterefscommand)|remote\..*\.(?:uploadpack|receivepack|vcs)|filter\..*|diff\.(?:external|.*\.(?:command|textconv))|merge\..*\.driver|gpg\..*|credential\..*|include.*)$/su;

/** The settings that a repository brings along, those of a working folder of its own among them. */
const listOwnKeys = async (git: Git): Promise<string[]> => {
  const answer = await git.ask(['config', '--list', '--show-scope', '--name-only', '-z']);
  const fields = (answer ?? '').split('\0');
  return fields.filter(
    (_key, at) => at % 2 === 1 && /^(?:local|worktree)$/u.test(fields[at - 1] ?? ''),
  );
};

/** Hooks and settings of a repository that is there already which run programs: the writer looks before it is used. */
export const listPrograms = async (git: Git): Promise<string[]> => {
  // `.git` may be a file that says where the repository lies.
  const gitFolder = await git.read(['rev-parse', '--git-common-dir']);
  const names = await unlessMissing(readdir(resolve(git.root, gitFolder, 'hooks')), []);
  const hooks = names.filter((name) => !name.endsWith('.sample')).map((name) => `hooks/${name}`);
  const keys = (await listOwnKeys(git)).filter((key) => startsPrograms.test(key));
  return [...new Set([...hooks, ...keys])].slice(0, 50);
};
