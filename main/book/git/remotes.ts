/** The other side of a book: where it lies, and what is known of it here. */
import { AppError } from '#shared/errors.ts';
import type { Git } from './git.ts';
import { type GitSettings, readSettings } from './git-settings.ts';
import { parseRemote } from './remote-address.ts';

export type Remote = {
  name: string;
  /** As the ledger names them: a push goes to each. */
  urls: readonly URL[];
};

/** The branch of the other side that belongs to the one here, as it was at the last look. */
export type Upstream = { branch: string; commit: string };

const defaultName = 'origin';

const linesOf = (answer: string | null): string[] =>
  (answer ?? '').split(/\r?\n/u).filter((line) => line !== '');

/** The name of the remote that belongs to a branch; null where there is none. */
export const findRemoteName = (settings: GitSettings, branch: string | null): string | null => {
  const names = new Set<string>();
  for (const key of settings.keys()) {
    const [, name] = /^remote\.(.+)\.url$/su.exec(key) ?? [];
    if (name !== undefined) names.add(name);
  }
  const own = branch === null ? null : settings.get(`branch.${branch}.remote`);
  for (const name of [own, defaultName, ...names])
    if (name !== null && names.has(name)) return name;
  return null;
};

/** Where a book goes: a repository of the writer's own may push elsewhere than it pulls from. */
export const readAddress = (settings: GitSettings, name: string): string | null =>
  settings.all(`remote.${name}.pushurl`)[0] ?? settings.all(`remote.${name}.url`)[0] ?? null;

/**
 * The way there for pushing or pulling. GIT_REMOTE_NONE, GIT_REMOTE_INVALID for one that a repository of somebody else
 * brought along.
 */
export const readRemote = async (
  git: Git,
  settings: GitSettings,
  { branch, isPush }: { branch: string; isPush: boolean },
): Promise<Remote> => {
  const name = findRemoteName(settings, branch);
  if (name === null) throw new AppError('GIT_REMOTE_NONE', 'The book has no other side.');
  const push = isPush ? ['--push'] : [];
  const answer = await git.read(['remote', 'get-url', ...push, '--all', '--', name]);
  const urls = linesOf(answer).map((address) => parseRemote(address, { mayHoldPassword: true }));
  return { name, urls: isPush ? urls : urls.slice(0, 1) };
};

/** What was seen on one other side says nothing of another. */
const forgetBranches = async (git: Git, name: string): Promise<void> => {
  const answer = await git.ask(['for-each-ref', '--format=%(refname)', `refs/remotes/${name}/`]);
  const lines = linesOf(answer).map((ref) => `option no-deref\ndelete ${ref}\n`);
  if (lines.length > 0) await git.run(['update-ref', '--stdin'], { input: lines.join('') });
};

/** Null takes the remote away. What is pushed goes to this address and to no other. GIT_REMOTE_INVALID. */
export const setRemote = async (
  git: Git,
  branch: string | null,
  address: string | null,
): Promise<void> => {
  const settings = await readSettings(git);
  const name = findRemoteName(settings, branch);
  if (address === null) {
    if (name !== null) await git.run(['remote', 'remove', '--', name]);
    return;
  }
  parseRemote(address);
  if (name === null) {
    await git.run(['remote', 'add', '--', defaultName, address]);
    return;
  }
  const key = `remote.${name}`;
  const before = [...settings.all(`${key}.url`), ...settings.all(`${key}.pushurl`)];
  if (before.some((one) => one !== address)) await forgetBranches(git, name);
  await git.run(['config', '--unset-all', `${key}.pushurl`], { answers: [0, 5] });
  await git.run(['config', '--replace-all', `${key}.url`, address]);
};

/** The versions of the other side that are known here, by branch. */
export type Branches = ReadonlyMap<string, string>;

export const listBranches = async (git: Git, name: string): Promise<Branches> => {
  const prefix = `refs/remotes/${name}/`;
  const answer = await git.ask(['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
  const found = linesOf(answer).map((line): [string, string] => {
    const cut = line.indexOf(' ');
    return [line.slice(cut + 1 + prefix.length), line.slice(0, cut)];
  });
  return new Map(found.filter(([branch]) => branch !== 'HEAD'));
};

/** The one it was set to, one of the same name, or the only one there is; null where there is none yet. */
export const findUpstream = (
  branches: Branches,
  settings: GitSettings,
  branch: string,
): Upstream | null => {
  const set = settings.get(`branch.${branch}.merge`)?.replace('refs/heads/', '');
  const only = branches.size === 1 ? [...branches.keys()] : [];
  for (const name of [set, branch, ...only]) {
    const commit = name === undefined ? undefined : branches.get(name);
    if (name !== undefined && commit !== undefined) return { branch: name, commit };
  }
  return null;
};
