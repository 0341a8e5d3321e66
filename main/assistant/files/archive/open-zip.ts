/** Opens a zip and refuses hostile ones. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';
import type { ContextFileLimits } from '../limits.ts';
import { archiveInvalid } from './layout.ts';

export type OpenArchive = {
  /** With the unpacked size that each declares; reading past it fails. */
  entries: readonly Entry[];
  read(index: number): Promise<Readable>;
  close(): void;
};

const fileTypeMask = 0xf000;
const regular = 0x8000;
const folder = 0x4000;

const checkEntry = (entry: Entry): void => {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  const isFolder = entry.fileName.endsWith('/');
  if (type !== 0 && type !== (isFolder ? folder : regular)) {
    throw archiveInvalid('it holds a link or something else that is no file');
  }
  if (entry.isEncrypted()) throw archiveInvalid('it is encrypted');
  if (!entry.canDecodeFileData()) throw archiveInvalid('it is packed in an unknown way');
};

/**
 * Opens a zip and looks at every entry before anything is unpacked. Throws CONTEXT_ARCHIVE_INVALID for names that lead
 * out of a folder, links, encryption, too many entries, and sizes no honest archive has (S0-19).
 */
export const openArchive = async (
  path: string,
  limits: ContextFileLimits,
): Promise<OpenArchive> => {
  if (!isAbsolute(path) || path.includes('\0'))
    throw archiveInvalid('its place is not a full path');
  try {
    // Opening a pipe would wait for whoever fills it.
    if (!(await stat(path)).isFile()) throw archiveInvalid('it is no file');
    const zip = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    try {
      const entries: Entry[] = [];
      let bytes = 0;
      for await (const entry of zip.eachEntry()) {
        checkEntry(entry);
        entries.push(entry);
        bytes += entry.uncompressedSize;
        if (entries.length > limits.archiveEntries) throw archiveInvalid('it holds too many files');
        if (bytes > limits.bombFloor && bytes > zip.fileSize * limits.archiveRatio) {
          throw archiveInvalid('it would unpack to far more than it is');
        }
      }
      return {
        entries,
        read: async (index) => {
          const entry = entries[index];
          if (entry === undefined) throw archiveInvalid('a file is missing');
          return zip.openReadStreamPromise(entry);
        },
        close: () => zip.close(),
      };
    } catch (error) {
      zip.close();
      throw error;
    }
  } catch (error) {
    throw asArchiveFailure(error);
  }
};

/** Whatever goes wrong while a zip is read is the archive's fault, unless a code says otherwise. */
export const asArchiveFailure = (error: unknown): Error =>
  error instanceof Error && error.name === 'AppError'
    ? error
    : archiveInvalid('it cannot be read', error);
