/** What the writer is shown of the versions git keeps. Asks nobody outside. */
import type { GitCommit, GitState } from '#shared/domain/git.ts';
import { AppError } from '#shared/errors.ts';
import { type BookParts, openGit } from './book.ts';
import type { Git } from './git.ts';
import { readSettings } from './git-settings.ts';
import { maskRemote } from './remote-address.ts';
import { findRemoteName, findUpstream, listBranches, readAddress } from './remotes.ts';
import { hasRepository, readRepository } from './repository.ts';

const shownCommits = 20;

type Shown = Omit<GitState, 'fenced' | 'working'>;

const listCommits = async (git: Git): Promise<GitCommit[]> => {
  const format = '--format=%H%x1f%ct%x1f%s';
  const answer = await git.read(['log', '-z', `--max-count=${shownCommits}`, format]);
  return answer.split('\0').flatMap((line) => {
    const [commitId, seconds, message] = line.split('\x1f');
    if (!commitId || message === undefined) return [];
    return [{ commitId, at: Number(seconds) * 1000, message }];
  });
};

const countBetween = async (git: Git, head: string, there: string) => {
  const answer = await git.read(['rev-list', '--left-right', '--count', `${head}...${there}`]);
  const [ahead = 0, behind = 0] = answer.split('\t').map(Number);
  return { ahead, behind };
};

const describeOther = async (git: Git, branch: string | null, head: string | null) => {
  const settings = await readSettings(git);
  const name = findRemoteName(settings, branch);
  const address = name === null ? null : readAddress(settings, name);
  const remote = address === null ? null : maskRemote(address);
  const branches = name === null ? new Map<string, string>() : await listBranches(git, name);
  const upstream = branch === null ? null : findUpstream(branches, settings, branch);
  if (!upstream || head === null) return { remote, ahead: null, behind: null };
  return { remote, ...(await countBetween(git, head, upstream.commit)) };
};

export const describeState = async (parts: BookParts, projectId: string): Promise<Shown> => {
  const kept = parts.store.find(projectId);
  // Whoever has no use for git is not asked by the system to install it: it is looked for once it is switched on.
  const program = kept === null ? null : ((await parts.program())?.version ?? null);
  const isThere = await hasRepository(parts.bookOf(projectId).root);
  const nothing: Shown = {
    program,
    enabled: kept !== null,
    hasRepository: isThere,
    branch: null,
    remote: null,
    pushFenced: kept?.pushFenced ?? false,
    ahead: null,
    behind: null,
    commits: [],
    failure: null,
  };
  // Of a repository that nobody agreed to nothing is asked: its settings may start programs.
  if (kept === null || program === null || !isThere) return nothing;
  try {
    const git = await openGit(parts, projectId);
    const { branch, head } = await readRepository(git);
    const commits = head === null ? [] : await listCommits(git);
    return { ...nothing, branch, commits, ...(await describeOther(git, branch, head)) };
  } catch (error) {
    // A repository that is damaged can still be switched off.
    if (error instanceof AppError) return { ...nothing, failure: error.code };
    throw error;
  }
};
