/** Files of pages that know no paths, kept in the data folder until they are taken in, thrown away, or the program starts anew. */
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { toldError } from '#main/base/failures/storage-failure.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { tooLarge } from './failures.ts';
import type { ImportLimits } from './limits.ts';

type Upload = { folder: string; bytes: number; files: Map<string, string> };

export type Uploads = {
  /** INVALID_INPUT for a name that leads elsewhere or an upload that is not known, IMPORT_TOO_LARGE, DISK_FULL. */
  add(part: Parsed<'import:upload'>): Promise<Output<'import:upload'>>;
  discard(uploadId: string): Promise<void>;
};

/** Each part of the way must be a name by itself: no way up, no drive, nothing a disk would read otherwise. */
const isPlainName = (name: string): boolean =>
  name !== '.' &&
  name !== '..' &&
  Buffer.byteLength(name) <= 200 &&
  !/[\\:*?"<>|\p{Cc}]/u.test(name);

const namesOf = (name: string): string[] => {
  const names = name.split('/').filter((part) => part !== '');
  if (names.length > 0 && names.length <= 20 && names.every(isPlainName)) return names;
  throw new AppError('INVALID_INPUT', 'That is no name for an uploaded file.');
};

/** A single file with a whole book in it. */
const isBundle = ({ files }: Upload): boolean =>
  files.size === 1 && [...files.keys()].every((name) => /\.fabula$/i.test(name));

/** A folder of this process; those of processes that are no more go. */
const ownName = (): string => `${process.pid}-${processStart(process.pid)}`;

export const createUploads = (folder: string, limits: ImportLimits): Uploads => {
  const uploads = new Map<string, Upload>();
  const uploadOf = (uploadId: string | undefined): [string, Upload] => {
    if (uploadId === undefined) {
      const id = nanoid();
      const upload = { folder: join(folder, ownName(), id), bytes: 0, files: new Map() };
      uploads.set(id, upload);
      return [id, upload];
    }
    const known = uploads.get(uploadId);
    if (known) return [uploadId, known];
    throw new AppError('INVALID_INPUT', 'There is no such upload.', { uploadId });
  };
  const discard = async (uploadId: string): Promise<void> => {
    const upload = uploads.get(uploadId);
    uploads.delete(uploadId);
    if (upload) await rm(upload.folder, { recursive: true, force: true });
  };
  return {
    async add({ uploadId: given, name, content }) {
      const names = namesOf(name);
      const [uploadId, upload] = uploadOf(given);
      const bytes = Buffer.from(content, 'base64');
      const key = names.join('/');
      upload.bytes += bytes.length;
      upload.files.set(key, join(upload.folder, ...names));
      try {
        const limit = isBundle(upload) ? limits.bundle : limits.upload;
        if (upload.bytes > limit) throw tooLarge('the upload', { limit });
        if (upload.files.size > limits.uploadFiles) {
          throw tooLarge('files in the upload', { limit: limits.uploadFiles });
        }
        const path = join(upload.folder, ...names);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await appendFile(path, bytes, { mode: 0o600 });
        return { uploadId, path: join(upload.folder, names[0] ?? ''), bytes: upload.bytes };
      } catch (error) {
        await discard(uploadId);
        throw error instanceof AppError ? error : toldError(error);
      }
    },
    discard,
  };
};

/** Throws away what pages of programs that are no more have sent. */
export const removeOldUploads = async (folder: string): Promise<void> => {
  const names = await unlessMissing(readdir(folder), []);
  for (const name of names) {
    const [pid = '', started = ''] = name.split('-');
    if (isSameProcessAlive({ pid: Number(pid), started })) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
};
