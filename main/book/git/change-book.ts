/** Switches versions with git on and off, and says where the other side is. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import { type BookParts, openBook, openGit, openRepository } from './book.ts';
import { commitBook } from './commit-book.ts';
import { firstMessage } from './commit-message.ts';
import type { Git } from './git.ts';
import { parseRemote } from './remote-address.ts';
import { setRemote } from './remotes.ts';
import { hasRepository, listPrograms, readRepository, refuseParent } from './repository.ts';

export type GitChange = Omit<Parsed<'git:update'>, 'projectId'>;

const firstBranch = 'refs/heads/main';

/** What belongs to this machine alone, for whoever uses the repository by hand; no file of the book's folder says so. */
const leftOut = ['/.fabula/lock*', '/.fabula/trash/', '/.fabula/kept/', '*.fabula-tmp'];

const makeRepository = async (git: Git): Promise<void> => {
  await refuseParent(git);
  await git.run(['init', '--quiet']);
  await git.run(['symbolic-ref', 'HEAD', firstBranch]);
  // Bytes come back as they were, on every system.
  await git.run(['config', 'core.autocrlf', 'false']);
};

const leaveOutPrivate = async (git: Git): Promise<void> => {
  const exclude = resolve(git.root, await git.read(['rev-parse', '--git-path', 'info/exclude']));
  const before = await unlessMissing(readFile(exclude, 'utf8'), '');
  const missing = leftOut.filter((line) => !before.split('\n').includes(line));
  if (missing.length === 0) return;
  await mkdir(dirname(exclude), { recursive: true });
  const divider = before === '' || before.endsWith('\n') ? '' : '\n';
  await writeFile(exclude, `${before}${divider}${missing.join('\n')}\n`);
};

/** GIT_REPOSITORY_THERE tells on what branch it stands and which programs it runs. */
const refuseUnasked = async (git: Git): Promise<void> => {
  const { branch } = await readRepository(git);
  throw new AppError('GIT_REPOSITORY_THERE', 'The folder is a repository already.', {
    branch,
    programs: await listPrograms(git),
  });
};

const enable = async (parts: BookParts, projectId: string, how: Enabling): Promise<void> => {
  const git = await openGit(parts, projectId, how.signal);
  if (!(await hasRepository(git.root))) await makeRepository(git);
  else if (!how.adopt) await refuseUnasked(git);
  await leaveOutPrivate(git);
  const { name, language } = parts.bookOf(projectId);
  await parts.records.writeWaiting(projectId);
  const book = await openRepository(parts, { projectId, name, language, signal: how.signal });
  const message = book.repository.head === null ? firstMessage(name, language) : null;
  await commitBook(book.git, { ...book, message });
  parts.store.put(projectId, { pushFenced: false });
};

type Enabling = { adopt: boolean; signal: AbortSignal };

export const changeBook = async (
  parts: BookParts,
  { projectId, change, signal }: { projectId: string; change: GitChange; signal: AbortSignal },
): Promise<void> => {
  const { enabled, adopt = false, remote, pushFenced } = change;
  // All of it, or nothing of it.
  if (typeof remote === 'string') parseRemote(remote);
  if (enabled === false) {
    parts.store.remove(projectId);
    return;
  }
  if (enabled && parts.store.find(projectId) === null) {
    await enable(parts, projectId, { adopt, signal });
  }
  if (remote !== undefined) {
    const { git, repository } = await openBook(parts, projectId, signal);
    await setRemote(git, repository.branch, remote);
  }
  if (pushFenced === undefined) return;
  if (parts.store.find(projectId) === null) {
    throw new AppError('GIT_OFF', 'git does not keep this book.', { projectId });
  }
  parts.store.put(projectId, { pushFenced });
};
