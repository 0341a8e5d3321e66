/** Whether a name in a command stays in the project, links followed, and out of the folders of git and of Fabula. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { recordFolderNames } from '#shared/domain/records.ts';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';

/** Some file systems read a name without the characters nobody sees. */
const bare = (segment: string): string =>
  segment
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
const isPrivate = (segment: string): boolean => ['.git', '.fabula'].includes(bare(segment));
/** Records of the book may be fenced one by one: what reads or writes their files is asked about. */
const isOfRecords = (segment: string | undefined): boolean =>
  segment !== undefined && recordFolderNames.includes(bare(segment));

/**
 * The place a name leads to, or the last one on the way that is there. A link to nowhere throws, for it may lead anywhere
 * soon.
 */
const resolved = (
  root: string,
  segments: readonly string[],
): { place: string; isThere: boolean } => {
  let at = root;
  for (const segment of segments) {
    const next = join(at, segment);
    try {
      lstatSync(next);
    } catch (error) {
      if (isMissing(error)) return { place: at, isThere: false };
      throw error;
    }
    at = realpathSync(next);
  }
  return { place: at, isThere: true };
};

const isInside = (root: string, place: string): boolean => {
  const inside = relative(root, place);
  if (isAbsolute(inside)) return false;
  const segments = inside.split(sep);
  return segments[0] !== '..' && !segments.some(isPrivate) && !isOfRecords(segments[0]);
};

/**
 * True for a name that is relative, never climbs, and whose every existing part lies in the folder. What is no name of
 * a file, such as `HEAD~2` or a word to search, is looked at as if it were one.
 */
export const isInsideFolder = (folder: string, name: string, use: 'files' | 'folders'): boolean => {
  if (/^[/~:]|^[A-Za-z]:[\\/]|\\|\p{Cc}/u.test(name)) return false;
  // `HEAD:chapters/one.md` is a path behind a colon.
  const segments = name.split(/[/:]/u).filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..') || segments.some(isPrivate)) return false;
  if (isOfRecords(segments[0])) return false;
  try {
    const root = realpathSync(folder);
    const { place, isThere } = resolved(
      root,
      name.split('/').filter((segment) => segment !== ''),
    );
    if (!isInside(root, place)) return false;
    // Of a folder a program that reads files would read whatever links lie in it.
    return use === 'folders' || !isThere || !statSync(place).isDirectory();
  } catch (error) {
    if (systemCode(error) !== '') return false;
    throw error;
  }
};
