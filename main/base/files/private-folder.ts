/** Keeps the data folder to its owner: folders 0700, files 0600, also what an earlier version or another program made. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The writer's own documents in a trial folder, and what Chromium keeps by its own rules. */
const others = new Set(['documents', 'electron']);
const folderMode = 0o700;
const fileMode = 0o600;
const forOthers = 0o077;
/** Of folders that everybody shares, such as the one for temporary files. */
const sticky = 0o1000;

const isSystemError = (error: unknown): boolean => error instanceof Error && 'code' in error;

/** Somebody else's file, or a disk without such rights: what cannot be changed stays as it is. */
const narrow = (place: string): 'folder' | 'file' | 'other' => {
  try {
    const stats = lstatSync(place);
    const kind = stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
    const isOurs = stats.uid === process.getuid?.() && (stats.mode & sticky) === 0;
    if (kind === 'other' || !isOurs) return 'other';
    if ((stats.mode & forOthers) !== 0) chmodSync(place, kind === 'folder' ? folderMode : fileMode);
    return kind;
  } catch (error) {
    if (isSystemError(error)) return 'other';
    throw error;
  }
};

const narrowBelow = (folder: string, skipped: ReadonlySet<string>): void => {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isSystemError(error)) return;
    throw error;
  }
  for (const name of names) {
    if (skipped.has(name)) continue;
    const place = path.join(folder, name);
    if (narrow(place) === 'folder') narrowBelow(place, new Set());
  }
};

/**
 * Makes the data folder if it is not there and takes from others what they may do in it. Never fails: whether the folder
 * can be used at all is for whoever uses it to find out. On Windows folders of a person are theirs by themselves.
 */
export const keepPrivate = (data: string): void => {
  try {
    mkdirSync(data, { recursive: true, mode: folderMode });
  } catch (error) {
    if (isSystemError(error)) return;
    throw error;
  }
  if (process.platform === 'win32') return;
  if (narrow(data) === 'folder') narrowBelow(data, others);
};
