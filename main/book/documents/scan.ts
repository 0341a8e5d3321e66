/** Finds the chapters of a folder. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { Dirent } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScanProblem } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import { isInside } from '#main/base/files/regular-file.ts';
import { certainOriginal } from './conflict-copy.ts';
import type { FileStamp } from './record.ts';

export type FoundFile = FileStamp & { path: string };

export type Scan = {
  files: FoundFile[];
  problems: ScanProblem[];
  /** Paths of conflict copies, by their names. */
  copies: string[];
};

/** Bytes. A chapter beyond this is reported, not opened. */
export const largestFile = 10 * 1024 * 1024;

/** What is larger than this is no book: someone chose a whole disk, or a folder the system makes up. */
export type ScanLimits = { maxEntries: number; maxDepth: number; timeoutMs: number };
const defaultLimits: ScanLimits = { maxEntries: 20_000, maxDepth: 32, timeoutMs: 20_000 };
const yieldEvery = 256;

const chapterName = /\.(?:md|markdown|txt)$/i;

/** The writer's law for the AI lives beside the chapters and is none of them (S4-02). */
const projectInstructionsFile = /^code_law\.md$/i;

/** `path` is relative with forward slashes. */
export const isChapterPath = (path: string): boolean => {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  if (!chapterName.test(name) || (segments.length === 1 && projectInstructionsFile.test(name)))
    return false;
  return segments.every((segment) => !isIgnoredName(segment));
};

export const isIgnoredName = (name: string): boolean =>
  name.startsWith('.') || name === 'node_modules';

export const stampOf = (stats: { ino: number; size: number; mtimeMs: number }): FileStamp => ({
  inode: String(stats.ino),
  size: stats.size,
  modifiedAt: stats.mtimeMs,
});

/**
 * What to say of a symbolic link. Links are never followed: what lies inside the project is listed under its own
 * path, what lies outside is not the project's.
 */
const judgeLink = async (root: string, path: string): Promise<ScanProblem | null> => {
  const absolute = join(root, path);
  let target: string;
  try {
    target = await realpath(absolute);
  } catch (error) {
    const problem = errorCodeOf(error) === 'ELOOP' ? 'symlinkLoop' : 'unreadable';
    return { path, problem, detail: errorCodeOf(error) };
  }
  if (!isInside(root, target)) {
    const matters = chapterName.test(path) || (await stat(target)).isDirectory();
    return matters ? { path, problem: 'outsideProject', detail: target } : null;
  }
  return isInside(target, absolute) ? { path, problem: 'symlinkLoop', detail: target } : null;
};

/** Stamp of one chapter file, the problem it is, or null when there is no such file. */
export const lookAtFile = async (
  root: string,
  path: string,
): Promise<{ file: FoundFile } | { problem: ScanProblem } | null> => {
  try {
    const stats = await lstat(join(root, path));
    if (stats.isSymbolicLink()) {
      const problem = await judgeLink(root, path);
      return problem ? { problem } : null;
    }
    if (stats.isDirectory()) return null;
    if (!stats.isFile()) {
      return { problem: { path, problem: 'unreadable', detail: 'not a regular file' } };
    }
    if (stats.size > largestFile) {
      return { problem: { path, problem: 'tooLarge', detail: `${stats.size} bytes` } };
    }
    return { file: { path, ...stampOf(stats) } };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      if (!path.includes('\ufffd')) return null;
      return { problem: { path, problem: 'nameInvalid', detail: 'the name is not valid UTF-8' } };
    }
    return { problem: { path, problem: 'unreadable', detail: code } };
  }
};

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);

/** Ends a look that no book needs. PROJECT_FOLDER_TOO_LARGE, and the reason of the signal. */
const createGuard = (limits: ScanLimits, signal: AbortSignal | undefined) => {
  const started = performance.now();
  let entries = 0;
  const refuse = (limit: keyof ScanLimits): never => {
    throw new AppError('PROJECT_FOLDER_TOO_LARGE', 'The folder holds more than a book.', {
      limit,
      value: limits[limit],
    });
  };
  return {
    count(): void {
      entries += 1;
      if (entries > limits.maxEntries) refuse('maxEntries');
      if (performance.now() - started > limits.timeoutMs) refuse('timeoutMs');
    },
    enter(folder: string): void {
      signal?.throwIfAborted();
      if (depthOf(folder) > limits.maxDepth) refuse('maxDepth');
    },
  };
};

type Look = Scan & { folders: string[] };

/** Never throws: what goes away while it is looked at, as links do in folders of the system, is a problem at most. */
const visit = async (root: string, path: string, entry: Dirent, look: Look): Promise<void> => {
  if (entry.isDirectory()) {
    look.folders.push(path);
  } else if (entry.isSymbolicLink()) {
    const problem = await judgeLink(root, path).catch(
      (error: unknown): ScanProblem => ({
        path,
        problem: 'unreadable',
        detail: errorCodeOf(error),
      }),
    );
    if (problem) look.problems.push(problem);
  } else if (isChapterPath(path) && certainOriginal(path) !== null) {
    look.copies.push(path);
  } else if (isChapterPath(path)) {
    const seen = await lookAtFile(root, path);
    if (seen && 'file' in seen) look.files.push(seen.file);
    else if (seen) look.problems.push(seen.problem);
  }
};

type Visit = {
  root: string;
  look: Look;
  guard: ReturnType<typeof createGuard>;
  skipped: ReadonlySet<string>;
};

const visitFolder = async (
  folder: string,
  { root, look, guard, skipped }: Visit,
): Promise<void> => {
  guard.enter(folder);
  let batch: Promise<void>[] = [];
  for await (const entry of await opendir(join(root, folder), { bufferSize: yieldEvery })) {
    if (isIgnoredName(entry.name) || (folder === '' && skipped.has(entry.name))) continue;
    guard.count();
    batch.push(visit(root, folder === '' ? entry.name : `${folder}/${entry.name}`, entry, look));
    if (batch.length < yieldEvery) continue;
    await Promise.all(batch);
    batch = [];
    guard.enter(folder);
    await breathe();
  }
  await Promise.all(batch);
};

/**
 * Every chapter file below `root` (its real path) with its stamp; contents are not read. Yields to the event
 * loop as it goes. Throws what opening `root` itself throws, PROJECT_FOLDER_TOO_LARGE, and the reason of the signal;
 * everything else below it is at most a problem.
 */
export const scanFolder = async (
  root: string,
  {
    signal,
    limits = defaultLimits,
    skipped = new Set(),
  }: {
    signal?: AbortSignal | undefined;
    limits?: ScanLimits;
    /** Names at the top that hold no chapters. */
    skipped?: ReadonlySet<string>;
  } = {},
): Promise<Scan> => {
  const look: Look = { files: [], problems: [], copies: [], folders: [''] };
  const guard = createGuard(limits, signal);
  for (let next = look.folders.pop(); next !== undefined; next = look.folders.pop()) {
    const folder = next;
    try {
      await visitFolder(folder, { root, look, guard, skipped });
    } catch (error) {
      if (folder === '' || error instanceof AppError || signal?.aborted) throw error;
      look.problems.push({ path: folder, problem: 'unreadable', detail: errorCodeOf(error) });
    }
  }
  const { files, problems, copies } = look;
  return { files, problems, copies };
};
