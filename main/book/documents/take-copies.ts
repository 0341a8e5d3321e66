/** Conflict copies are merged into the chapter they are copies of, or kept beside it; they are no chapters (B4). */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { ScanProblem, SnapshotReason } from '#shared/domain/project.ts';
import { certainOriginal, possibleOriginal } from './conflict-copy.ts';
import type { DocumentsContext } from './context.ts';
import { mergeLateEdit } from './late-edit.ts';
import { findMergeBase, type KnownText } from './merge-base.ts';
import { mergeIntoFile } from './merge-into-file.ts';
import { findFreePath, moveFile } from './move-file.ts';
import type { OpenFolder } from './open-folder.ts';
import { type ChapterFile, readChapterFile } from './read-file.ts';
import { readNow } from './read-now.ts';
import type { DocumentRecord } from './record.ts';
import type { DocumentKey } from './snapshot-store.ts';

const binFolder = '.fabula/trash';

const originalOf = (folder: OpenFolder, path: string): DocumentRecord | null => {
  const original = certainOriginal(path) ?? possibleOriginal(path);
  return [...folder.present.values()].find((record) => record.path === original) ?? null;
};

/** So many earlier texts are looked at to find the one that a copy was made from. */
const maxHistory = 60;

/** Texts kept beside the file, and those that came from outside, were not made from the version before them. */
const besides: ReadonlySet<SnapshotReason> = new Set(['conflict']);
const notOwn: ReadonlySet<SnapshotReason> = new Set(['conflict', 'outsideEdit', 'import']);

const historyOf = async (
  { snapshots }: DocumentsContext,
  key: DocumentKey,
  current: Pick<ChapterFile, 'text' | 'version'>,
): Promise<KnownText[]> => {
  const kept = await snapshots.list(key);
  const own = new Set(
    kept.filter(({ reason }) => !notOwn.has(reason)).map(({ version }) => version),
  );
  const versions = kept.filter(({ reason }) => !besides.has(reason)).map(({ version }) => version);
  const history: KnownText[] = [];
  for (const version of [...new Set([current.version, ...versions])].slice(0, maxHistory)) {
    const text =
      version === current.version ? current.text : await snapshots.textOf(key.projectId, version);
    if (text !== null) history.push({ version, text, isOwn: own.has(version) });
  }
  return history;
};

const mergeCopy = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  copy: ChapterFile,
): Promise<void> => {
  const { documentId } = record;
  const { projectId } = folder;
  const current = await readNow(context, folder, record);
  if (copy.version === current?.version) return;
  const history = current ? await historyOf(context, { projectId, documentId }, current) : [];
  const { isSure, ...base } = findMergeBase(history, copy.text) ?? {
    ...{ text: current?.text ?? '', version: record.version, isSure: false },
  };
  const made = { text: copy.text, base, isSure };
  const outcome = await mergeIntoFile(context, folder, documentId, made);
  if (outcome.kind === 'same') return;
  const { kind } = outcome;
  const noted = { documentId, version: copy.version, title: record.title, outcome: kind };
  context.records.noteCopy(projectId, noted);
  if (outcome.kind === 'kept') return;
  const { late, before, record: written } = outcome.merged;
  if (late) await mergeLateEdit(context, folder, documentId, { before, bytes: late });
  const { version } = folder.present.get(documentId) ?? written;
  context.events.emit('document:changed', { projectId, documentId, version, origin: 'outside' });
};

const takeCopy = async (
  context: DocumentsContext,
  folder: OpenFolder,
  path: string,
  record: DocumentRecord | null,
): Promise<boolean> => {
  if (!record || folder.readOnly !== null) return false;
  const outcome = await readChapterFile(folder.root, path, record.chosenEncoding);
  if (outcome.kind !== 'chapter') return outcome.kind === 'gone';
  await mergeCopy(context, folder, record, outcome.chapter);
  const name = path.slice(path.lastIndexOf('/') + 1);
  await moveFile(folder.root, path, await findFreePath(folder.root, `${binFolder}/${name}`));
  return true;
};

/**
 * Merges each copy into its chapter where that is possible without doubt, keeps its text beside the chapter for the writer
 * to compare where not, and puts the file into the book's bin. Those
 * whose chapter is gone, or that cannot be moved, stay where they are and are named. The caller holds the mutex.
 */
export const takeCopies = async (
  context: DocumentsContext,
  folder: OpenFolder,
  paths: readonly string[],
  chapterOf = (path: string): DocumentRecord | null => originalOf(folder, path),
): Promise<void> => {
  for (const path of paths) {
    let detail = '';
    try {
      if (await takeCopy(context, folder, path, chapterOf(path))) {
        folder.problems.delete(path);
        continue;
      }
    } catch (error) {
      detail = errorCodeOf(error);
      context.logger.log('warn', 'a conflict copy could not be taken in', { code: detail });
    }
    const problem: ScanProblem = { path, problem: 'conflictCopy', detail };
    folder.problems.set(path, problem);
  }
};
