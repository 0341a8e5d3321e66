/** Walks the project's folder on disk. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecodeText } from '#main/book/documents/service.ts';
import { Refusal } from '../catch-tool-failure.ts';
import { isHiddenName } from './location.ts';

/** A file or folder as it is spelled on disk; `path` is relative, with forward slashes. */
export type Entry = {
  path: string;
  name: string;
  type: 'file' | 'directory';
  /** Bytes. */
  size: number;
  /** Milliseconds. */
  mtime: number;
};

/** Bytes. The same as a chapter may have. */
const maxFileBytes = 10 * 1024 * 1024;
/** Entries looked at before a folder counts as no manuscript. */
const maxEntries = 50_000;

const gone = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

const unreadable = (path: string, error: unknown): Refusal =>
  new Refusal(
    'FILE_UNREADABLE',
    `${path === '' ? 'The folder' : path}: ${systemCode(error) || 'UNKNOWN'}.`,
  );

const joined = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Null for links, devices and what went away meanwhile. */
const lookAt = async (root: string, path: string): Promise<Entry | null> => {
  try {
    const stats = await lstat(join(root, path));
    const type = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : null;
    if (type === null) return null;
    const name = path.slice(path.lastIndexOf('/') + 1);
    return { path, name, type, size: stats.size, mtime: Math.floor(stats.mtimeMs) };
  } catch (error) {
    if (gone.has(systemCode(error))) return null;
    throw unreadable(path, error);
  }
};

const namesIn = async (root: string, folder: string): Promise<string[] | null> => {
  try {
    return await readdir(join(root, folder));
  } catch (error) {
    if (gone.has(systemCode(error))) return null;
    throw unreadable(folder, error);
  }
};

/**
 * Finds an entry by going down name by name and taking only names the folders list: another spelling of a name
 * (letter case, a trailing dot) finds nothing, composed and decomposed characters are the same. Links are never
 * followed. Null when there is no such entry. PROJECT_FOLDER_MISSING, LINK_NOT_FOLLOWED, FILE_UNREADABLE.
 */
export const findEntry = async (
  root: string,
  segments: readonly string[],
): Promise<Entry | null> => {
  let path = '';
  let entry = await lookAt(root, '');
  if (!entry) throw new Refusal('PROJECT_FOLDER_MISSING', 'The project folder is gone.');
  for (const segment of segments) {
    if (entry.type !== 'directory') return null;
    const names = (await namesIn(root, path)) ?? [];
    const wanted = segment.normalize('NFC');
    const name = names.includes(segment)
      ? segment
      : names.find((candidate) => candidate.normalize('NFC') === wanted);
    if (name === undefined) return null;
    path = joined(path, name);
    entry = await lookAt(root, path);
    if (entry === null) {
      throw new Refusal('LINK_NOT_FOLLOWED', `${path} is a link or no regular file.`);
    }
  }
  return entry;
};

/** What a folder holds, links and hidden names left out; null when it is no folder. */
export const listEntries = async (root: string, folder: string): Promise<Entry[] | null> => {
  const names = await namesIn(root, folder);
  if (names === null) return null;
  const entries: Entry[] = [];
  for (const name of names) {
    const entry = isHiddenName(name) ? null : await lookAt(root, joined(folder, name));
    if (entry) entries.push(entry);
  }
  return entries;
};

/** Every file below a folder. `complete` is false when there were too many entries to look at all of them. */
export const walkFiles = async (
  root: string,
  start: string,
  signal: AbortSignal,
): Promise<{ files: Entry[]; complete: boolean }> => {
  const files: Entry[] = [];
  const folders = [start];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted();
    for (const entry of (await listEntries(root, folder)) ?? []) {
      seen += 1;
      if (seen > maxEntries) return { files, complete: false };
      if (entry.type === 'directory') folders.push(entry.path);
      else files.push(entry);
    }
  }
  return { files, complete: true };
};

const openPlain = async (root: string, path: string): Promise<FileHandle> => {
  const absolute = join(root, path);
  // Neither a link in its place nor a pipe that would keep us waiting; both flags are 0 on Windows.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(absolute, flags);
  if ((await realpath(absolute)) === absolute) return handle;
  await handle.close();
  throw new Refusal('LINK_NOT_FOLLOWED', `${path} is a link.`);
};

/**
 * Text of a file that is no chapter, with `\n` line ends and without a byte order mark. FILE_BINARY, FILE_TOO_LARGE,
 * FILE_UNREADABLE, LINK_NOT_FOLLOWED.
 */
export const readPlainText = async (
  root: string,
  path: string,
  decodeText: DecodeText,
): Promise<string> => {
  let handle: FileHandle | null = null;
  try {
    handle = await openPlain(root, path);
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Refusal('LINK_NOT_FOLLOWED', `${path} is no regular file.`);
    if (stats.size > maxFileBytes) {
      throw new Refusal('FILE_TOO_LARGE', `${path} has ${stats.size} bytes; 10 MB is the most.`);
    }
    const text = decodeText(await handle.readFile());
    if (text === null) throw new Refusal('FILE_BINARY', `${path} is no text.`);
    return text;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unreadable(path, error);
  } finally {
    await handle?.close();
  }
};
