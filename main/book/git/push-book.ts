/** Sends what is here and not on the other side. */
import { AppError } from '#shared/errors.ts';
import { type BookParts, openBook } from './book.ts';
import { commitBook } from './commit-book.ts';
import { pushBranch } from './exchange.ts';
import { readSettings } from './git-settings.ts';
import { findUpstream, listBranches, readRemote } from './remotes.ts';

/** GIT_FENCED: what is fenced leaves the machine only when the writer said so. */
const refuseFenced = (parts: BookParts, projectId: string): void => {
  if (parts.store.find(projectId)?.pushFenced) return;
  const fenced = parts.documents.countFenced(projectId) + parts.countFencedRecords(projectId);
  if (fenced === 0) return;
  throw new AppError('GIT_FENCED', 'The book holds what is fenced.', { fenced });
};

/** A text that waits beside its chapter would be undone elsewhere before anybody chose. GIT_CONFLICTS_OPEN. */
const refuseUndecided = (parts: BookParts, projectId: string): void => {
  const waiting = parts.documents.list(projectId).filter(({ hasConflict }) => hasConflict);
  if (waiting.length === 0) return;
  const chapters = waiting.slice(0, 20).map(({ title }) => title);
  throw new AppError('GIT_CONFLICTS_OPEN', 'Chapters wait for a decision.', { chapters });
};

/** Answers how many versions went. */
export const pushBook = async (
  parts: BookParts,
  projectId: string,
  signal: AbortSignal,
): Promise<number> => {
  const book = await openBook(parts, projectId, signal);
  const { git, repository } = book;
  const { branch } = repository;
  refuseFenced(parts, projectId);
  refuseUndecided(parts, projectId);
  const settings = await readSettings(git);
  const remote = await readRemote(git, settings, { branch, isPush: true });
  await parts.records.writeWaiting(projectId);
  await commitBook(git, { ...book, message: null });
  const head = await git.read(['rev-parse', 'HEAD']);
  const branches = await listBranches(git, remote.name);
  const known = [...branches.values()];
  const upstream = findUpstream(branches, settings, branch);
  if (upstream?.commit === head) return 0;
  const count = ['rev-list', '--count', head, ...known.map((commit) => `^${commit}`)];
  const commits = Number(await git.read(count));
  await pushBranch(
    { egress: parts.egress, projectId, git, signal },
    { remote, branch, upstream: upstream?.branch ?? branch, head, known },
  );
  return commits;
};
