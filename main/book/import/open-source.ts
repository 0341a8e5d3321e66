/** Opens what a path names, as far as it takes to know what it is. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { notRegularCode, openRegularFile } from '#main/base/files/regular-file.ts';
import { damaged, formatUnknown, isProtected, tooLarge } from './failures.ts';
import { openArchive } from './files/open-archive.ts';
import { openFolderTree } from './files/open-folder.ts';
import type { OpenSource } from './formats/reader.ts';
import type { ImportLimits } from './limits.ts';

const archiveStart = [0x50, 0x4b];
/** Word before 2007, and any Office file with a password. */
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0];
/** The stream in which the latter has what it is, by the name its directory gives. */
const lockedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Its first bytes may be all letters. */
const pdfStart = [0x25, 0x50, 0x44, 0x46, 0x2d];

const startsWith = (bytes: Buffer, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

const explain = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const code = errorCodeOf(error);
  if (missingCodes.has(code)) {
    return new AppError('IMPORT_FILE_MISSING', 'There is no such file.', { cause: code });
  }
  if (code === notRegularCode) return formatUnknown('it is a device or a pipe');
  return damaged(`the system says ${code}`, error);
};

const readStart = async (path: string): Promise<{ start: Buffer; size: number }> => {
  const handle = await openRegularFile(path);
  try {
    const start = Buffer.alloc(8);
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    return { start: start.subarray(0, bytesRead), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
};

const readAll = async (path: string, limit: number): Promise<Buffer> => {
  const handle = await openRegularFile(path);
  try {
    const bytes = await handle.readFile();
    if (bytes.length > limit) throw tooLarge('text', { limit });
    return bytes;
  } finally {
    await handle.close();
  }
};

const openFile = async (path: string, limits: ImportLimits): Promise<OpenSource> => {
  const name = basename(path);
  const { start, size } = await readStart(path);
  if (size === 0) throw new AppError('IMPORT_NOTHING_FOUND', 'The file is empty.');
  if (startsWith(start, compoundStart)) {
    if (size <= limits.archive && (await readAll(path, limits.archive)).includes(lockedPackage)) {
      throw isProtected('it is locked by a password');
    }
    throw formatUnknown('it is a Word document of the old kind');
  }
  if (startsWith(start, pdfStart)) throw formatUnknown('it is a PDF');
  const isArchive = startsWith(start, archiveStart);
  const limit = isArchive ? limits.archive : limits.textFile;
  if (size > limit) throw tooLarge('the file', { size, limit });
  return isArchive
    ? { kind: 'tree', name, tree: await openArchive(path, limits) }
    : { kind: 'bytes', name, bytes: await readAll(path, limit) };
};

/**
 * A file's bytes, or the files of an archive or folder. IMPORT_FILE_MISSING, IMPORT_NOTHING_FOUND, IMPORT_TOO_LARGE,
 * IMPORT_FORMAT_UNKNOWN, IMPORT_FILE_DAMAGED, IMPORT_FILE_PROTECTED.
 */
export const openSource = async (path: string, limits: ImportLimits): Promise<OpenSource> => {
  try {
    // The writer may well name a link; what it leads to is what is opened.
    const real = await realpath(resolve(path));
    const isProjectFile = /\.scrivx$/i.test(real);
    const place = isProjectFile ? dirname(real) : real;
    const stats = await lstat(place);
    if (!stats.isDirectory()) return await openFile(place, limits);
    return { kind: 'tree', name: basename(place), tree: await openFolderTree(place, limits) };
  } catch (error) {
    throw explain(error);
  }
};
