/** Several new chapters at once: all of them, or none. The caller holds the folder's mutex. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { lstat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { AppError } from '#shared/errors.ts';
import { acceptText } from './accept-text.ts';
import { withHidden } from './binder-order.ts';
import { inFolder, stemFor } from './chapter-path.ts';
import { createNewTextFences, tellFenced } from './closed-text.ts';
import type { DocumentsContext } from './context.ts';
import { clearVolume } from './empty-folders.ts';
import { freshRecord, writeNew } from './create-chapter.ts';
import { isFree } from './move-file.ts';
import { keepOrder } from './move-chapter.ts';
import { binderOrder, type OpenFolder, setGone, setPresent } from './open-folder.ts';
import { type DocumentRecord, sameStamp } from './record.ts';
import { createTurns } from '../take-turns.ts';
import { stampOf } from './scan.ts';
import type { NewChapter } from './service.ts';
import { forgetDocument, saveDocument } from './store.ts';
import { versionOf } from './version.ts';
import { foldName } from '#shared/domain/file-name.ts';

export type ChaptersRequest = {
  afterDocumentId: string | null;
  chapters: readonly NewChapter[];
  beforeWriting(files: readonly { path: string; version: string }[]): Promise<void>;
  /** Told after each chapter. */
  onWritten(count: number): void;
  signal: AbortSignal;
};

type Planned = {
  record: DocumentRecord;
  text: string;
  earlierText: string | null;
  file: string;
  decisions: NewChapter['decisions'];
};

/** Why the first version of such a chapter is kept. */
const importOf = (file: string, isBeforeChanges: boolean) =>
  ({ reason: 'import', cause: { kind: 'import', file, isBeforeChanges } }) as const;

const findName = async (root: string, stem: string, taken: Set<string>): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const path = `${stem}${number === 1 ? '' : ` (${number})`}.md`;
    if (taken.has(foldName(path)) || !(await isFree(root, path))) continue;
    taken.add(foldName(path));
    return path;
  }
};

/** What text of a fenced chapter comes in once more is fenced as that is (N3). */
const planChapters = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: ChaptersRequest,
): Promise<Planned[]> => {
  const after = request.afterDocumentId ?? binderOrder(folder).at(-1) ?? '';
  const neighbour = folder.present.get(after);
  const home = neighbour ? dirname(neighbour.path) : '';
  const taken = new Set<string>();
  const planned: Planned[] = [];
  const fenceFor = createNewTextFences(context, folder);
  const giveTurn = createTurns(request.signal);
  for (const { title, group, text: given, ...more } of request.chapters) {
    const text = acceptText(given);
    const parent = group === null ? home : stemFor(group);
    const path = await findName(folder.root, inFolder(parent, stemFor(title)), taken);
    const { earlierText, file, decisions } = more;
    const fence = await fenceFor(text);
    await giveTurn();
    const fresh = freshRecord(nanoid(), path, text);
    const record = { ...fresh, fence, fenceRevision: fence ? 1 : 0 };
    planned.push({ record, text, earlierText, file, decisions });
  }
  return planned;
};

/** The file goes if it is still the one that was written; what was remembered of it goes too. */
const takeBack = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<void> => {
  const path = join(folder.root, record.path);
  try {
    if (!sameStamp(stampOf(await lstat(path)), record)) return;
    await unlink(path);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
  context.cache.delete(record.documentId);
  forgetDocument(context.database, folder.projectId, record.documentId);
  setGone(folder, record, false);
  await clearVolume(context.logger, folder.root, record.path);
};

const placeInOrder = (
  context: DocumentsContext,
  folder: OpenFolder,
  ids: readonly string[],
  afterDocumentId: string | null,
): void => {
  const added = new Set(ids);
  const shown = binderOrder(folder);
  const others = shown.filter((id) => !added.has(id));
  const from = afterDocumentId === null ? others.length : others.indexOf(afterDocumentId) + 1;
  const wanted = others.toSpliced(from, 0, ...ids);
  if (wanted.every((id, index) => id === shown[index])) return;
  keepOrder(context, folder, withHidden(wanted, folder.manualOrder));
};

/**
 * Writes the chapters one behind the other; what was written is taken back when one cannot be. DOCUMENT_NAME_INVALID,
 * DOCUMENT_NAME_TAKEN, DOCUMENT_TOO_LARGE, CANCELLED, and what a failed write means.
 */
export const createChapters = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: ChaptersRequest,
): Promise<{ documentId: string; version: string }[]> => {
  const { afterDocumentId, beforeWriting, onWritten, signal } = request;
  const stopWhenUnwanted = (): void => {
    if (signal.aborted) throw new AppError('CANCELLED', 'The chapters are not wanted any more.');
  };
  const planned = await planChapters(context, folder, request);
  await beforeWriting(
    planned.map(({ record, text }) => ({ path: record.path, version: versionOf(text) })),
  );
  const written: DocumentRecord[] = [];
  const { projectId } = folder;
  try {
    for (const { record: fresh, text, earlierText, file, decisions } of planned) {
      stopWhenUnwanted();
      const { documentId } = fresh;
      const record = await writeNew(context, folder, {
        record: fresh,
        text,
        made: { kind: 'new', code: 'imported' },
        ...importOf(file, false),
      });
      written.push(record);
      onWritten(written.length);
      if (decisions !== null) {
        const { synopsis } = decisions;
        const synopsisVersion = synopsis === '' ? null : record.version;
        const decided = { ...record, ...decisions, synopsisVersion };
        saveDocument(context.database, projectId, decided, 'present');
        setPresent(folder, decided);
      }
      if (earlierText === null || earlierText === text) continue;
      const { reason, cause } = importOf(file, true);
      await context.snapshots.add({ projectId, documentId }, earlierText, reason, { cause });
    }
    stopWhenUnwanted();
    const ids = written.map(({ documentId }) => documentId);
    placeInOrder(context, folder, ids, afterDocumentId);
    context.days.recordImported(projectId, written);
    const fenced = written.filter(({ fence }) => fence !== null);
    tellFenced(
      context,
      fenced.map(({ path }) => path),
    );
  } catch (error) {
    for (const record of written) await takeBack(context, folder, record);
    throw error;
  }
  return written.map(({ documentId, version }) => ({ documentId, version }));
};
