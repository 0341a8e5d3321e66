import type { Dirent } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScanProblem } from '#shared/domain/project.ts';
import { isInside } from '#main/regular-file.ts';
import type { FileStamp } from './record.ts';

export type FoundFile = FileStamp & { path: string };

export type Scan = {
  files: FoundFile[];
  problems: ScanProblem[];
};

/** Bytes. A chapter beyond this is reported, not opened. */
export const largestFile = 10 * 1024 * 1024;

/** Entries looked at before a folder counts as no manuscript at all (someone opened a whole disk). */
const mostEntries = 200_000;
const yieldEvery = 256;

const chapterName = /\.(?:md|markdown|txt)$/i;

/** The writer's law for the AI lives beside the chapters and is none of them (S4-02). */
const lawFile = /^code_law\.md$/i;

/** `path` is relative with forward slashes. */
export const isChapterPath = (path: string): boolean => {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  if (!chapterName.test(name) || (segments.length === 1 && lawFile.test(name))) return false;
  return segments.every((segment) => !isIgnoredName(segment));
};

export const isIgnoredName = (name: string): boolean =>
  name.startsWith('.') || name === 'node_modules';

export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';

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

/**
 * Every chapter file below `root` (its real path) with its stamp; contents are not read. Yields to the event
 * loop as it goes. Throws what opening `root` itself throws; everything below it is at most a problem.
 */
export const scanFolder = async (root: string): Promise<Scan> => {
  const files: FoundFile[] = [];
  const problems: ScanProblem[] = [];
  const folders: string[] = [''];
  let entries = 0;
  const visit = async (folder: string, entry: Dirent): Promise<void> => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      folders.push(path);
    } else if (entry.isSymbolicLink()) {
      const problem = await judgeLink(root, path);
      if (problem) problems.push(problem);
    } else if (isChapterPath(path)) {
      const seen = await lookAtFile(root, path);
      if (seen && 'file' in seen) files.push(seen.file);
      else if (seen) problems.push(seen.problem);
    }
  };
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const folder = next;
    try {
      let batch: Promise<void>[] = [];
      for await (const entry of await opendir(join(root, folder), { bufferSize: yieldEvery })) {
        if (isIgnoredName(entry.name)) continue;
        entries += 1;
        if (entries > mostEntries) {
          await Promise.all(batch);
          problems.push({
            path: folder,
            problem: 'tooManyFiles',
            detail: `more than ${mostEntries} entries`,
          });
          return { files, problems };
        }
        batch.push(visit(folder, entry));
        if (batch.length >= yieldEvery) {
          await Promise.all(batch);
          batch = [];
          await breathe();
        }
      }
      await Promise.all(batch);
    } catch (error) {
      if (folder === '') throw error;
      problems.push({ path: folder, problem: 'unreadable', detail: errorCodeOf(error) });
    }
  }
  return { files, problems };
};
