/** Where the text of chapters went whose files are gone: no rename, copy or edit outside takes a fence off (N3). */
import type { StoredFence } from '../chapter-reference.ts';
import {
  addsClosedText,
  closedTexts,
  closeFurther,
  holdsClosedText,
  lastKnownText,
  textAt,
  type WithText,
  withText,
} from './closed-text.ts';
import type { DocumentsContext } from './context.ts';
import { compareTexts, sentencesOf } from './likeness.ts';
import type { Matches } from './match.ts';
import type { OpenFolder } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { strictestFence } from '../strictest-fence.ts';

/** Whoever moves files may take away first and bring later, as programs that synchronise do, ms. */
export const arrivalTime = 600_000;
/** Of the longer text: it is the same chapter, edited. */
const sameChapter = 0.5;
/** The same, when the file is by its number the same one; numbers are given again. */
const sameNumberedFile = 0.2;

type Arrived = Pick<DocumentRecord, 'path' | 'inode' | 'version' | 'title'>;

type Look = {
  /** Chapters whose file nobody found in this look. */
  lost: readonly DocumentRecord[];
  /** Chapters that are where they are now, by document id. */
  found: ReadonlyMap<string, DocumentRecord>;
  /** Files read in this look. */
  read: readonly Arrived[];
  /** Whose files these are as far as path, content and name tell; what is learned here is added. */
  matches: Matches;
};

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Whether a file holds the chapter, edited or not. */
export const isSameChapter = async (
  lost: WithText<DocumentRecord>,
  file: WithText<Arrived>,
): Promise<boolean> => {
  const known = await lost.sentences();
  const { ofLonger } = compareTexts(known, await file.sentences());
  if (ofLonger >= sameChapter) return true;
  // Nobody read it here, and what it said is gone with its file.
  if (known.size === 0 && lost.subject.title === file.subject.title) return true;
  return lost.subject.inode === file.subject.inode && ofLonger >= sameNumberedFile;
};

/** Chapters that went in an earlier look, not long ago. */
const lostLately = (context: DocumentsContext, folder: OpenFolder): DocumentRecord[] => {
  const since = context.clock.now() - arrivalTime;
  return [...folder.missing.values()].filter(
    ({ documentId }) => (folder.goneAt.get(documentId) ?? 0) >= since,
  );
};

/** Adds to the matches of a look the chapters that were renamed and edited at once; answers those chapters' ids. */
const followRenamed = async (
  files: readonly WithText<Arrived>[],
  gone: readonly WithText<DocumentRecord>[],
  matches: Matches,
): Promise<Set<string>> => {
  const followed = new Set<string>();
  for (const file of files) {
    if (matches.has(file.subject.path)) continue;
    for (const one of gone) {
      if (followed.has(one.subject.documentId) || !(await isSameChapter(one, file))) continue;
      matches.set(file.subject.path, one.subject.documentId);
      followed.add(one.subject.documentId);
      break;
    }
    await breathe();
  }
  return followed;
};

/** Fenced chapters and where their text may have gone. */
type Closed = {
  /** Those that went and that nobody found again. */
  stray: readonly WithText<DocumentRecord>[];
  /** All of them. */
  all: readonly WithText<DocumentRecord>[];
};

/** The fences that a file nobody knew takes over: of every stray chapter (it fails closed), and of all whose text it holds. */
const fencesOfNewFile = async (file: WithText<Arrived>, { stray, all }: Closed) => {
  const fences = stray.map(({ subject }) => subject.fence);
  for (const one of all) {
    if (holdsClosedText(await one.sentences(), await file.sentences())) {
      fences.push(one.subject.fence);
    }
  }
  return fences.filter((fence) => fence !== null);
};

/** The same for a chapter that was changed: of those whose file it took, or whose text was added to it. */
const fencesOfChanged = async (
  file: WithText<Arrived>,
  before: WithText<DocumentRecord>,
  { stray, all }: Closed,
) => {
  const { inode } = file.subject;
  const fences = stray
    .filter(({ subject }) => subject.inode === inode && before.subject.inode !== inode)
    .map(({ subject }) => subject.fence);
  const now = await file.sentences();
  for (const one of all) {
    if (one.subject.documentId === before.subject.documentId) continue;
    if (addsClosedText(await one.sentences(), await before.sentences(), now)) {
      fences.push(one.subject.fence);
    }
  }
  return fences.filter((fence) => fence !== null);
};

/**
 * Adds to the matches of a look the chapters that were renamed and edited at once, known by their text or by the
 * file's number. Answers, by path, the fences of closed chapters that files take over: a new file that has text of
 * one, and every new file that came when a closed chapter went and nobody knows where to (it fails closed); a known
 * chapter where it took the lost one's file, or where a closed chapter's text was added to it. The caller holds the
 * folder's mutex.
 */
export const followLost = async (
  context: DocumentsContext,
  folder: OpenFolder,
  look: Look,
): Promise<Map<string, StoredFence>> => {
  const { matches, found } = look;
  const files = look.read
    .filter(({ path, version }) => found.get(matches.get(path) ?? '')?.version !== version)
    .map((file) => withText(file, async () => sentencesOf(await textAt(folder, file.path))));
  const given = new Map<string, StoredFence>();
  if (files.length === 0) return given;
  const known = (record: DocumentRecord) =>
    withText(record, async () => sentencesOf(await lastKnownText(context, folder, record)));
  const gone = [...look.lost, ...lostLately(context, folder)]
    .filter(({ documentId }) => !found.has(documentId))
    .map(known);
  const followed = await followRenamed(files, gone, matches);
  const closed = {
    stray: gone.filter(({ subject }) => subject.fence && !followed.has(subject.documentId)),
    all: closedInLook(context, folder, look),
  };
  for (const file of files) {
    const { path } = file.subject;
    const before = found.get(matches.get(path) ?? '');
    if (before) {
      const fence = closeFurther(before.fence, await fencesOfChanged(file, known(before), closed));
      if (fence) given.set(path, fence);
    } else if (!matches.has(path)) {
      const fence = strictestFence(await fencesOfNewFile(file, closed));
      if (fence) given.set(path, fence);
    }
    await breathe();
  }
  return given;
};

/** What fences close, wherever its chapters are after this look. */
const closedInLook = (
  context: DocumentsContext,
  folder: OpenFolder,
  { matches, found, lost }: Look,
): WithText<DocumentRecord>[] => {
  const paths = new Map([...matches].map(([path, documentId]) => [documentId, path]));
  const everyone = new Map(
    [...folder.missing.values(), ...folder.present.values(), ...lost, ...found.values()].map(
      (record) => [record.documentId, record],
    ),
  );
  return closedTexts(
    context,
    folder,
    everyone.values(),
    ({ documentId, path }) => paths.get(documentId) ?? path,
  );
};
