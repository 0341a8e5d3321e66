/** Reads a chapter's file, its encoding found out. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { FileHandle } from 'node:fs/promises';
import type { ScanProblem } from '#shared/domain/project.ts';
import {
  notRegularCode,
  openFileInside,
  outsideFolderCode,
} from '#main/base/files/regular-file.ts';
import { withPlainLineEnds } from './line-ends.ts';
import type { FileStamp } from './record.ts';
import { largestFile, stampOf } from './scan.ts';
import { type DecodedFile, decodeAs, decodeFile } from './text-encoding.ts';
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

/** What a person has chosen holds as long as the file is text in it at all. */
const decodeChosen = (bytes: Buffer, chosenEncoding: string | null): DecodedFile | null =>
  (chosenEncoding === null ? null : decodeAs(bytes, chosenEncoding)) ?? decodeFile(bytes);

const problemOf = (code: string): [ScanProblem['problem'], string] => {
  if (code === outsideFolderCode) return ['outsideProject', code];
  // A link that took the file's place while it was opened answers ELOOP.
  if (code === notRegularCode || code === 'ELOOP') return ['unreadable', 'not a regular file'];
  return ['unreadable', code];
};

/**
 * Reads one file through a single handle, so that its stamp belongs to its bytes. Only regular files inside the folder,
 * following no link (F17). `chosenEncoding`: what a person said it is, or null. Never throws for the file.
 */
export const readChapterFile = async (
  root: string,
  path: string,
  chosenEncoding: string | null,
): Promise<ReadChapter> => {
  const failed = (problem: ScanProblem['problem'], detail: string): ReadChapter => ({
    kind: 'problem',
    problem: { path, problem, detail },
  });
  let handle: FileHandle | null = null;
  try {
    handle = await openFileInside(root, path);
    const stats = await handle.stat();
    if (stats.size > largestFile) return failed('tooLarge', `${stats.size} bytes`);
    const bytes = await handle.readFile();
    const decoded = decodeChosen(bytes, chosenEncoding);
    if (decoded === null) return failed('binary', `${stats.size} bytes`);
    const text = withPlainLineEnds(decoded.raw);
    return {
      kind: 'chapter',
      chapter: { stamp: stampOf(stats), bytes, decoded, text, version: versionOf(text) },
    };
  } catch (error) {
    const code = errorCodeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'gone' } : failed(...problemOf(code));
  } finally {
    await handle?.close();
  }
};
