/** What is known of a project's folder while it is open. */
import { Mutex } from 'async-mutex';
import type { DocumentInfo, ScanProblem } from '#shared/domain/project.ts';
import { type Chapters, createChapters } from '../chapters.ts';
import { resolveFence } from '../chapter-reference.ts';
import { orderBinder } from './binder-order.ts';
import { type NaturalKey, naturalKey } from './natural-order.ts';
import type { DocumentRecord, FileStamp } from './record.ts';
import { isSynopsisStale } from './synopsis-mark.ts';

/** Why nothing may be written: another window or program holds the project, or the disk does not allow it. */
export type ReadOnlyReason = 'PROJECT_LOCKED' | 'PROJECT_FOLDER_UNWRITABLE';

/** One open project's chapters, in memory. Everything that changes files or records holds the mutex. */
export type OpenFolder = {
  readonly projectId: string;
  /** Real path of the project's folder. */
  readonly root: string;
  readonly readOnly: ReadOnlyReason | null;
  readonly mutex: Mutex;
  readonly present: Map<string, DocumentRecord>;
  /** Chapters whose files went away outside; they keep their ids, should the files come back. */
  readonly missing: Map<string, DocumentRecord>;
  /** Chapters the writer deleted: what names them by id still has their place. */
  readonly deleted: Map<string, DocumentRecord>;
  /** When chapters were first seen to be missing, by document id; those of earlier sittings have no entry. */
  readonly goneAt: Map<string, number>;
  /** When files that nobody knew were first seen, by document id. */
  readonly arrivedAt: Map<string, number>;
  readonly problems: Map<string, ScanProblem>;
  /** Per document: versions that only outside edits have replaced since Fabula last wrote it. */
  readonly superseded: Map<string, string[]>;
  readonly conflicts: Set<string>;
  /** Per document: when another program was last seen to change it. */
  readonly rivals: Map<string, number>;
  /** Per document whose file got a number, the name being taken in its volume: the name it would have. */
  readonly numbered: Map<string, { path: string; name: string }>;
  manualOrder: string[] | null;
  /** Whether the folder's list of fences was there before. */
  fencesListed: boolean;
  /** Nobody can say which fences there are: every chapter is withheld. */
  fencesUnknown: boolean;
  /** Chapters whose own settings cannot be read: they are withheld. */
  withheld: ReadonlySet<string>;
  /** Chapters that are listed before the fence of which the folder tells is taken in: they are withheld until then. */
  readonly awaited: Map<string, { readonly isRecorded: boolean }>;
  /** Names at the top of the folder that hold records, no chapters. */
  recordFolders: ReadonlySet<string>;
  /** The list's file when it was last read; null when there was none. */
  fenceStamp: FileStamp | null;
  order: string[] | null;
  chapters: Chapters | null;
  infos: Map<string, DocumentInfo> | null;
  readonly keys: Map<string, NaturalKey>;
};

export const createOpenFolder = (
  start: Pick<OpenFolder, 'projectId' | 'root' | 'readOnly' | 'manualOrder' | 'fencesListed'>,
): OpenFolder => ({
  ...start,
  mutex: new Mutex(),
  present: new Map(),
  missing: new Map(),
  deleted: new Map(),
  goneAt: new Map(),
  arrivedAt: new Map(),
  problems: new Map(),
  superseded: new Map(),
  conflicts: new Set(),
  rivals: new Map(),
  numbered: new Map(),
  fencesUnknown: false,
  withheld: new Set(),
  awaited: new Map(),
  recordFolders: new Set(),
  fenceStamp: null,
  order: null,
  chapters: null,
  infos: null,
  keys: new Map(),
});

const keyOf = (folder: OpenFolder, path: string): NaturalKey => {
  const known = folder.keys.get(path);
  if (known) return known;
  const key = naturalKey(path);
  folder.keys.set(path, key);
  return key;
};

const forgetOrder = (folder: OpenFolder): void => {
  folder.order = null;
  folder.chapters = null;
};

const placedOf = (folder: OpenFolder, records: Iterable<DocumentRecord>) =>
  [...records].map(({ documentId, path }) => ({ documentId, key: keyOf(folder, path) }));

/** Ids in binder order; made anew only when paths or the manual order changed. */
export const binderOrder = (folder: OpenFolder): string[] => {
  folder.order ??= orderBinder(placedOf(folder, folder.present.values()), folder.manualOrder);
  return folder.order;
};

/** The same with those that are gone, each where it would come back to. */
export const orderWithGone = (folder: OpenFolder): string[] => {
  const { present, missing, deleted, manualOrder } = folder;
  const everyone = [...present.values(), ...missing.values(), ...deleted.values()];
  return orderBinder(placedOf(folder, everyone), manualOrder);
};

/** Where chapters stand, those that are gone among them; the same object until that changes. */
export const chaptersOf = (folder: OpenFolder): Chapters => {
  if (folder.chapters !== null && folder.order !== null) return folder.chapters;
  folder.chapters = createChapters(binderOrder(folder), orderWithGone(folder));
  return folder.chapters;
};

export const setManualOrder = (folder: OpenFolder, order: string[]): void => {
  folder.manualOrder = order;
  forgetOrder(folder);
  folder.infos = null;
};

export const setPresent = (folder: OpenFolder, record: DocumentRecord): void => {
  if (folder.present.get(record.documentId)?.path !== record.path) forgetOrder(folder);
  folder.missing.delete(record.documentId);
  folder.deleted.delete(record.documentId);
  folder.goneAt.delete(record.documentId);
  folder.present.set(record.documentId, record);
  folder.infos = null;
};

/** The document leaves the binder; `keep` when its file may come back by itself, and was not deleted here. */
export const setGone = (folder: OpenFolder, record: DocumentRecord, keep: boolean): void => {
  folder.present.delete(record.documentId);
  (keep ? folder.missing : folder.deleted).set(record.documentId, record);
  forgetOrder(folder);
  folder.infos = null;
};

/** A chapter that is another one's: nothing is known of it any more. */
export const dropChapter = (folder: OpenFolder, documentId: string): void => {
  folder.present.delete(documentId);
  folder.missing.delete(documentId);
  folder.arrivedAt.delete(documentId);
  forgetOrder(folder);
  folder.infos = null;
};

const groupOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** What a chapter's fence is while nobody knows it. */
const withheld = { neverSend: true, unknown: true } as const;

/** Nobody knows its fence, or which of two texts it is. */
const isWithheld = (folder: OpenFolder, { documentId, hasMergeMarks }: DocumentRecord): boolean =>
  folder.fencesUnknown ||
  folder.withheld.has(documentId) ||
  folder.awaited.has(documentId) ||
  hasMergeMarks;

/** What the list of fences says is taken in; `withRecords`: what their records say, too. Whether that changed anything. */
export const settleAwaited = (folder: OpenFolder, withRecords: boolean): boolean => {
  const { awaited } = folder;
  const before = awaited.size;
  for (const [documentId, { isRecorded }] of awaited) {
    if (withRecords || !isRecorded) awaited.delete(documentId);
  }
  if (awaited.size === before) return false;
  folder.infos = null;
  return true;
};

/** Whether that changed anything. */
export const setFencesUnknown = (folder: OpenFolder, isUnknown: boolean): boolean => {
  if (folder.fencesUnknown === isUnknown) return false;
  folder.fencesUnknown = isUnknown;
  folder.infos = null;
  return true;
};

const buildInfos = (folder: OpenFolder): Map<string, DocumentInfo> => {
  const infos = new Map<string, DocumentInfo>();
  for (const [order, documentId] of binderOrder(folder).entries()) {
    const record = folder.present.get(documentId);
    if (!record) continue;
    const fence = resolveFence(record.fence, chaptersOf(folder));
    infos.set(documentId, {
      documentId,
      path: record.path,
      title: record.title,
      order,
      chapter: order + 1,
      charCount: record.charCount,
      wordCount: record.wordCount,
      group: groupOf(record.path),
      encoding: record.encoding,
      modifiedAt: Math.floor(record.modifiedAt),
      pointOfViewEntityId: record.pointOfViewEntityId,
      fence: isWithheld(folder, record) ? { ...fence, ...withheld } : fence,
      status: record.status,
      synopsis: record.synopsis,
      labels: [...record.labels],
      wordGoal: record.wordGoal,
      ...(isSynopsisStale(record.synopsisVersion, record) ? { synopsisStale: true } : {}),
      ...(folder.conflicts.has(documentId) ? { hasConflict: true } : {}),
      ...(record.encodingUnsure ? { encodingUnsure: true } : {}),
      ...(record.badBytes > 0 ? { badBytes: record.badBytes } : {}),
    });
  }
  return infos;
};

/** By document id, in binder order. */
export const documentInfos = (folder: OpenFolder): ReadonlyMap<string, DocumentInfo> => {
  folder.infos ??= buildInfos(folder);
  return folder.infos;
};

const guessed = (path: string, encoding: string): ScanProblem => ({
  path,
  problem: 'encodingGuessed',
  detail: encoding,
});

const merging = (path: string): ScanProblem => ({ path, problem: 'mergeMarks', detail: '' });

/** Files that could not be taken as they are, and those of which the writer is to know more. */
export const folderProblems = (folder: OpenFolder): ScanProblem[] => {
  const told = [...folder.present.values()].flatMap((record): ScanProblem[] => {
    const { path, encoding } = record;
    return [
      ...(record.encodingGuessed ? [guessed(path, encoding)] : []),
      ...(record.hasMergeMarks ? [merging(path)] : []),
    ];
  });
  return [...folder.problems.values(), ...told].sort((a, b) =>
    a.path === b.path ? 0 : a.path < b.path ? -1 : 1,
  );
};
