/** Where the text of chapters went whose files are gone: no rename, copy or edit outside takes a fence off (N3). */
import type { Fence } from '#shared/domain/fence.ts';
import type { DocumentsContext } from './context.ts';
import { compareTexts, type Sentences, sentencesOf } from './likeness.ts';
import type { Matches } from './match.ts';
import type { OpenFolder } from './open-folder.ts';
import { readChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { strictestFence } from './strictest-fence.ts';

/** Whoever moves files may take away first and bring later, as programs that synchronise do, ms. */
const arrivalTime = 600_000;
/** Of the longer text: it is the same chapter, edited. */
const sameChapter = 0.5;
/** The same, when the file is by its number the same one; numbers are given again. */
const sameNumberedFile = 0.2;
/** Of the shorter text: what a fence closes stands in it. */
const holdsClosed = 0.3;

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

const lastKnownText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { documentId, version }: DocumentRecord,
): Promise<string> => {
  const cached = context.cache.peek(documentId)?.text;
  if (cached !== undefined) return cached;
  const key = { projectId: folder.projectId, documentId };
  const exact = await context.snapshots.textOf(folder.projectId, version);
  if (exact !== null) return exact;
  const [newest] = await context.snapshots.list(key);
  return newest ? (await context.snapshots.read(key, newest.snapshotId)).text : '';
};

const textAt = async (folder: OpenFolder, path: string): Promise<string> => {
  const outcome = await readChapterFile(folder.root, path, null);
  return outcome.kind === 'chapter' ? outcome.chapter.text : '';
};

/** A chapter and its text; the text is read when it is first asked for. */
const withText = <T>(subject: T, read: () => Promise<Sentences>) => {
  let sentences: Promise<Sentences> | null = null;
  return {
    subject,
    sentences: (): Promise<Sentences> => {
      sentences ??= read();
      return sentences;
    },
  };
};

type WithText<T> = ReturnType<typeof withText<T>>;

const isSameChapter = async (
  lost: WithText<DocumentRecord>,
  file: WithText<Arrived>,
): Promise<boolean> => {
  const known = await lost.sentences();
  const { ofLonger } = compareTexts(known, await file.sentences());
  if (ofLonger >= sameChapter) return true;
  if (lost.subject.inode !== file.subject.inode) return false;
  if (ofLonger >= sameNumberedFile) return true;
  return known.size === 0 && lost.subject.title === file.subject.title;
};

/** Chapters that went in an earlier look, not long ago. */
const lostLately = (context: DocumentsContext, folder: OpenFolder): DocumentRecord[] => {
  const since = context.clock.now() - arrivalTime;
  return [...folder.missing.values()].filter(
    ({ documentId }) => (folder.goneAt.get(documentId) ?? 0) >= since,
  );
};

const holds = async (closed: WithText<unknown>, file: WithText<Arrived>): Promise<boolean> => {
  const { ofShorter } = compareTexts(await closed.sentences(), await file.sentences());
  return ofShorter >= holdsClosed;
};

/**
 * Adds to the matches of a look the chapters that were renamed and edited at once, known by their text or by the
 * file's number. Answers, by path, the fences of closed chapters that files take over: a new file that has text of
 * one, and every new file that came when a closed chapter went and nobody knows where to (it fails closed); a known
 * chapter only where it holds the lost one's text or file. The caller holds the folder's mutex.
 */
export const followLost = async (
  context: DocumentsContext,
  folder: OpenFolder,
  look: Look,
): Promise<Map<string, Fence>> => {
  const { matches, found } = look;
  const files = look.read
    .filter(({ path, version }) => {
      const record = found.get(matches.get(path) ?? '');
      return record === undefined || record.version !== version;
    })
    .map((file) => withText(file, async () => sentencesOf(await textAt(folder, file.path))));
  const given = new Map<string, Fence>();
  if (files.length === 0) return given;
  const gone = [...look.lost, ...lostLately(context, folder)]
    .filter(({ documentId }) => !found.has(documentId))
    .map((one) =>
      withText(one, async () => sentencesOf(await lastKnownText(context, folder, one))),
    );
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
  const stray = gone.filter(({ subject }) => subject.fence && !followed.has(subject.documentId));
  const closed = closedTexts(context, folder, look);
  for (const file of files) {
    const { path, inode } = file.subject;
    const before = found.get(matches.get(path) ?? '');
    const isNew = !matches.has(path);
    const fences: (Fence | null)[] = [];
    for (const one of stray) {
      const tookItsFile = one.subject.inode === inode && before?.inode !== inode;
      // Text of a known chapter counts only when the other just went: later the writer has decided about it.
      const mayHold = look.lost.includes(one.subject);
      if (isNew || tookItsFile || (mayHold && (await holds(one, file)))) {
        fences.push(one.subject.fence);
      }
    }
    for (const one of isNew ? closed : []) {
      if (await holds(one, file)) fences.push(one.subject.fence);
    }
    const fence = strictestFence(fences.filter((one) => one !== null));
    if (fence) given.set(path, fence);
  }
  return given;
};

/** What fences close, as it was before this look and as it is now: a part of it may have been taken out. */
const closedTexts = (
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
  return [...everyone.values()]
    .filter(({ fence }) => fence !== null)
    .map((record) =>
      withText(record, async () => {
        const now = await textAt(folder, paths.get(record.documentId) ?? record.path);
        return sentencesOf(await lastKnownText(context, folder, record), now);
      }),
    );
};
