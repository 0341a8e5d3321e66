import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScanProblem } from '#shared/domain/project.ts';
import { withPlainLineEnds } from './line-ends.ts';
import type { FileStamp } from './record.ts';
import { errorCodeOf, largestFile, stampOf } from './scan.ts';
import { type DecodedFile, decodeFile } from './text-encoding.ts';
import { versionOf } from './version.ts';

/** A chapter as it lies on disk, and as Fabula sees it. */
export type ChapterFile = {
  stamp: FileStamp;
  bytes: Buffer;
  decoded: DecodedFile;
  /** With `\n` line ends. */
  text: string;
  version: string;
};

export type ReadChapter =
  | { kind: 'chapter'; chapter: ChapterFile }
  | { kind: 'gone' }
  | { kind: 'problem'; problem: ScanProblem };

/** Reads one file through a single handle, so that its stamp belongs to its bytes. Never throws for the file. */
export const readChapterFile = async (root: string, path: string): Promise<ReadChapter> => {
  const failed = (problem: ScanProblem['problem'], detail: string): ReadChapter => ({
    kind: 'problem',
    problem: { path, problem, detail },
  });
  let handle: FileHandle | null = null;
  try {
    handle = await open(join(root, path), 'r');
    const stats = await handle.stat();
    if (!stats.isFile()) return failed('unreadable', 'not a regular file');
    if (stats.size > largestFile) return failed('tooLarge', `${stats.size} bytes`);
    const bytes = await handle.readFile();
    const decoded = decodeFile(bytes);
    if (decoded === null) return failed('binary', `${stats.size} bytes`);
    const text = withPlainLineEnds(decoded.raw);
    return {
      kind: 'chapter',
      chapter: { stamp: stampOf(stats), bytes, decoded, text, version: versionOf(text) },
    };
  } catch (error) {
    const code = errorCodeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'gone' } : failed('unreadable', code);
  } finally {
    await handle?.close();
  }
};
