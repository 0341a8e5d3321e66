/** Fetches one file of a published model, from where it broke off, and checks what came (E5). */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { hashFile } from '#main/base/files/hash-file.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import type { PublishedFile } from './find-published.ts';
import { partsOf, type Site, siteFailed } from './site.ts';

const damaged = (name: string): AppError =>
  new AppError('SENTENCE_MODEL_DAMAGED', 'What came is not what the site describes.', { name });

/** As git names content: a word and the length stand before it. */
const hashFor = ({ bytes, check }: PublishedFile): Hash =>
  check.kind === 'sha256' ? createHash('sha256') : createHash('sha1').update(`blob ${bytes}\0`);

type Fetching = {
  site: Site;
  /** Of the file on the site. */
  address: string;
  onBytes(bytes: number): void;
  signal: AbortSignal;
};

/** A disk that is nearly full takes a part of it without a word; only the next write says so. */
const writeAll = async (handle: FileHandle, part: Uint8Array, at: number): Promise<void> => {
  for (let written = 0; written < part.length; ) {
    const left = part.length - written;
    written += (await handle.write(part, written, left, at + written)).bytesWritten;
  }
};

/** Writes what comes behind what is there, or from the beginning where the site does not go on in the middle. */
const writeRest = async (
  handle: FileHandle,
  file: PublishedFile,
  { site, address, onBytes, signal }: Fetching,
): Promise<void> => {
  const { size } = await handle.stat();
  // As it is: where a packed answer broke off nobody knows.
  const headers = {
    'accept-encoding': 'identity',
    ...(size > 0 && { range: `bytes=${size}-` }),
  };
  const response = await site.ask(address, headers, signal);
  if (!response.ok) {
    await response.body?.cancel();
    throw siteFailed(`The site answered with status ${response.status}.`);
  }
  let at = response.status === 206 ? size : 0;
  if (at === 0) await handle.truncate(0);
  onBytes(at);
  for await (const part of partsOf(response, signal)) {
    if (at + part.length > file.bytes) throw damaged(file.name);
    await writeAll(handle, part, at);
    at += part.length;
    onBytes(at);
  }
  if (at < file.bytes) throw siteFailed('The answer of the site is too short.');
  await handle.sync();
};

/**
 * What had come before goes on where it broke off; what is not what the site describes is thrown away. DISK_FULL and other
 * errors of the file system, SENTENCE_MODEL_DAMAGED, SENTENCE_MODEL_SITE_FAILED, CANCELLED.
 */
export const fetchFile = async (
  folder: string,
  file: PublishedFile,
  fetching: Fetching,
): Promise<void> => {
  const place = path.join(folder, ...file.name.split('/'));
  await mkdir(path.dirname(place), { recursive: true });
  const size = await unlessMissing(
    stat(place).then((found) => found.size),
    0,
  );
  if (size > file.bytes) await rm(place);
  try {
    if (size !== file.bytes) {
      const handle = await open(place, size > 0 && size < file.bytes ? 'r+' : 'w');
      try {
        await writeRest(handle, file, fetching);
      } finally {
        await handle.close();
      }
    }
    if ((await hashFile(place, hashFor(file))) !== file.check.hex) throw damaged(file.name);
  } catch (error) {
    if (error instanceof AppError && error.code === 'SENTENCE_MODEL_DAMAGED') await rm(place);
    throw error;
  }
  fetching.onBytes(file.bytes);
};
