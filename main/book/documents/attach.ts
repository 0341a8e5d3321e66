/** Opens the chapters of a project's folder. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { dirname, join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { anchorStored } from '../anchor-stored.ts';
import { putBackAsides } from './aside.ts';
import { certainOriginal } from './conflict-copy.ts';
import { listConflicts } from './conflict-store.ts';
import type { DocumentsContext } from './context.ts';
import { syncFences } from './fences/sync.ts';
import { explainReadFailure } from './file-errors.ts';
import { takeInOriginals } from './kept-originals.ts';
import { joinArrived } from './join-renamed.ts';
import { chaptersOf, createOpenFolder, type OpenFolder } from './open-folder.ts';
import { reconcile, type Reconciled } from './reconcile/index.ts';
import { recoverJournal } from './recover-journal.ts';
import { removeLeftovers } from './replace-file.ts';
import { isChapterPath, lookAtFile, type Scan, scanFolder } from './scan.ts';
import type { FolderRequest } from './service.ts';
import { recoverSteps } from './steps/recover-steps.ts';
import { areFencesListed, loadDocuments, loadManualOrder } from './store.ts';
import { takeCopies } from './take-copies.ts';
import { reconcileTrash } from './trash.ts';

/** The files of a folder. Errors: those of {@link scanFolder}, and what reading the root itself ends in. */
export const scanOrExplain = async (
  root: string,
  skipped: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<Scan> => {
  try {
    return await scanFolder(root, { signal, skipped });
  } catch (error) {
    if (error instanceof AppError || signal?.aborted) throw error;
    throw await explainReadFailure(root, '', errorCodeOf(error));
  }
};

/**
 * While a folder is being attached nobody has the project yet: what happens in it is part of what opening
 * answers, and only notices are news.
 */
const withoutEvents = (context: DocumentsContext): DocumentsContext => ({
  ...context,
  events: {
    ...context.events,
    emit: (name, payload) => {
      if (name === 'host:notice') context.events.emit(name, payload);
    },
  },
});

/** What is remembered, numbers of earlier versions being told by the order in which the chapters were last seen (B3). */
const loadAnchored = (context: DocumentsContext, { projectId, ...start }: OpenFolder) => {
  const { database } = context;
  const before = createOpenFolder({ projectId, ...start });
  const documents = loadDocuments(database, projectId);
  for (const { record, state } of documents) before[state].set(record.documentId, record);
  anchorStored(database, projectId, chaptersOf(before));
  return loadDocuments(database, projectId);
};

/**
 * Reads the folder and what is remembered of it. PROJECT_FOLDER_MISSING, PROJECT_FOLDER_TOO_LARGE, DOCUMENT_UNREADABLE for
 * the root itself, and the reason of the request's signal.
 */
export const attachFolder = async (
  shared: DocumentsContext,
  request: FolderRequest,
): Promise<OpenFolder> => {
  const context = withoutEvents(shared);
  const { projectId, root, readOnly, signal } = request;
  const manualOrder = loadManualOrder(context.database, projectId);
  const fencesListed = areFencesListed(context.database, projectId);
  const folder = createOpenFolder({ projectId, root, readOnly, manualOrder, fencesListed });
  const documents = loadAnchored(context, folder);
  for (const { record, state } of documents) {
    folder[state].set(record.documentId, record);
  }
  for (const documentId of listConflicts(context.database, projectId)) {
    folder.conflicts.add(documentId);
  }
  await folder.mutex.runExclusive(async () => {
    if (readOnly === null) {
      await putBackAsides(context, folder);
      await reconcileTrash(context, folder, documents);
      await recoverSteps(context, folder);
    }
    folder.recordFolders = await context.records.findFolders(root);
    const scan = await scanOrExplain(root, folder.recordFolders, signal);
    const { copies, arrived } = await reconcile(context, folder, scan, null);
    await joinArrived(context, folder, arrived);
    await syncFences(context, folder);
    await takeCopies(context, folder, copies);
    if (readOnly !== null) return;
    await removeLeftovers(new Set(scan.files.map((file) => join(root, dirname(file.path)))));
    await takeInOriginals(context, folder);
    recoverWords(context, folder);
    await recoverJournal(context, folder);
  });
  return folder;
};

/** What was written and not counted when the program was killed. A book opens without: the log is not worth its chapters. */
const recoverWords = ({ days, logger }: DocumentsContext, { projectId, present }: OpenFolder) => {
  try {
    days.recover(projectId, (documentId) => present.get(documentId)?.version ?? null);
  } catch (error) {
    logger.log('error', 'words of an earlier sitting could not be counted', {
      projectId,
      code: errorCodeOf(error),
    });
  }
};

const scanPaths = async (root: string, paths: ReadonlySet<string>): Promise<Scan> => {
  const scan: Scan = { files: [], problems: [], copies: [] };
  for (const path of paths) {
    const seen = await lookAtFile(root, path);
    if (seen && 'file' in seen && certainOriginal(path) !== null) scan.copies.push(path);
    else if (seen && 'file' in seen) scan.files.push(seen.file);
    else if (seen) scan.problems.push(seen.problem);
  }
  return scan;
};

/** What changed may be a fenced chapter under another name, told of before the old one is known to be gone. */
const addFenced = (folder: OpenFolder, paths: Set<string>): void => {
  for (const { path, fence } of folder.present.values()) if (fence) paths.add(path);
};

const topOf = (path: string): string => path.split('/', 1).join('');

const chaptersAmong = ({ recordFolders }: OpenFolder, paths: ReadonlySet<string>): Set<string> =>
  new Set([...paths].filter((path) => isChapterPath(path) && !recordFolders.has(topOf(path))));

/** Looks again at some paths, or at the whole folder, and tells what changed. */
export const refreshFolder = async (
  context: DocumentsContext,
  folder: OpenFolder,
  touched: ReadonlySet<string> | null,
): Promise<Reconciled> => {
  const { projectId, root } = folder;
  const outcome = await folder.mutex.runExclusive(async () => {
    folder.recordFolders = await context.records.findFolders(root);
    const paths = touched === null ? null : chaptersAmong(folder, touched);
    if (paths?.size === 0) {
      await syncFences(context, folder);
      return { edited: [], changed: false, arrived: [], copies: [] };
    }
    if (paths !== null) addFenced(folder, paths);
    const scan =
      paths === null
        ? await scanOrExplain(root, folder.recordFolders)
        : await scanPaths(root, paths);
    const reconciled = await reconcile(context, folder, scan, paths);
    await joinArrived(context, folder, reconciled.arrived);
    await syncFences(context, folder);
    await takeCopies(context, folder, reconciled.copies);
    return reconciled;
  });
  for (const { documentId, version } of outcome.edited) {
    context.events.emit('document:changed', { projectId, documentId, version, origin: 'outside' });
  }
  if (outcome.changed) context.announce(folder);
  return outcome;
};
