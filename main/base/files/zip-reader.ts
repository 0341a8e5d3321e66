/** A zip of a stranger's: looked at before anything is unpacked, unpacked into memory only, and never beyond its limits. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError, type JsonObject } from '#shared/errors.ts';

export type ZipLimits = {
  archiveEntries: number;
  /** Unpacked bytes of one file in it. */
  entry: number;
  /** Unpacked bytes of everything that is read of it. */
  unpacked: number;
  /** How many times its packed size a file in it may be, above `ratioFloor` bytes. */
  ratio: number;
  ratioFloor: number;
};

/** The errors of whoever opens it; `why` is English and quotes nothing of the file. */
export type ZipFailures = {
  damaged(why: string, cause?: unknown): AppError;
  isProtected(why: string): AppError;
  tooLarge(what: string, details: JsonObject): AppError;
};

export type ReadZip = {
  names: readonly string[];
  /** Unpacked bytes, as the archive declares them. */
  sizeOf(name: string): number;
  read(name: string): Promise<Buffer>;
  close(): void;
};

const fileTypeMask = 0xf000;
const regular = 0x8000;
const folder = 0x4000;

const isFolderEntry = (entry: Entry): boolean => entry.fileName.endsWith('/');

const checkEntry = (entry: Entry, { damaged }: ZipFailures): void => {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (type !== 0 && type !== (isFolderEntry(entry) ? folder : regular)) {
    throw damaged('it holds a link or something else that is no file');
  }
};

/** Whatever goes wrong while a zip is read is the archive's fault, unless a code says otherwise. */
const asFailure = (error: unknown, { damaged }: ZipFailures): AppError =>
  error instanceof AppError ? error : damaged('the archive is broken', error);

const listEntries = async (
  zip: ZipFile,
  limits: ZipLimits,
  failures: ZipFailures,
): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  // yauzl itself refuses names that lead out of a folder.
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry, failures);
    if (entries.has(entry.fileName)) throw failures.damaged('it holds one name twice');
    if (!isFolderEntry(entry)) entries.set(entry.fileName, entry);
    if (entries.size > limits.archiveEntries) {
      throw failures.tooLarge('files in the archive', { limit: limits.archiveEntries });
    }
  }
  return entries;
};

const checkReadable = (
  entry: Entry,
  limits: ZipLimits,
  { damaged, isProtected, tooLarge }: ZipFailures,
): void => {
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
 * Opens a zip. Throws `damaged` for what is none, names that lead out of a folder, links and one name twice,
 * `isProtected` for encryption, `tooLarge` for more entries, bytes or repetition than an honest one has.
 */
export const openZip = async (
  path: string,
  limits: ZipLimits,
  failures: ZipFailures,
): Promise<ReadZip> => {
  let zip: ZipFile | null = null;
  try {
    const opened = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
    });
    zip = opened;
    const entries = await listEntries(opened, limits, failures);
    let unpacked = 0;
    return {
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async read(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw failures.damaged('a file it names is missing');
        checkReadable(entry, limits, failures);
        unpacked += entry.uncompressedSize;
        if (unpacked > limits.unpacked) {
          throw failures.tooLarge('text in the archive', { limit: limits.unpacked });
        }
        try {
          return await unpack(opened, entry);
        } catch (error) {
          throw asFailure(error, failures);
        }
      },
      close: () => opened.close(),
    };
  } catch (error) {
    zip?.close();
    throw asFailure(error, failures);
  }
};
