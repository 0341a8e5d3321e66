/** What an archive holds, by the names of its entries. */
import { AppError } from '#shared/errors.ts';
import { foldedKey, isContentPath } from '../names.ts';
import { manifestName } from '../store/manifest.ts';

/** CONTEXT_ARCHIVE_INVALID, with a reason a person can act on; names inside the archive are not repeated. */
export const archiveInvalid = (reason: string, cause?: unknown): AppError =>
  new AppError(
    'CONTEXT_ARCHIVE_INVALID',
    `The archive cannot be imported: ${reason}.`,
    { reason },
    { cause },
  );

export type ArchivePlan = {
  /** Index of the manifest among the entries, or null. */
  manifest: number | null;
  /** Path inside the conversation's folder → index among the entries. */
  files: Map<string, number>;
};

/** `context/<conversation>/…`, or `<conversation>/…`, or the files themselves. */
const findPrefix = (names: readonly string[]): string => {
  const prefix = /^(?:context\/)?(?:[^/]+\/)?(?=manifest\.json$)/;
  for (const name of names) {
    const found = prefix.exec(name);
    if (found) return found[0];
  }
  for (const name of names) {
    const found = /^context\/[^/]+\//.exec(name);
    if (found) return found[0];
  }
  return '';
};

/**
 * What an archive's entries are, by their names alone. Throws CONTEXT_ARCHIVE_INVALID for any name that is not a plain
 * file of one conversation's tree, or that two entries would share on some system (S0-19).
 */
export const planArchive = (names: readonly string[]): ArchivePlan => {
  const prefix = findPrefix(names);
  const files = new Map<string, number>();
  const seen = new Set<string>();
  let manifest: number | null = null;
  names.forEach((name, index) => {
    const key = foldedKey(name);
    if (seen.has(key)) throw archiveInvalid('a name is in it twice');
    seen.add(key);
    if (name.endsWith('/')) return;
    if (!name.startsWith(prefix)) throw archiveInvalid('it holds files of something else');
    const path = name.slice(prefix.length);
    if (path === manifestName) manifest = index;
    else if (isContentPath(path)) files.set(path, index);
    else throw archiveInvalid('a name in it is not one of a context file');
  });
  return { manifest, files };
};
