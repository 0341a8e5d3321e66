/** Text that fences close, looked for in what comes from outside: whoever adds it to a chapter fences the chapter (N3). */
import type { StoredFence } from '../chapter-reference.ts';
import type { DocumentsContext } from './context.ts';
import { isSameFence } from './fences/list.ts';
import { compareTexts, type Sentences, sentencesOf } from './likeness.ts';
import type { OpenFolder } from './open-folder.ts';
import { readChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { strictestFence } from '../strictest-fence.ts';

/** Of the shorter of two texts: what a fence closes stands in it. */
const minSharedPart = 0.3;
/** Characters in common below which a few added sentences may be anybody's. */
const minSharedLength = 20;

/** A chapter, or a file, and its sentences; these are read when they are first asked for. */
export type WithText<T> = { subject: T; sentences(): Promise<Sentences> };

export const withText = <T>(subject: T, read: () => Promise<Sentences>): WithText<T> => {
  let sentences: Promise<Sentences> | null = null;
  return {
    subject,
    sentences: () => {
      sentences ??= read();
      return sentences;
    },
  };
};

/** The text a chapter had when it was last seen, or the newest that is kept of it; '' when none is. */
export const lastKnownText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { documentId, version }: DocumentRecord,
): Promise<string> => {
  const cached = context.cache.peek(documentId);
  if (cached?.version === version) return cached.text;
  const key = { projectId: folder.projectId, documentId };
  const exact = await context.snapshots.textOf(folder.projectId, version);
  if (exact !== null) return exact;
  if (cached) return cached.text;
  const [newest] = await context.snapshots.list(key);
  return newest ? (await context.snapshots.read(key, newest.snapshotId)).text : '';
};

export const textAt = async (folder: OpenFolder, path: string): Promise<string> => {
  const outcome = await readChapterFile(folder.root, path, null);
  return outcome.kind === 'chapter' ? outcome.chapter.text : '';
};

/**
 * The fenced ones among these chapters, with what each held before this look and what its file holds now: a part may
 * just have been taken out. `pathOf`: where a chapter's file is now.
 */
export const closedTexts = (
  context: DocumentsContext,
  folder: OpenFolder,
  records: Iterable<DocumentRecord>,
  pathOf: (record: DocumentRecord) => string,
): WithText<DocumentRecord>[] =>
  [...records]
    .filter(({ fence }) => fence !== null)
    .map((record) =>
      withText(record, async () =>
        sentencesOf(
          await lastKnownText(context, folder, record),
          await textAt(folder, pathOf(record)),
        ),
      ),
    );

/** Whether a file holds text of a closed chapter. */
export const holdsClosedText = (closed: Sentences, text: Sentences): boolean =>
  compareTexts(closed, text).ofShorter >= minSharedPart;

/** Whether an edit added text of a closed chapter: much of that chapter, or much of what was added. */
export const addsClosedText = (closed: Sentences, before: Sentences, now: Sentences): boolean => {
  const added = new Set([...now].filter((sentence) => !before.has(sentence)));
  const { ofShorter, sharedLength } = compareTexts(closed, added);
  return ofShorter >= minSharedPart && sharedLength >= minSharedLength;
};

/** What `fence` becomes by these; null when they close nothing more than it does. */
export const closeFurther = (
  fence: StoredFence | null,
  more: readonly StoredFence[],
): StoredFence | null => {
  const closed = strictestFence([...(fence ? [fence] : []), ...more]);
  return isSameFence(closed, fence) ? null : closed;
};

/**
 * The fence of a chapter whose text came from outside: its own, and those of other chapters whose text was added to it.
 * Null when that is the one it has. The caller holds the folder's mutex.
 */
export const fenceForAddedText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  text: { before: string; now: string },
): Promise<StoredFence | null> => {
  const others = [...folder.missing.values(), ...folder.present.values()].filter(
    ({ documentId }) => documentId !== record.documentId,
  );
  const before = sentencesOf(text.before);
  const now = sentencesOf(text.now);
  const fences: StoredFence[] = [];
  for (const closed of closedTexts(context, folder, others, ({ path }) => path)) {
    const { fence } = closed.subject;
    if (fence && addsClosedText(await closed.sentences(), before, now)) fences.push(fence);
  }
  return closeFurther(record.fence, fences);
};

/** What a new chapter with a text becomes fenced by: everything whose text it holds. The caller holds the folder's mutex. */
export const createNewTextFences = (
  context: DocumentsContext,
  folder: OpenFolder,
): ((text: string) => Promise<StoredFence | null>) => {
  const everyone = [...folder.missing.values(), ...folder.present.values()];
  const closed = closedTexts(context, folder, everyone, ({ path }) => path);
  return async (text) => {
    if (closed.length === 0) return null;
    const sentences = sentencesOf(text);
    const fences: StoredFence[] = [];
    for (const one of closed) {
      const { fence } = one.subject;
      if (fence && holdsClosedText(await one.sentences(), sentences)) fences.push(fence);
    }
    return strictestFence(fences);
  };
};

/** Tells the writer which files were fenced without being asked, if any were. */
export const tellFenced = (context: DocumentsContext, paths: readonly string[]): void => {
  if (paths.length === 0) return;
  context.events.emit('host:notice', {
    code: 'DOCUMENT_FENCED',
    message: `These may hold text of a fenced chapter that was moved or copied, and have its fence now: ${paths.join(', ')}`,
  });
};
