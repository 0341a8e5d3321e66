/**
 * Files that are about to be replaced while the data folder can take no snapshot of them (its disk is full, say): they
 * are kept in the book's own folder until it can.
 */
import { errorCodeOf, unlessMissing } from '#main/base/failures/system-code.ts';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '#main/base/files/regular-file.ts';
import type { DocumentsContext } from './context.ts';
import { decodeText } from './decode-text.ts';
import type { OpenFolder } from './open-folder.ts';
import { writeOwnFile } from './replace-file.ts';
import { largestFile } from './scan.ts';
import { versionOf } from './version.ts';

const keptFolder = '.fabula/kept';

/** Keeps a file's bytes. Throws the file system's error. */
export const keepOriginal = async (
  folder: OpenFolder,
  documentId: string,
  original: { bytes: Buffer; version: string },
): Promise<void> => {
  await mkdir(join(folder.root, keptFolder), { recursive: true });
  const name = `${encodeURIComponent(documentId)}.${original.version}`;
  await writeOwnFile(join(folder.root, keptFolder, name), original.bytes);
};

const namesOfKept = (root: string): Promise<string[]> =>
  unlessMissing(readdir(join(root, keptFolder)), []);

/**
 * Makes snapshots of what was kept. The caller holds the folder's mutex. A file that cannot be taken in now is logged
 * and stays.
 */
export const takeInOriginals = async (
  context: DocumentsContext,
  folder: OpenFolder,
): Promise<void> => {
  for (const name of await namesOfKept(folder.root)) {
    const documentId = decodeURIComponent(name.slice(0, Math.max(0, name.indexOf('.'))));
    if (!folder.present.has(documentId) && !folder.missing.has(documentId)) continue;
    try {
      const path = join(folder.root, keptFolder, name);
      const bytes = await readRegularFile(path, largestFile);
      const text = decodeText(bytes) ?? '';
      const key = { projectId: folder.projectId, documentId };
      const isKept = context.snapshots.has(key, versionOf(text));
      if (!isKept) await context.snapshots.add(key, text, 'outsideEdit', { originalBytes: bytes });
      await rm(path, { force: true });
    } catch (error) {
      context.logger.log('warn', 'a kept original could not be made a snapshot yet', {
        documentId,
        code: errorCodeOf(error),
      });
    }
  }
};
