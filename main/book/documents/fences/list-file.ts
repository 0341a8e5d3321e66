/** The list of fenced chapters as a file, with the copies of it that programs which synchronise leave behind. */
import { isMissing, unlessMissing } from '#main/base/failures/system-code.ts';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '#main/base/files/regular-file.ts';
import { originalOfCopy } from '../conflict-copy.ts';
import { findFreePath } from '../move-file.ts';
import type { FileStamp } from '../record.ts';
import { putOwnFile, writeOwnFile } from '../replace-file.ts';
import { stampOf } from '../scan.ts';
import { type FenceEntries, formatFenceList, mergeFenceLists, parseFenceList } from './list.ts';

const ownFolder = '.fabula';
const fenceListName = 'fenced.json';
/** Lies beside the list and never changes: a list that is gone was there once. */
const markerName = 'fenced.listed';
const maxBytes = 8 * 1024 * 1024;

export type FoundFenceList =
  | { kind: 'absent' }
  /** Whatever it held, nobody knows now: it cannot be read, or it was there and is gone. */
  | { kind: 'unknown' }
  | { kind: 'present'; entries: FenceEntries; text: string; copies: readonly string[] };

const namesIn = (folder: string): Promise<string[]> => unlessMissing(readdir(folder), []);

/** A copy may have been copied again. */
const isCopy = (name: string): boolean => {
  const original = originalOfCopy(name);
  return original !== null && (original === fenceListName || isCopy(original));
};

const readList = async (path: string): Promise<{ text: string; entries: FenceEntries } | null> => {
  try {
    const text = (await readRegularFile(path, maxBytes)).toString('utf8');
    const entries = parseFenceList(text);
    return entries && { text, entries };
  } catch {
    // Whatever keeps it from being read, what it says is unknown.
    return null;
  }
};

/** What all copies of the list say together; one that cannot be read makes the whole unknown. Throws for the folder. */
export const readFenceList = async (root: string): Promise<FoundFenceList> => {
  const folder = join(root, ownFolder);
  const names = await namesIn(folder);
  const copies = names.filter(isCopy);
  if (!names.includes(fenceListName)) {
    return names.includes(markerName) || copies.length > 0
      ? { kind: 'unknown' }
      : { kind: 'absent' };
  }
  const lists = await Promise.all(
    [fenceListName, ...copies].map((name) => readList(join(folder, name))),
  );
  const read = lists.filter((list) => list !== null);
  const [own] = read;
  if (!own || read.length < lists.length) return { kind: 'unknown' };
  const entries = mergeFenceLists(read.map((list) => list.entries));
  return { kind: 'present', entries, text: own.text, copies };
};

/**
 * Writes the list where it says something else, and takes away the copies whose entries it has. What it looks like then;
 * null when another program put one there since `found`, which nothing was written over. Throws the file system's error.
 */
export const writeFenceList = async (
  root: string,
  entries: FenceEntries,
  found: FoundFenceList,
  over: FileStamp | null,
): Promise<FileStamp | null> => {
  const folder = join(root, ownFolder);
  const text = formatFenceList(entries);
  let stamp = over;
  if (found.kind !== 'present' || found.text !== text) {
    await mkdir(folder, { recursive: true });
    const path = `${ownFolder}/${fenceListName}`;
    stamp = await putOwnFile(root, { path, bytes: Buffer.from(text), over, isDurable: true });
    if (stamp === null) return null;
    await writeOwnFile(join(folder, markerName), Buffer.from(''));
  }
  const copies = found.kind === 'present' ? found.copies : [];
  for (const copy of copies) await rm(join(folder, copy), { force: true });
  return stamp;
};

/** An empty list in the place of one that nobody can read; what was there goes into the book's bin. Throws as above. */
export const replaceFenceList = async (root: string): Promise<void> => {
  const names = await namesIn(join(root, ownFolder));
  for (const name of names.filter((one) => one === fenceListName || isCopy(one))) {
    const aside = await findFreePath(root, `${ownFolder}/trash/${name}`);
    await mkdir(join(root, ownFolder, 'trash'), { recursive: true });
    await rename(join(root, ownFolder, name), join(root, aside));
  }
  await writeFenceList(root, new Map(), { kind: 'absent' }, null);
};

/** What the list's file looks like now; null when there is none. */
export const stampOfFenceList = async (root: string): Promise<FileStamp | null> => {
  try {
    return stampOf(await lstat(join(root, ownFolder, fenceListName)));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};
