/** Talks with the other side: what leaves the machine stands in the ledger first (B12). */
import { createHash } from 'node:crypto';
import type { Egress, MeasuredBody } from '#main/egress/service.ts';
import type { Git } from './git.ts';
import type { Remote } from './remotes.ts';

/** Stalled lines end sooner; a whole book may take this long. */
const networkMs = 10 * 60_000;

type Way = {
  egress: Pick<Egress, 'sendThrough'>;
  projectId: string;
  git: Git;
  signal: AbortSignal;
};

const noBytes = { byteLength: 0, sha256: createHash('sha256').digest('hex') };

type Sent = { urls: readonly URL[]; method: string; body: MeasuredBody };

/** A row of the ledger for each address the writer's remote has. */
const recorded = async (
  { egress, projectId, signal }: Omit<Way, 'git'>,
  { urls, method, body }: Sent,
  send: () => Promise<unknown>,
): Promise<void> => {
  const context = { purpose: 'git', projectId } as const;
  const sendThroughAll = urls.reduce(
    (next, url) => () => egress.sendThrough(context, { to: url, method, body, signal }, next),
    send,
  );
  await sendThroughAll();
};

/** Asks the other side for all its branches. */
export const fetchRemote = async (
  { egress, projectId, git, signal }: Way,
  { name, urls }: Remote,
): Promise<void> => {
  const args = ['fetch', '--no-tags', '--prune', '--no-auto-gc', '--', name];
  const branches = `+refs/heads/*:refs/remotes/${name}/*`;
  await recorded({ egress, projectId, signal }, { urls, method: 'FETCH', body: noBytes }, () =>
    git.run([...args, branches], { timeoutMs: networkMs }),
  );
};

/** What a push sends: packed here as git will pack it to send it. */
const measurePack = async (git: Git, head: string, known: readonly string[]) => {
  const hash = createHash('sha256');
  let byteLength = 0;
  await git.run(['pack-objects', '--revs', '--stdout', '--quiet', '--thin'], {
    input: [head, ...known.map((commit) => `^${commit}`), ''].join('\n'),
    timeoutMs: networkMs,
    onOutput: (chunk) => {
      byteLength += chunk.byteLength;
      hash.update(chunk);
    },
  });
  return { byteLength, sha256: hash.digest('hex') };
};

export type Push = {
  remote: Remote;
  branch: string;
  upstream: string;
  head: string;
  /** Versions that are there already. */
  known: readonly string[];
};

/** GIT_BEHIND, GIT_REFUSED. */
export const pushBranch = async (way: Way, push: Push): Promise<void> => {
  const { git } = way;
  const { remote, branch, upstream, head, known } = push;
  const body = await measurePack(git, head, known);
  const refs = `refs/heads/${branch}:refs/heads/${upstream}`;
  const args = [
    'push',
    '--porcelain',
    '--no-follow-tags',
    '--set-upstream',
    '--',
    remote.name,
    refs,
  ];
  await recorded(way, { urls: remote.urls, method: 'PUSH', body }, () =>
    git.run(args, { timeoutMs: networkMs }),
  );
};
