/** A zip of a stranger's: looked at before anything is unpacked, unpacked into memory only, and never beyond its limits. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError } from '#shared/errors.ts';
import { damaged, isProtected, tooLarge } from '../failures.ts';
import type { ImportLimits } from '../limits.ts';
import type { FileTree } from './file-tree.ts';

const fileTypeMask = 0xf000;
const regular = 0x8000;
const folder = 0x4000;

const isFolderEntry = (entry: Entry): boolean => entry.fileName.endsWith('/');

const checkEntry = (entry: Entry): void => {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (type !== 0 && type !== (isFolderEntry(entry) ? folder : regular)) {
    throw damaged('it holds a link or something else that is no file');
  }
};

/** Whatever goes wrong while a zip is read is the archive's fault, unless a code says otherwise. */
const asFailure = (error: unknown): AppError =>
  error instanceof AppError ? error : damaged('the archive is broken', error);

const listEntries = async (zip: ZipFile, limits: ImportLimits): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  // yauzl itself refuses names that lead out of a folder.
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry);
    if (!isFolderEntry(entry)) entries.set(entry.fileName, entry);
    if (entries.size > limits.archiveEntries) {
      throw tooLarge('files in the archive', { limit: limits.archiveEntries });
    }
  }
  return entries;
};

const checkReadable = (entry: Entry, limits: ImportLimits): void => {
  if (entry.isEncrypted()) throw isProtected('it is encrypted');
  if (!entry.canDecodeFileData()) throw damaged('it is packed in an unknown way');
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > limits.entry) {
    throw tooLarge('a file in the archive', { limit: limits.entry });
  }
  if (uncompressedSize > limits.ratioFloor && uncompressedSize > compressedSize * limits.ratio) {
    throw tooLarge('it would unpack to far more than it is', { limit: limits.ratio });
  }
};

/** yauzl ends the stream as soon as there is a byte more, or fewer, than was declared and checked. */
const unpack = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
};

/**
 * Opens a zip. IMPORT_FILE_DAMAGED for what is none, names that lead out of a folder and links, IMPORT_FILE_PROTECTED for
 * encryption, IMPORT_TOO_LARGE for more entries, bytes or repetition than an honest one has.
 */
export const openArchive = async (path: string, limits: ImportLimits): Promise<FileTree> => {
  let zip: ZipFile | null = null;
  try {
    const opened = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
    });
    zip = opened;
    const entries = await listEntries(opened, limits);
    let unpacked = 0;
    return {
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async read(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw damaged('a file it names is missing');
        checkReadable(entry, limits);
        unpacked += entry.uncompressedSize;
        if (unpacked > limits.unpacked) {
          throw tooLarge('text in the archive', { limit: limits.unpacked });
        }
        try {
          return await unpack(opened, entry);
        } catch (error) {
          throw asFailure(error);
        }
      },
      close: () => opened.close(),
    };
  } catch (error) {
    zip?.close();
    throw asFailure(error);
  }
};
