/** Brings the fences of this machine and the list in the book's folder in line, before anything is sent (B2). */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { StoredFence } from '../../chapter-reference.ts';
import { AppError } from '#shared/errors.ts';
import { lastKnownText } from '../closed-text.ts';
import type { DocumentsContext } from '../context.ts';
import { arrivalTime } from '../follow-lost.ts';
import { type OpenFolder, setFencesUnknown, setPresent, settleAwaited } from '../open-folder.ts';
import type { DocumentRecord } from '../record.ts';
import { explainWriteFailure } from '../file-errors.ts';
import { markFencesListed } from '../store.ts';
import { saveFound } from '../held-elsewhere.ts';
import { strictestFence } from '../../strictest-fence.ts';
import {
  type FenceEntries,
  type FenceEntry,
  isSameFence,
  type KnownChapters,
  listFence,
  marksOf,
  refreshPaths,
  resolveListed,
} from './list.ts';
import {
  type FoundFenceList,
  readFenceList,
  replaceFenceList,
  stampOfFenceList,
  writeFenceList,
} from './list-file.ts';

/** Under which key the list has a chapter: the id of the machine that fenced it first. */
export const fenceKeyOf = ({ documentId, fenceKey }: DocumentRecord): string =>
  fenceKey ?? documentId;

/** A chapter with another fence, decided here and now. */
export const withFence = (record: DocumentRecord, fence: StoredFence | null): DocumentRecord => ({
  ...record,
  fence,
  fenceRevision: record.fenceRevision + 1,
});

const everyRecord = (folder: OpenFolder): DocumentRecord[] => [
  ...folder.present.values(),
  ...folder.missing.values(),
];

const knownChaptersOf = (folder: OpenFolder): KnownChapters => {
  const ids = new Map(
    [...folder.present.values()].map(({ path, documentId }) => [path, documentId]),
  );
  const { present, missing, deleted } = folder;
  return {
    isKnown: (id) => present.has(id) || missing.has(id) || deleted.has(id),
    idAt: (path) => ids.get(path),
    pathOf: (id) => present.get(id)?.path,
  };
};

/**
 * Whether the record of a file that came may still be on its way, and the file be a chapter that is known: until then other
 * machines are not told of it under an id of its own.
 */
const cameLately = ({ clock }: DocumentsContext, folder: OpenFolder, documentId: string): boolean =>
  (folder.arrivedAt.get(documentId) ?? -Infinity) >= clock.now() - arrivalTime;

const strictestOf = (...fences: readonly (StoredFence | null)[]): StoredFence | null =>
  strictestFence(fences.filter((fence) => fence !== null));

/** The chapter as the entry of its own key has it; the same object when nothing changes. */
const takeOwnEntry = (
  record: DocumentRecord,
  entry: FenceEntry,
  chapters: KnownChapters,
): DocumentRecord => {
  const listed = resolveListed(entry.fence, chapters);
  if (entry.revision > record.fenceRevision) {
    return { ...record, fence: listed, fenceRevision: entry.revision };
  }
  if (entry.revision < record.fenceRevision) return record;
  if (isSameFence(listed, record.fence)) return record;
  return { ...record, fence: strictestOf(record.fence, listed) };
};

/** The same chapter was fenced on two machines that did not know of each other: both fences, under one key. */
const joinEntry = (
  record: DocumentRecord,
  [key, entry]: readonly [string, FenceEntry],
  chapters: KnownChapters,
): DocumentRecord => {
  const own = fenceKeyOf(record);
  const isDecidedHere = record.fenceRevision > 0;
  const joined = isDecidedHere && own < key ? own : key;
  return {
    ...record,
    fence: strictestOf(record.fence, resolveListed(entry.fence, chapters)),
    fenceKey: joined === record.documentId ? null : joined,
    fenceRevision: isDecidedHere
      ? Math.max(record.fenceRevision, entry.revision) + 1
      : entry.revision,
  };
};

/**
 * Where a machine that knows better says that the chapter goes by another key, what stands under that: no fence was taken
 * off. Undefined where nothing stands there.
 */
const followKey = (list: FenceEntries, entry: FenceEntry): FenceEntry | undefined => {
  const followed = new Set<FenceEntry>();
  let said: FenceEntry | undefined = entry;
  while (said && said.fence === null && said.sameAs !== undefined) {
    if (followed.has(said)) return undefined;
    followed.add(said);
    said = list.get(said.sameAs);
  }
  return said;
};

type Taken = { records: Map<string, DocumentRecord>; entries: Map<string, FenceEntry> };

/** What the list says of chapters that are here; of the entries, those whose chapter goes by another key are ended. */
const takeEntries = (folder: OpenFolder, list: FenceEntries, chapters: KnownChapters): Taken => {
  const records = new Map(everyRecord(folder).map((record) => [record.documentId, record]));
  const entries = new Map(list);
  const find = (key: string, entry: FenceEntry): DocumentRecord | undefined => {
    const all = [...records.values()];
    return (
      all.find((record) => fenceKeyOf(record) === key) ??
      (entry.fence === null
        ? undefined
        : all.find(({ documentId, path }) => folder.present.has(documentId) && path === entry.path))
    );
  };
  for (const [key, entry] of list) {
    const record = find(key, entry);
    if (!record) continue;
    const own = fenceKeyOf(record);
    if (own === key) {
      const said = followKey(list, entry);
      if (said) records.set(record.documentId, takeOwnEntry(record, said, chapters));
      continue;
    }
    const joined = joinEntry(record, [key, entry], chapters);
    records.set(record.documentId, joined);
    const left = fenceKeyOf(joined) === key ? own : key;
    const ended = entries.get(left);
    if (!ended) continue;
    const sameAs = fenceKeyOf(joined);
    entries.set(left, { ...ended, fence: null, sameAs, revision: ended.revision + 1 });
  }
  return { records, entries };
};

/** What the list is to say of a chapter. */
const entryOf = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  known: { entry: FenceEntry | undefined; chapters: KnownChapters },
): Promise<FenceEntry | undefined> => {
  const { entry, chapters } = known;
  const isDecided = !entry || record.fenceRevision > entry.revision;
  const isOlder = entry && record.fenceRevision < entry.revision;
  const isSame =
    entry &&
    !isDecided &&
    (isOlder || isSameFence(resolveListed(entry.fence, chapters), record.fence));
  const isHere = folder.present.has(record.documentId);
  const fence = isSame ? refreshPaths(entry.fence, chapters) : listFence(record.fence, chapters);
  if (isSame && (!isHere || entry.path === record.path)) return { ...entry, fence };
  return {
    path: record.path,
    version: record.version,
    marks:
      entry?.version === record.version
        ? entry.marks
        : marksOf(await lastKnownText(context, folder, record)),
    revision: record.fenceRevision,
    fence,
  };
};

/** Of one look, while another program puts a list there each time. */
const maxAttempts = 5;

const keepRecords = (
  context: DocumentsContext,
  folder: OpenFolder,
  records: ReadonlyMap<string, DocumentRecord>,
): boolean => {
  let isChanged = false;
  for (const record of records.values()) {
    const isPresent = folder.present.has(record.documentId);
    const before = isPresent ? folder.present : folder.missing;
    if (before.get(record.documentId) === record) continue;
    isChanged = true;
    saveFound(context.database, folder, record, isPresent ? 'present' : 'missing');
    if (isPresent) setPresent(folder, record);
    else folder.missing.set(record.documentId, record);
  }
  return isChanged;
};

/**
 * Whether the list says now what is known here, or never will: false when another program put one there meanwhile. A
 * fence holds here whether or not the list takes it: the writer is told that other machines do not know yet.
 */
const putList = async (
  context: DocumentsContext,
  folder: OpenFolder,
  entries: FenceEntries,
  found: FoundFenceList,
): Promise<boolean> => {
  if (folder.readOnly !== null || (entries.size === 0 && found.kind === 'absent')) return true;
  try {
    const stamp = await writeFenceList(folder.root, entries, found, folder.fenceStamp);
    if (stamp === null) return false;
    if (!folder.fencesListed) markFencesListed(context.database, folder.projectId);
    folder.fencesListed = true;
    folder.fenceStamp = stamp;
  } catch (error) {
    const code = errorCodeOf(error);
    const { projectId } = folder;
    context.logger.log('error', 'the list of fences could not be written', { projectId, code });
    context.events.emit('host:notice', {
      code: 'FENCES_NOT_LISTED',
      message: `The list of fenced chapters could not be written into the book's folder (${code}).`,
    });
  }
  return true;
};

/** What the folder's list says of each chapter, joined with what is known here; answers as {@link putList}. */
const align = async (
  context: DocumentsContext,
  folder: OpenFolder,
  found: FoundFenceList,
): Promise<boolean> => {
  const chapters = knownChaptersOf(folder);
  const list: FenceEntries = found.kind === 'present' ? found.entries : new Map();
  const { records, entries } = takeEntries(folder, list, chapters);
  for (const [documentId, record] of records) {
    // Taken over by a file that came; or set by an earlier version, which knew no revisions.
    if (record.fence && record.fenceRevision === 0 && !cameLately(context, folder, documentId)) {
      records.set(documentId, { ...record, fenceRevision: 1 });
    }
  }
  const isChanged = keepRecords(context, folder, records);
  for (const record of records.values()) {
    if (record.fenceRevision === 0) continue;
    const key = fenceKeyOf(record);
    const known = entries.get(key);
    const said = known && followKey(entries, known);
    // What is decided of it stands under its other key, until more is decided here.
    const decided = Math.max(known?.revision ?? 0, said?.revision ?? 0);
    if (said !== known && record.fenceRevision <= decided) continue;
    const entry = await entryOf(context, folder, record, { entry: known, chapters });
    if (entry) entries.set(key, entry);
  }
  if (isChanged) context.announce(folder);
  return putList(context, folder, entries, found);
};

const becomeUnknown = (context: DocumentsContext, folder: OpenFolder): void => {
  if (!setFencesUnknown(folder, true)) return;
  context.events.emit('host:notice', {
    code: 'FENCES_UNKNOWN',
    message: 'The list of fenced chapters in the book’s folder is damaged or gone.',
  });
  context.announce(folder);
};

/**
 * Takes in what other machines decided about fences and tells them what was decided here. While the list is damaged or
 * gone every chapter is withheld (B2). The caller holds the folder's mutex. Throws when the folder cannot be read.
 */
export const syncFences = async (context: DocumentsContext, folder: OpenFolder): Promise<void> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    // Before the list is read: one that comes meanwhile differs from it, and is read by the next look.
    folder.fenceStamp = await stampOfFenceList(folder.root);
    const found = await readFenceList(folder.root);
    if (found.kind === 'unknown' || (found.kind === 'absent' && folder.fencesListed)) {
      becomeUnknown(context, folder);
      return;
    }
    if (setFencesUnknown(folder, false)) context.announce(folder);
    const isAligned = await align(context, folder, found);
    // A book that can only be read here is told by its list alone.
    if (settleAwaited(folder, folder.readOnly !== null)) context.announce(folder);
    if (isAligned) return;
  }
  context.logger.log('warn', 'another program writes the list of fences all the time', {
    projectId: folder.projectId,
  });
};

/**
 * The writer has looked: the fences known on this machine are the true ones, and the list is made anew of them. The
 * caller holds the folder's mutex. Errors: those of {@link explainWriteFailure}.
 */
export const confirmFences = async (
  context: DocumentsContext,
  folder: OpenFolder,
): Promise<void> => {
  if (!folder.fencesUnknown) return;
  try {
    await replaceFenceList(folder.root);
  } catch (error) {
    throw await explainWriteFailure(folder.root, error);
  }
  await syncFences(context, folder);
};

/** FENCES_UNKNOWN while nobody can say which fences there are. */
export const requireKnownFences = (folder: OpenFolder): void => {
  if (!folder.fencesUnknown) return;
  throw new AppError('FENCES_UNKNOWN', 'The list of fenced chapters is damaged or gone.', {
    projectId: folder.projectId,
  });
};
