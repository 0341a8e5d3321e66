/** Makes the room of the manuscript from its operations. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Parsed } from '#shared/contract/index.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import { AppError } from '#shared/errors.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Platform } from '#main/platform.ts';
import type { EventBus } from '#main/events.ts';
import type { MadeText } from '../made-text.ts';
import { attachFolder, refreshFolder, scanOrExplain } from './attach.ts';
import { chooseEncoding, listEncodings } from './choose-encoding.ts';
import { describeConflict } from './conflicts.ts';
import { dropSecond, joinTold } from './join-renamed.ts';
import {
  exchangeSettings,
  listSettings,
  rekeyChapter,
  withholdChapters,
} from './chapter-settings.ts';
import type { DocumentsContext } from './context.ts';
import { createBulkCalls } from './bulk-calls.ts';
import { createChapter, createChapterAt } from './create-chapter.ts';
import { listDeleted } from './deleted.ts';
import { confirmFences, syncFences } from './fences/sync.ts';
import { explainReadFailure } from './file-errors.ts';
import { createFolderExchange } from './folder-exchange.ts';
import { createJournal } from './journal.ts';
import { takeLateEdit } from './late-edit.ts';
import { moveChapter } from './move-chapter.ts';
import { moveToVolume } from './move-to-volume.ts';
import { createOpenedFolders } from './opened-folders.ts';
import { chaptersOf, documentInfos, folderProblems, type OpenFolder } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import { createTextReader } from './read-text.ts';
import { readNow } from './read-now.ts';
import type { DocumentRecord } from './record.ts';
import { renameChapter } from './rename-chapter.ts';
import { createReplacedFiles } from './replaced-files.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { rewriteChapter } from './rewrite-chapter.ts';
import { saveText } from './save.ts';
import { type Merged, mergeChapters } from './steps/merge-chapters.ts';
import { createCopies } from './settle-copy.ts';
import { moveScene } from './steps/move-scene.ts';
import { splitChapter } from './steps/split-chapter.ts';
import { undoStep } from './steps/undo-step.ts';
import type {
  ChapterSettingsAccess,
  DocumentFolders,
  RecordsAccess,
  DocumentsService,
  FolderRequest,
  RecordsInFolder,
} from './service.ts';
import { createSnapshotCalls } from './snapshot-calls.ts';
import { createSnapshots } from './snapshots.ts';
import { findOwner, forgetDocuments } from './store.ts';
import { createTextCache } from './text-cache.ts';
import { removeChapter, restoreChapter } from './trash.ts';
import { createUpdates } from './updates.ts';
import { watchFolder } from './watch.ts';

const noPieces: readonly MovedPiece[] = [];

/** Of a book that is not open nothing is sent: what waits for a chapter waits for ever. */
const closedBook = { numberOf: () => null, idAt: () => undefined, count: 99_999 };

export type DocumentsDependencies = {
  database: Database;
  platform: Pick<Platform, 'paths' | 'clock' | 'logger'>;
  events: EventBus;
  days: DocumentsContext['days'];
  origins: DocumentsContext['origins'];
  records: RecordsInFolder;
};

/** Where a saved text comes from, as far as its page says so (N14). */
const toldOf = ({ text, origins }: Parsed<'documents:save'>): MadeText | null =>
  origins ? { kind: 'told', text, runs: origins } : null;

/** The same without what keeps the texts of pages that died. */
export const createManuscript = (
  dependencies: DocumentsDependencies,
): Omit<DocumentsService, 'keepDraft' | 'settleDrafts'> & DocumentFolders & RecordsAccess => {
  const { database, platform, events, days, origins, records } = dependencies;
  const { clock, logger } = platform;
  const opened = createOpenedFolders(database);
  const list = (folder: OpenFolder) => [...documentInfos(folder).values()];
  const announce = (folder: OpenFolder): void => {
    if (!opened.has(folder)) return;
    events.emit('project:changed', { projectId: folder.projectId, documents: list(folder) });
  };
  const context: DocumentsContext = {
    database,
    clock,
    logger,
    events,
    days,
    origins,
    announce,
    records,
    snapshots: createSnapshots(database, clock),
    cache: createTextCache(),
    followers: new Set(),
    journal: createJournal(platform.paths.data),
    replaced: createReplacedFiles(
      ({ folder, documentId, before }, bytes) =>
        takeLateEdit(context, folder, documentId, { before, bytes }),
      (error, documentId) =>
        logger.log('error', 'a replaced file could not be looked at', {
          documentId,
          code: errorCodeOf(error),
        }),
    ),
  };
  const readText = createTextReader(context);

  const notFound = (documentId: string): AppError =>
    new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter in this project.', { documentId });
  const recordOf = (folder: OpenFolder, documentId: string): DocumentRecord => {
    const record = folder.present.get(documentId);
    if (!record) throw notFound(documentId);
    return record;
  };
  const infoOf = (folder: OpenFolder, documentId: string) => {
    const info = documentInfos(folder).get(documentId);
    if (!info) throw notFound(documentId);
    return info;
  };
  const currentOf = async (folder: OpenFolder, record: DocumentRecord): Promise<ChapterFile> => {
    const chapter = await readNow(context, folder, record);
    if (chapter === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    return chapter;
  };
  /** Runs one change at a time, refused in a read-only project; `inRecords`: nothing is written into the folder. */
  const change = <T>(
    projectId: string,
    work: (folder: OpenFolder) => Promise<T>,
    inRecords = false,
  ): Promise<T> => {
    const folder = opened.require(projectId);
    // The one who has the project would write its own records over those of somebody else.
    if (folder.readOnly === 'PROJECT_LOCKED' || (folder.readOnly !== null && !inRecords)) {
      const message =
        folder.readOnly === 'PROJECT_LOCKED'
          ? 'Another window or program is writing in this project.'
          : 'The project folder cannot be written.';
      throw new AppError(folder.readOnly, message, { projectId });
    }
    return folder.mutex.runExclusive(() => work(folder));
  };
  const changeBinder = (projectId: string, work: (folder: OpenFolder) => Promise<void> | void) =>
    change(projectId, async (folder) => {
      await work(folder);
      await syncFences(context, folder);
      announce(folder);
      return list(folder);
    });

  const settings: ChapterSettingsAccess = {
    list(projectId) {
      const byKey = listSettings(opened.require(projectId));
      return { chapters: [...byKey.values()], byKey };
    },
    exchange(projectId, decide) {
      const folder = opened.require(projectId);
      return folder.mutex.runExclusive(() => exchangeSettings(context, folder, decide));
    },
    rekey(projectId, documentId, key) {
      const folder = opened.require(projectId);
      return folder.mutex.runExclusive(async () => rekeyChapter(context, folder, documentId, key));
    },
    joinRenamed: (projectId, documentId, otherPath) =>
      joinTold(context, opened.require(projectId), documentId, otherPath),
    dropSecond: (projectId, keptId, secondId) =>
      dropSecond(context, opened.require(projectId), keptId, secondId),
    withhold(projectId, keys) {
      const folder = opened.require(projectId);
      if (withholdChapters(folder, keys)) announce(folder);
    },
  };

  /** Reads a folder and goes on looking at it. */
  const watchAttached = async (request: FolderRequest) => {
    const { projectId, root } = request;
    const folder = await attachFolder(context, request);
    const watch = watchFolder({
      root,
      fileCount: folder.present.size,
      logger,
      onTouched: async (paths) => {
        await refreshFolder(context, folder, paths);
        const isRecord = (path: string): boolean =>
          path.startsWith('.fabula/') || folder.recordFolders.has(path.split('/', 1).join(''));
        if (paths === null || [...paths].some(isRecord)) records.noteTouched(projectId);
      },
      onMissing: () => events.emit('project:missing', { projectId }),
      onFailure: (error) =>
        logger.log('error', 'a look at a project folder failed', {
          projectId,
          ...reportError(error),
        }),
    });
    return { folder, watch };
  };

  return {
    settings,
    copies: createCopies(context, { require: opened.require, change }),
    ...createFolderExchange(context, opened, change),
    list: (projectId) => list(opened.require(projectId)),
    byId: (projectId) => documentInfos(opened.require(projectId)),
    chapters: (projectId) => {
      const folder = opened.find(projectId);
      return folder ? chaptersOf(folder) : closedBook;
    },
    ownerOf: (documentId) => findOwner(database, documentId),
    info: (projectId, documentId) => infoOf(opened.require(projectId), documentId),
    titleOf: (projectId, documentId) => recordOf(opened.require(projectId), documentId).title,
    async read(projectId, documentId) {
      const folder = opened.require(projectId);
      return readText(folder, recordOf(folder, documentId));
    },
    save: async (input, accepted) =>
      change(input.projectId, async (folder) => {
        // A chapter whose file was taken away while it was being written must not lose its text.
        const record = folder.missing.get(input.documentId) ?? recordOf(folder, input.documentId);
        const saved = await saveText(context, folder, record, {
          text: input.text,
          expectedVersion: input.expectedVersion,
          reason: input.reason ?? 'save',
          allowEmpty: input.allowEmpty === true,
          draftId: input.draftId ?? null,
          counted: { by: accepted ? 'model' : 'writer', words: input.words ?? null },
          made: accepted ?? toldOf(input),
        });
        const { version, charCount, wordCount } = saved.record;
        const { merged, text } = saved;
        const savedAt = clock.now();
        return { version, charCount, wordCount, savedAt, merged, ...(merged ? { text } : {}) };
      }),
    create: async (input) =>
      change(input.projectId, async (folder) => {
        const { documentId } = await createChapter(context, folder, {
          title: input.title,
          isUntitled: input.isUntitled === true,
          afterDocumentId: input.afterDocumentId,
          text: input.text,
          words: input.words,
        });
        announce(folder);
        return { documentId, documents: list(folder) };
      }),
    createAt: async (input) =>
      change(input.projectId, async (folder) => {
        const made = await createChapterAt(context, folder, input);
        announce(folder);
        return made;
      }),
    ...createBulkCalls(context, { opened, change, recordOf }),
    rename: async (projectId, documentId, title, heading) => {
      let headingBefore: string | null = null;
      const documents = await changeBinder(projectId, async (folder) => {
        recordOf(folder, documentId);
        headingBefore = await renameChapter(context, folder, documentId, { title, heading });
      });
      return { documents, headingBefore };
    },
    move: async ({ projectId, documentId, toIndex, volume }) =>
      changeBinder(projectId, async (folder) => {
        const record = recordOf(folder, documentId);
        if (volume !== undefined) {
          await moveToVolume(context, folder, { records: [record], volume, isRename: false });
        }
        moveChapter(context, folder, documentId, toIndex);
      }),
    split: async (input) => {
      let made = { documentId: '', undoId: '' };
      const documents = await changeBinder(input.projectId, async (folder) => {
        made = await splitChapter(context, folder, recordOf(folder, input.documentId), input);
      });
      return { ...made, documents };
    },
    merge: async (input) => {
      let made: Merged = { undoId: '', pieces: noPieces, frontMatterLeftOut: [] };
      const documents = await changeBinder(input.projectId, async (folder) => {
        made = await mergeChapters(context, folder, input);
      });
      const { undoId, pieces, frontMatterLeftOut } = made;
      return {
        ...{ undoId, documents },
        ...{ pieces: [...pieces], frontMatterLeftOut: [...frontMatterLeftOut] },
      };
    },
    moveScene: async (input) => {
      let made = { undoId: '', fenced: false, pieces: noPieces };
      const documents = await changeBinder(input.projectId, async (folder) => {
        const { documentId, toDocumentId } = input;
        const chapters = [recordOf(folder, documentId), recordOf(folder, toDocumentId)] as const;
        made = await moveScene(context, folder, chapters, input);
      });
      return { ...made, pieces: [...made.pieces], documents };
    },
    undoStep: async (projectId, undoId) => {
      let pieces = noPieces;
      const documents = await changeBinder(projectId, async (folder) => {
        pieces = await undoStep(context, folder, undoId);
      });
      return { documents, pieces: [...pieces] };
    },
    followText(follow) {
      context.followers.add(follow);
    },
    remove: async (projectId, documentId) =>
      changeBinder(projectId, (folder) =>
        removeChapter(context, folder, recordOf(folder, documentId)),
      ),
    listDeleted: (projectId) => listDeleted(database, opened.require(projectId).projectId),
    restore: async (projectId, documentId) =>
      changeBinder(projectId, (folder) => restoreChapter(context, folder, documentId)),
    confirmFences: async (projectId) =>
      changeBinder(projectId, (folder) => confirmFences(context, folder)),
    ...createUpdates(context, {
      folderOf: opened.require,
      recordOf: (projectId, documentId) => recordOf(opened.require(projectId), documentId),
      ...{ infoOf, change },
    }),
    async readConflict(projectId, documentId, draftId) {
      const folder = opened.require(projectId);
      return folder.mutex.runExclusive(async () => {
        const file = await currentOf(folder, recordOf(folder, documentId));
        return describeConflict(context, folder, { ...file, documentId }, draftId ?? null);
      });
    },
    resolveConflict: async (input) =>
      change(input.projectId, async (folder) => {
        recordOf(folder, input.documentId);
        const resolved = await resolveConflict(context, folder, input);
        announce(folder);
        return resolved;
      }),
    ...createSnapshotCalls(context, { require: opened.require, recordOf, currentOf, change }),
    rewrite: async ({ projectId, ...rewrite }) =>
      change(projectId, (folder) => {
        recordOf(folder, rewrite.documentId);
        return rewriteChapter(context, folder, rewrite);
      }),
    listEncodings: async (projectId, documentId) =>
      listEncodings(opened.require(projectId), recordOf(opened.require(projectId), documentId)),
    async chooseEncoding(projectId, documentId, encoding) {
      const folder = opened.require(projectId);
      return folder.mutex.runExclusive(() =>
        chooseEncoding(context, folder, recordOf(folder, documentId), encoding),
      );
    },
    locate(projectId, documentId) {
      const folder = opened.require(projectId);
      return join(folder.root, recordOf(folder, documentId).path);
    },

    checkFolder: async (root, signal) => {
      await scanOrExplain(root, await records.findFolders(root), signal);
    },
    async attach(request) {
      const { projectId, root } = request;
      const before = opened.find(projectId);
      if (before && before.root === root && before.readOnly === request.readOnly) {
        await refreshFolder(context, before, null);
        return;
      }
      const attach = () => watchAttached(request);
      if (before?.root === root) {
        await opened.replace(projectId, attach);
        return;
      }
      await opened.remove(projectId);
      await opened.add(projectId, attach);
    },
    async refresh(projectId) {
      await refreshFolder(context, opened.require(projectId), null);
    },
    async detach(projectId) {
      const folder = await opened.remove(projectId);
      if (!folder) return;
      await context.replaced.settle(projectId);
      await folder.mutex.waitForUnlock();
    },
    problems: (projectId) => folderProblems(opened.require(projectId)),
    forgetProject: (projectId) => forgetDocuments(database, projectId),
    eraseJournal: (projectId) => context.journal.forget(projectId),
    async closeAll() {
      for (const projectId of opened.projectIds()) await this.detach(projectId);
    },
  };
};
