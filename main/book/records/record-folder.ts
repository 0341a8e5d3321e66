/** The files of one kind of records, as a folder holds them now. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '#main/base/files/regular-file.ts';
import { isTemporaryName } from '#main/base/files/temporary-name.ts';
import { errorCodeOf, isMissing } from '#main/base/failures/system-code.ts';
import type { ToldPath } from '../renamed-twice.ts';
import type { KindSpec } from './kinds.ts';
import { guessId, parseRecord, type RecordText } from './record-text.ts';
import type { AgreedFile } from './store.ts';

/** Bytes of one record: a page of text and all its relations. */
const maxBytes = 1024 * 1024;
const maxFiles = 20_000;
const readersAtOnce = 16;

export type Stamp = Pick<AgreedFile, 'inode' | 'size' | 'modifiedAt'>;

export type FoundRecord = { path: string; stamp: Stamp; text: RecordText; isUnchanged: boolean };
/** Where a record that was read now says its chapter's file is. */
export const toldPathOf = ({ text: { hints, former = [] } }: FoundRecord): ToldPath | null =>
  hints && { path: hints.path, former };
/** A file that is no whole record; `id`: whose it is, where that can be told. */
export type BadRecord = { path: string; id: string | null };

export type RecordFolder = {
  /** False where there is no such folder. */
  isThere: boolean;
  found: FoundRecord[];
  bad: BadRecord[];
  /** Names of files that a kill left unwritten long ago. */
  leftovers: string[];
};

const empty = (isThere: boolean): RecordFolder => ({
  isThere,
  found: [],
  bad: [],
  leftovers: [],
});

const stampAt = async (path: string): Promise<Stamp> => {
  const { ino, size, mtimeMs } = await lstat(path);
  return { inode: String(ino), size, modifiedAt: mtimeMs };
};

export const stampOfFile = (root: string, path: string): Promise<Stamp> =>
  stampAt(join(root, path));

export const isSameStamp = (one: Stamp, other: Stamp): boolean =>
  one.inode === other.inode && one.size === other.size && one.modifiedAt === other.modifiedAt;

type Known = { id: string; file: AgreedFile };

const readOne = async (
  root: string,
  path: string,
  spec: KindSpec,
  known: Known | undefined,
): Promise<FoundRecord | BadRecord | null> => {
  let stamp: Stamp;
  try {
    stamp = await stampAt(join(root, path));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  if (known && isSameStamp(known.file, stamp)) {
    const { id, file } = known;
    const text = { id, state: file.state, hints: null, former: file.former, editedVersion: null };
    return { path, stamp, text, isUnchanged: true };
  }
  try {
    const raw = (await readRegularFile(join(root, path), maxBytes)).toString('utf8');
    const text = parseRecord(spec, raw);
    if (text) return { path, stamp, text, isUnchanged: false };
    return { path, id: known?.id ?? guessId(raw) };
  } catch (error) {
    if (isMissing(error)) return null;
    // A link, a folder, a pipe, a file without rights, or one that no record is as large as.
    return { path, id: known?.id ?? null };
  }
};

const namesIn = async (folder: string): Promise<string[] | null> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error) || errorCodeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
};

/** Nobody is at work on a file for so long, ms. A pull, or another program, may be writing a younger one right now. */
const longestWrite = 3_600_000;

const isLeftover = async (path: string): Promise<boolean> => {
  try {
    const { modifiedAt } = await stampAt(path);
    return Date.now() - modifiedAt > longestWrite;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

const leftoversAmong = async (folder: string, names: readonly string[]): Promise<string[]> => {
  const leftovers: string[] = [];
  for (const name of names.filter(isTemporaryName)) {
    if (await isLeftover(join(folder, name))) leftovers.push(name);
  }
  return leftovers;
};

/** Reads what changed since `agreed`; the rest is known. Throws the file system's error for the folder. */
export const readRecordFolder = async (
  root: string,
  folder: string,
  spec: KindSpec,
  agreed: ReadonlyMap<string, AgreedFile>,
): Promise<RecordFolder> => {
  const names = await namesIn(join(root, folder));
  if (names === null) return empty(false);
  const files = names
    .filter((name) => name.endsWith(spec.extension) && !name.startsWith('.'))
    .toSorted();
  const byPath = new Map([...agreed].map(([id, file]) => [file.path, { id, file }]));
  const result = { ...empty(true), leftovers: await leftoversAmong(join(root, folder), names) };
  for (const name of files.slice(maxFiles))
    result.bad.push({ path: `${folder}/${name}`, id: null });
  const queue = files.slice(0, maxFiles).values();
  const work = async (): Promise<void> => {
    for (const name of queue) {
      const path = `${folder}/${name}`;
      const seen = await readOne(root, path, spec, byPath.get(path));
      if (seen && 'text' in seen) result.found.push(seen);
      else if (seen) result.bad.push(seen);
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, work));
  result.found.sort((one, other) => (one.path < other.path ? -1 : 1));
  return result;
};
