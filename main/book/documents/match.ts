import { type FileStamp, sameStamp } from './record.ts';

/** A chapter that has an id, where it was last seen. `present` until this look at the folder. */
export type KnownFile = FileStamp & {
  documentId: string;
  path: string;
  version: string;
  present: boolean;
};

export type SeenFile = FileStamp & { path: string };
export type ReadFile = SeenFile & { version: string };

/** Document ids by path. */
export type Matches = Map<string, string>;

/** Files that did not change, wherever they are now: same inode, size and time. Needs no reading. */
export const matchUnchanged = (known: readonly KnownFile[], seen: readonly SeenFile[]): Matches => {
  const byInode = new Map<string, KnownFile[]>();
  for (const file of known) {
    const same = byInode.get(file.inode);
    if (same) same.push(file);
    else byInode.set(file.inode, [file]);
  }
  const matches: Matches = new Map();
  const taken = new Set<string>();
  const claim = (file: SeenFile, candidate: KnownFile | undefined): void => {
    if (!candidate || taken.has(candidate.documentId)) return;
    matches.set(file.path, candidate.documentId);
    taken.add(candidate.documentId);
  };
  const equal = (file: SeenFile) =>
    (byInode.get(file.inode) ?? []).filter((one) => sameStamp(one, file));
  for (const file of seen)
    claim(
      file,
      equal(file).find((one) => one.path === file.path),
    );
  for (const file of seen) {
    if (!matches.has(file.path))
      claim(
        file,
        equal(file).find((one) => !taken.has(one.documentId)),
      );
  }
  return matches;
};

const stemOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.(?:md|markdown|txt)$/i, '')
    .normalize('NFC')
    .toLowerCase();

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** How alike two paths are, for choosing among files of one content. */
const likeness = (a: string, b: string): number =>
  (stemOf(a) === stemOf(b) ? 2 : 0) + (folderOf(a) === folderOf(b) ? 1 : 0);

/**
 * Ids for files that changed or are new: the one at the same path, else the one with the same content (empty
 * files, whose versions are `empty`, have none to speak of), else the one of the same name in another folder or with another extension. Each
 * id is given once; files without a match are new documents.
 */
export const matchRead = (
  known: readonly KnownFile[],
  read: readonly ReadFile[],
  empty: ReadonlySet<string>,
): Matches => {
  const matches: Matches = new Map();
  const free = new Map(known.map((file) => [file.documentId, file]));
  const claim = (path: string, candidate: KnownFile | undefined): void => {
    if (!candidate) return;
    matches.set(path, candidate.documentId);
    free.delete(candidate.documentId);
  };
  const byPath = new Map<string, KnownFile>();
  // Of two that were at one path, the one that was there last speaks for it.
  for (const file of known) if (file.present || !byPath.has(file.path)) byPath.set(file.path, file);
  for (const file of read) claim(file.path, byPath.get(file.path));

  const byVersion = new Map<string, KnownFile[]>();
  for (const file of free.values()) {
    if (empty.has(file.version)) continue;
    byVersion.set(file.version, [...(byVersion.get(file.version) ?? []), file]);
  }
  for (const file of read) {
    if (matches.has(file.path)) continue;
    const alike = (byVersion.get(file.version) ?? []).filter((one) => free.has(one.documentId));
    claim(
      file.path,
      alike.sort((a, b) => likeness(b.path, file.path) - likeness(a.path, file.path))[0],
    );
  }

  const stems = new Map<string, KnownFile[]>();
  for (const file of free.values()) {
    if (file.present) stems.set(stemOf(file.path), [...(stems.get(stemOf(file.path)) ?? []), file]);
  }
  const left = read.filter((file) => !matches.has(file.path));
  const rivals = new Map<string, number>();
  for (const file of left) rivals.set(stemOf(file.path), (rivals.get(stemOf(file.path)) ?? 0) + 1);
  for (const file of left) {
    const alike = stems.get(stemOf(file.path)) ?? [];
    if (alike.length === 1 && rivals.get(stemOf(file.path)) === 1) claim(file.path, alike[0]);
  }
  return matches;
};
