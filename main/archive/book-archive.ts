/** Opens a book's archive, a stranger's perhaps, and believes nothing of it that it has not looked at. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AppError } from '#shared/errors.ts';
import {
  openZip,
  type ReadZip,
  type ZipFailures,
  type ZipLimits,
} from '#main/base/files/zip-reader.ts';
import { type ArchivedFile, Manifest, manifestName, rowsName } from './manifest.ts';
import { isSealWhole } from './seal.ts';

const mebibyte = 1024 * 1024;

export const archiveLimits: ZipLimits & { manifest: number } = {
  archiveEntries: 200_002,
  entry: 512 * mebibyte,
  unpacked: 4096 * mebibyte,
  ratio: 200,
  ratioFloor: 4 * mebibyte,
  manifest: 64 * mebibyte,
};

/** `why` is English and for people who debug; it quotes nothing of the file. */
export const archiveDamaged = (why: string, cause?: unknown): AppError =>
  new AppError(
    'ARCHIVE_DAMAGED',
    `The file of the book cannot be used: ${why}.`,
    { why },
    { cause },
  );

const failures: ZipFailures = {
  damaged: archiveDamaged,
  isProtected: archiveDamaged,
  tooLarge: (what, details) =>
    new AppError('ARCHIVE_TOO_LARGE', `There is too much: ${what}.`, { what, ...details }),
};

export type BookArchive = {
  manifest: Manifest;
  /** The bytes of a file the manifest names, which are those it names. ARCHIVE_DAMAGED, ARCHIVE_TOO_LARGE. */
  read(file: ArchivedFile): Promise<Buffer>;
  readRows(): Promise<Buffer>;
  close(): void;
};

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const readManifest = async (zip: ReadZip): Promise<Manifest> => {
  if (zip.sizeOf(manifestName) > archiveLimits.manifest)
    throw archiveDamaged('its list is too long');
  const text = (await zip.read(manifestName)).toString('utf8');
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    throw archiveDamaged('its list is not understood', error);
  }
};

/** Nothing in it that it does not name, and nothing named that is not in it. */
const checkNames = (zip: ReadZip, manifest: Manifest): void => {
  const named = new Set([manifestName, rowsName, ...manifest.files.map(({ path }) => path)]);
  const isSame = named.size === zip.names.length && zip.names.every((name) => named.has(name));
  if (!isSame) throw archiveDamaged('what it holds is not what it names');
};

const checkPlace = async (path: string): Promise<void> => {
  if (!isAbsolute(path) || path.includes('\0'))
    throw archiveDamaged('its place is not a full path');
  try {
    // Opening a pipe would wait for whoever fills it.
    if (!(await stat(path)).isFile()) throw archiveDamaged('it is no file');
    if (!(await isSealWhole(path)))
      throw archiveDamaged('its bytes are not those that were written');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw archiveDamaged('it cannot be read', error);
  }
};

/**
 * ARCHIVE_DAMAGED for a file that is not there, is none of ours, or of which a byte has changed; ARCHIVE_TOO_LARGE for
 * more than an honest one holds. Close it yourself.
 */
export const openBookArchive = async (path: string): Promise<BookArchive> => {
  await checkPlace(path);
  const zip = await openZip(path, archiveLimits, failures);
  const read = async (name: string, sha256: string): Promise<Buffer> => {
    const bytes = await zip.read(name);
    if (sha256Of(bytes) !== sha256) throw archiveDamaged('a file in it has changed');
    return bytes;
  };
  try {
    const manifest = await readManifest(zip);
    checkNames(zip, manifest);
    return {
      manifest,
      read: (file) => read(file.path, file.sha256),
      readRows: () => zip.read(rowsName),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
};
