/** Takes in what is on the other side and not here. */
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { bookFile } from './book-paths.ts';
import { type BookParts, type GitBookContext, mergeFolderOf, openBook } from './book.ts';
import { commitBook } from './commit-book.ts';
import { fetchRemote } from './exchange.ts';
import type { Git } from './git.ts';
import { readSettings } from './git-settings.ts';
import { type Merged, mergeVersions } from './merge-versions.ts';
import { ChangedMeanwhile, checkPlaces, placeFiles } from './place-files.ts';
import { findUpstream, listBranches, readRemote } from './remotes.ts';

/** A writer who goes on typing meanwhile is merged with anew so many times. */
const maxAttempts = 4;

type Pulled = { files: number; conflicts: number };

const nothingNew: Pulled = { files: 0, conflicts: 0 };

/** As git would write it into the folder: encodings, ends of lines and large files that lie elsewhere are the writer's. */
const readFileOf = async (git: Git, path: string, blob: string): Promise<Buffer> =>
  (await git.run(['cat-file', '--filters', `--path=${path}`, blob])).stdout;

const BookFile = z.object({ projectId: z.string() });

/** Which book a version is of; null where it does not say. */
const bookIdOf = async (git: Git, commit: string): Promise<string | null> => {
  const show = ['cat-file', 'blob', `${commit}:${bookFile}`];
  const { exitCode, stdout } = await git.run(show, { answers: [0, 128] });
  if (exitCode !== 0) return null;
  try {
    return BookFile.parse(JSON.parse(stdout.toString())).projectId;
  } catch {
    // The file in the book's folder stays, whatever came of this one.
    return null;
  }
};

/** GIT_UNRELATED where the other side never was this book, or became another. */
const requireSameBook = async (
  git: Git,
  { head, theirs, base }: { head: string; theirs: string; base: string | null },
): Promise<void> => {
  const [ours, other] = [await bookIdOf(git, head), await bookIdOf(git, theirs)];
  if (ours !== null && ours === other) return;
  if (base !== null && (ours === null || other === null)) return;
  throw new AppError('GIT_UNRELATED', 'The other side holds something else.');
};

const takeMerged = async (
  parts: BookParts,
  book: GitBookContext & { head: string; source: string },
  { commit, changes, beside }: Merged,
): Promise<Pulled> => {
  const { projectId, root, git, kindOf, source, head } = book;
  const { writeOwnFile: writeFile } = parts.tools;
  const others = await Promise.all(
    beside.map(async ({ path, base, theirs }) => ({
      path,
      bytes: await readFileOf(git, path, theirs),
      base: base === null ? null : await readFileOf(git, path, base),
    })),
  );
  return parts.documents.exchangeFiles(projectId, async (keepBeside) => {
    await checkPlaces(git, changes, { kindOf, source });
    if ((await git.read(['rev-parse', 'HEAD'])) !== head) throw new ChangedMeanwhile();
    // Before the branch moves: what is killed after is offered again by the next pull.
    for (const other of others) await keepBeside(other);
    await placeFiles(root, changes, { kindOf, source, writeFile });
    await git.run(['reset', '--mixed', '--quiet', commit], { answers: [0, 1] });
    return { files: changes.length, conflicts: others.length };
  });
};

/** Merges what was fetched; `head` moves while the writer goes on. */
const mergeFetched = async (parts: BookParts, book: GitBookContext, theirs: string) => {
  const { git, projectId } = book;
  const head = await git.read(['rev-parse', 'HEAD']);
  const base = await git.ask(['merge-base', head, theirs]);
  if (base === theirs) return nothingNew;
  await requireSameBook(git, { head, theirs, base });
  const folder = mergeFolderOf(parts, projectId);
  const sides = { head, theirs, folder, isForward: base === head };
  return mergeVersions(git, sides, book, (merged) =>
    takeMerged(parts, { ...book, head, source: folder }, merged),
  );
};

const keepAll = async (parts: BookParts, book: GitBookContext): Promise<void> => {
  await parts.records.writeWaiting(book.projectId);
  await commitBook(book.git, { ...book, message: null });
};

export const pullBook = async (
  parts: BookParts,
  projectId: string,
  signal: AbortSignal,
): Promise<Pulled> => {
  const book = await openBook(parts, projectId, signal);
  const { git, repository } = book;
  const settings = await readSettings(git);
  const remote = await readRemote(git, settings, { branch: repository.branch, isPush: false });
  await keepAll(parts, book);
  await fetchRemote({ egress: parts.egress, projectId, git, signal }, remote);
  const branches = await listBranches(git, remote.name);
  const upstream = findUpstream(branches, settings, repository.branch);
  if (upstream === null) return nothingNew;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const pulled = await mergeFetched(parts, book, upstream.commit);
      // Records are merged by their fields now, and what came of it belongs to the version.
      await parts.records.sync(projectId);
      await keepAll(parts, book);
      return pulled;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === maxAttempts) throw error;
      await keepAll(parts, book);
    }
  }
};
