/** Merges two versions in a folder beside the book, so that nothing half merged is ever seen in it. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { isOfBook, type KindOfPath } from './book-paths.ts';
import { nameArgs } from './commit-book.ts';
import { mergeMessage } from './commit-message.ts';
import type { Git } from './git.ts';
import {
  holdsMadeTexts,
  isUnsafe,
  type MergePlan,
  parseTree,
  parseTreeChanges,
  parseUnmerged,
  planMerge,
  type Tree,
  type TreeChange,
} from './merge-plan.ts';
import { requireFilters } from './require-filters.ts';

export type Merged = {
  /** The version that both come to; the other side's own where nothing is new here. */
  commit: string;
  changes: readonly TreeChange[];
  beside: MergePlan['beside'];
};

type Sides = { head: string; theirs: string };

const mergeMs = 180_000;
const nowhere = '0'.repeat(40);

const treeOf = async (git: Git, commit: string): Promise<Tree> =>
  parseTree((await git.run(['ls-tree', '-r', '-z', '--full-tree', commit])).stdout.toString());

const putSettled = async (git: Git, settled: MergePlan['settled']): Promise<void> => {
  const input = [...settled]
    .flatMap(([path, entry]) => [
      `0 ${nowhere}\t${path}\0`,
      ...(entry === null ? [] : [`${entry.mode} ${entry.blob}\t${path}\0`]),
    ])
    .join('');
  await git.run(['update-index', '-z', '--index-info'], { input });
};

const quietly = { withoutHooks: true, timeoutMs: mergeMs };
/** Links come as files that say where they lead. */
const noLinks = ['-c', 'core.symlinks=false'];

const startMerge = async (git: Git, theirs: string, { renames }: { renames: boolean }) => {
  // Before 2.50 the usual way of merging looks for renames whatever it is told.
  const byNames = renames ? [] : ['--strategy=recursive', '--strategy-option=no-renames'];
  await git.run(
    [
      ...['-c', 'merge.directoryRenames=false', '-c', 'rerere.enabled=false'],
      ...(await nameArgs(git)),
      ...['merge', '--no-commit', '--no-ff', '--allow-unrelated-histories', ...byNames, theirs],
    ],
    { ...quietly, answers: [0, 1] },
  );
  return parseUnmerged((await git.run(['ls-files', '-u', '-z'])).stdout.toString());
};

/** What git makes of both, by the names of files alone where it would write texts of its own into the book. */
const mergeTrees = async (git: Git, sides: Sides, kindOf: KindOfPath): Promise<MergePlan> => {
  const { head, theirs } = sides;
  const base = await git.ask(['merge-base', head, theirs]);
  const trees = {
    base: base === null ? new Map() : await treeOf(git, base),
    ours: await treeOf(git, head),
    theirs: await treeOf(git, theirs),
  };
  const input = { ...trees, kindOf, unmerged: await startMerge(git, theirs, { renames: true }) };
  if (!holdsMadeTexts(input)) return planMerge(input);
  await git.run([...noLinks, 'reset', '--hard', '--quiet', head], quietly);
  const unmerged = await startMerge(git, theirs, { renames: false });
  return planMerge({ ...input, unmerged });
};

/** GIT_FILES_IN_THE_WAY for files that are none of the book's and in conflict. */
const mergeIn = async (
  git: Git,
  sides: Sides,
  { kindOf, language }: { kindOf: KindOfPath; language: Language },
): Promise<{ commit: string; beside: MergePlan['beside'] }> => {
  const plan = await mergeTrees(git, sides, kindOf);
  if (plan.blocked.length > 0) {
    const files = plan.blocked.slice(0, 20);
    throw new AppError('GIT_FILES_IN_THE_WAY', 'Other files are in conflict.', { files });
  }
  await putSettled(git, plan.settled);
  const message = `--message=${mergeMessage(language)}`;
  await git.run([...(await nameArgs(git)), 'commit', '--no-verify', message], quietly);
  return { commit: await git.read(['rev-parse', 'HEAD']), beside: plan.beside };
};

const removeFolder = async (git: Git, folder: string): Promise<void> => {
  await git.run(['worktree', 'remove', '--force', folder], { answers: [0, 1, 128] });
  await rm(folder, { recursive: true, force: true });
};

/** GIT_UNSAFE where something comes that is no plain file of a book. */
const listSafeChanges = async (git: Git, head: string, commit: string): Promise<TreeChange[]> => {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', head, commit];
  const changes = parseTreeChanges((await git.run(args)).stdout.toString());
  const unsafe = changes.filter(isUnsafe).map(({ path }) => path);
  if (unsafe.length === 0) return changes;
  const files = unsafe.slice(0, 20);
  throw new AppError('GIT_UNSAFE', 'What comes holds more than plain files.', { files });
};

/**
 * Merges, and hands the result to `take` while the files that come lie in `folder`. Nothing of it is in the book's folder or
 * on its branch before `take` puts it there. GIT_FILTER_FAILED where a file of the book would come past its filter.
 */
export const mergeVersions = async <T>(
  git: Git,
  sides: Sides & { isForward: boolean; folder: string },
  how: { kindOf: KindOfPath; language: Language },
  take: (merged: Merged) => Promise<T>,
): Promise<T> => {
  const { head, theirs, isForward, folder } = sides;
  await removeFolder(git, folder);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const start = isForward ? theirs : head;
  const aside = ['worktree', 'add', '--force', '--force', '--detach', folder, start];
  await git.run([...noLinks, ...aside], quietly);
  try {
    const there = git.in(folder);
    const made = isForward ? { commit: theirs, beside: [] } : await mergeIn(there, sides, how);
    const changes = await listSafeChanges(git, head, made.commit);
    // Files that were settled lie there as git left them; what is taken is what the version holds.
    await there.run([...noLinks, 'reset', '--hard', '--quiet', made.commit], quietly);
    const coming = changes.filter(
      ({ path, isRemoved }) => !isRemoved && isOfBook(how.kindOf(path)),
    );
    await requireFilters(
      there,
      coming.map(({ path }) => path),
    );
    return await take({ ...made, changes });
  } finally {
    await removeFolder(git, folder);
  }
};
