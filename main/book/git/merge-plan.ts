/** Decides file by file what a merge comes to, and what a person must see. */
import { bookFile, type KindOfPath } from './book-paths.ts';

/** A file as git knows it. */
export type TreeEntry = { mode: string; blob: string };
export type Tree = ReadonlyMap<string, TreeEntry>;

/** A path on which git found no answer: as it was, as it is here, as it is there. */
export type Unmerged = { base?: TreeEntry; ours?: TreeEntry; theirs?: TreeEntry };

export type MergeInput = {
  base: Tree;
  ours: Tree;
  theirs: Tree;
  unmerged: ReadonlyMap<string, Unmerged>;
  kindOf: KindOfPath;
};

export type MergePlan = {
  /** What the merge holds instead of what git made of it; null: no such file. */
  settled: ReadonlyMap<string, TreeEntry | null>;
  /** Chapters that stay as they are here, by where they lie now; their other text is kept beside them. */
  beside: readonly { path: string; base: string | null; theirs: string }[];
  /** Files that are none of the book's, in conflict: the writer's to merge. */
  blocked: readonly string[];
};

/** Reads the answer of `ls-tree -r -z`. */
export const parseTree = (answer: string): Tree => {
  const tree = new Map<string, TreeEntry>();
  for (const line of answer.split('\0')) {
    const [facts = '', path] = line.split('\t', 2);
    const [mode = '', , blob = ''] = facts.split(' ');
    if (path !== undefined) tree.set(line.slice(facts.length + 1), { mode, blob });
  }
  return tree;
};

const stages = ['', 'base', 'ours', 'theirs'] as const;

/** Reads the answer of `ls-files -u -z`. */
export const parseUnmerged = (answer: string): Map<string, Unmerged> => {
  const found = new Map<string, Unmerged>();
  for (const line of answer.split('\0')) {
    const cut = line.indexOf('\t');
    if (cut === -1) continue;
    const [mode = '', blob = '', stage = ''] = line.slice(0, cut).split(' ');
    const side = stages[Number(stage)];
    if (!side) continue;
    const path = line.slice(cut + 1);
    found.set(path, { ...found.get(path), [side]: { mode, blob } });
  }
  return found;
};

const isSame = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.blob === other?.blob;

/**
 * A record that was changed there comes as it is there: the records room holds what it is here, and merges the two by their
 * fields. An edit outlives a deletion.
 */
const settleRecord = (
  base: TreeEntry | undefined,
  ours: TreeEntry | undefined,
  theirs: TreeEntry | undefined,
): TreeEntry | null => {
  if (isSame(base, theirs)) return ours ?? null;
  if (isSame(base, ours)) return theirs ?? null;
  return theirs ?? ours ?? null;
};

const blobsOf = (tree: Tree): Set<string> => new Set([...tree.values()].map(({ blob }) => blob));

/**
 * Whether git put texts of its own making, with its marks of a conflict in them, in the place of those of the two sides: so it
 * does where both gave a chapter another name.
 */
export const holdsMadeTexts = ({ ours, theirs, unmerged, kindOf }: MergeInput): boolean => {
  const here = blobsOf(ours);
  const there = blobsOf(theirs);
  return [...unmerged].some(
    ([path, sides]) =>
      kindOf(path) === 'chapter' &&
      ((sides.ours !== undefined && !here.has(sides.ours.blob)) ||
        (sides.theirs !== undefined && !there.has(sides.theirs.blob))),
  );
};

/** Where a chapter lies here that the other side gave another name. */
const placeHere = (path: string, sides: Unmerged, { base, ours, theirs }: MergeInput): string => {
  if (ours.has(path)) return path;
  for (const [place, { blob }] of ours) {
    if (blob !== sides.ours?.blob || theirs.has(place)) continue;
    if (isSame(base.get(place), sides.base)) return place;
  }
  return path;
};

export const planMerge = (input: MergeInput): MergePlan => {
  const { base, ours, theirs, unmerged, kindOf } = input;
  const settled = new Map<string, TreeEntry | null>();
  const beside: { path: string; base: string | null; theirs: string }[] = [];
  const blocked: string[] = [];
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    if (kindOf(path) !== 'record') continue;
    settled.set(path, settleRecord(base.get(path), ours.get(path), theirs.get(path)));
  }
  for (const [path, sides] of unmerged) {
    const kind = kindOf(path);
    if (kind === 'record') continue;
    if (kind === 'private') settled.set(path, sides.ours ?? null);
    else if (kind !== 'chapter') blocked.push(path);
    else {
      settled.set(path, sides.ours ?? sides.theirs ?? null);
      if (sides.ours && sides.theirs) {
        const place = placeHere(path, sides, input);
        beside.push({ path: place, base: sides.base?.blob ?? null, theirs: sides.theirs.blob });
      }
    }
  }
  return { settled, beside, blocked };
};

/** A file that a merge brings, changes or takes away. */
export type TreeChange = { path: string; mode: string; isRemoved: boolean; isNew: boolean };

/** Reads the answer of `diff-tree -r -z --raw --no-renames`. */
export const parseTreeChanges = (answer: string): TreeChange[] => {
  const fields = answer.split('\0');
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , , status = ''] = (fields[at] ?? '').split(' ');
    const path = fields[at + 1] ?? '';
    changes.push({ path, mode, isRemoved: status === 'D', isNew: status === 'A' });
  }
  return changes;
};

const regular: ReadonlySet<string> = new Set(['100644', '100755']);

/** On Windows these lead elsewhere. */
const leadingElsewhere = process.platform === 'win32' ? /[\\:]/u : /\0/u;

/** Where a name is no valid text, what stands for it names another file; a folder's letters may count for the same. */
const isMisnamed = (path: string): boolean =>
  path.includes('\ufffd') ||
  (/^\.fabula\//iu.test(path) && !path.startsWith('.fabula/')) ||
  (path.toLowerCase() === bookFile && path !== bookFile);

/** Whether it is no plain file that comes, or goes where a book has none: links, repositories within, ways out of the folder. */
export const isUnsafe = ({ path, mode, isRemoved }: TreeChange): boolean =>
  (!isRemoved && (!regular.has(mode) || isMisnamed(path))) ||
  path
    .split('/')
    .some((name) => name === '' || /^\.{1,2}$|^\.git$/iu.test(name) || leadingElsewhere.test(name));
