/** Keeps what a book is now as a version. */
import type { Language } from '#shared/domain/identifiers.ts';
import { isOfBook, type KindOfPath } from './book-paths.ts';
import { type ChangedFile, describeChanges } from './commit-message.ts';
import { explainFailure } from './explain-failure.ts';
import type { Git } from './git.ts';
import { readSettings } from './git-settings.ts';
import { changeOf, readStatus } from './list-changes.ts';
import { requireFilters } from './require-filters.ts';

/** Hooks and signatures of the writer's may take their time. */
const commitMs = 180_000;

const nobody = { 'user.name': 'Fabula', 'user.email': 'fabula@localhost' };

/** Without a name git keeps nothing; the writer's own comes first. */
export const nameArgs = async (git: Git): Promise<string[]> => {
  const settings = await readSettings(git);
  return Object.entries(nobody).flatMap(([key, value]) =>
    settings.get(key) === null ? ['-c', `${key}=${value}`] : [],
  );
};

const listChanged = async (git: Git, kindOf: KindOfPath): Promise<ChangedFile[]> => {
  const byPath = new Map<string, ChangedFile>();
  for (const status of await readStatus(git)) {
    const { path } = status;
    const kind = kindOf(path);
    if (isOfBook(kind)) byPath.set(path, { path, kind, change: changeOf(status) });
  }
  return [...byPath.values()];
};

/**
 * Keeps the files of the book and no others, as the writer's hooks and signature want it; what else stands ready in the
 * repository stays so. False when nothing had changed.
 */
export const commitBook = async (
  git: Git,
  { kindOf, language, message }: { kindOf: KindOfPath; language: Language; message: string | null },
): Promise<boolean> => {
  const files = await listChanged(git, kindOf);
  if (files.length === 0) return false;
  const paths = files.map(({ path }) => path);
  const filters = await requireFilters(git, paths);
  const input = paths.map((path) => `${path}\0`).join('');
  await git.run([...filters, 'update-index', '--add', '--remove', '-z', '--stdin'], { input });
  const words = message?.trim() ? message.trim() : describeChanges(files, language);
  const ended = await git.run(
    [
      ...filters,
      ...(await nameArgs(git)),
      '--literal-pathspecs',
      'commit',
      '--cleanup=whitespace',
      `--message=${words}`,
      '--pathspec-from-file=-',
      '--pathspec-file-nul',
    ],
    { input, timeoutMs: commitMs, answers: [0, 1] },
  );
  if (ended.exitCode === 0) return true;
  const said = `${ended.stdout.toString()}\n${ended.stderr}`;
  // Bytes that git holds for the same, as ends of lines on some systems.
  if (/nothing (?:added )?to commit|no changes added/u.test(said)) return false;
  throw explainFailure(said);
};
