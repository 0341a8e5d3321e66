/** A chapter that stands here under two names, one from each machine, becomes one again (B1, B4). */
import { isDeepStrictEqual } from 'node:util';
import type { DocumentsContext } from './context.ts';
import { fenceKeyOf, syncFences } from './fences/sync.ts';
import { joinBrought } from './follow-brought.ts';
import { saveFound } from './held-elsewhere.ts';
import { dropChapter, type OpenFolder, setPresent } from './open-folder.ts';
import { keepReplacedText, supersede } from './outside-edit.ts';
import type { DocumentRecord } from './record.ts';
import { lookAtFile } from './scan.ts';
import { moveSnapshots } from './snapshot-store.ts';
import { forgetDocument } from './store.ts';
import { takeCopies } from './take-copies.ts';
import { isRenamedTwice, pickName } from '../renamed-twice.ts';

const isThere = async ({ root }: OpenFolder, path: string): Promise<boolean> => {
  const seen = await lookAtFile(root, path);
  return seen !== null && 'file' in seen;
};

/** Whether nothing was decided of the second but what the chapter itself says: a record that named both has told it twice. */
const saysNoMore = (lost: DocumentRecord, arrived: DocumentRecord): boolean =>
  [null, lost.status].includes(arrived.status) &&
  ['', lost.synopsis].includes(arrived.synopsis) &&
  [null, lost.pointOfViewEntityId].includes(arrived.pointOfViewEntityId) &&
  [null, lost.wordGoal].includes(arrived.wordGoal) &&
  [null, lost.chosenEncoding].includes(arrived.chosenEncoding) &&
  (arrived.labels.length === 0 || isDeepStrictEqual(arrived.labels, lost.labels)) &&
  (arrived.fenceRevision <= 1 || isDeepStrictEqual(arrived.fence, lost.fence));

/** The id that the second file got goes, and its earlier versions are the chapter's; the chapter has the file whose name holds. */
const makeOne = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { lost, arrived }: { lost: DocumentRecord; arrived: DocumentRecord },
  path: string,
): Promise<DocumentRecord> => {
  const { database } = context;
  const joined = joinBrought({ lost, arrived });
  const { fence, fenceRevision } = joined;
  const record = path === lost.path ? { ...lost, fence, fenceRevision } : joined;
  if (record.version !== lost.version) {
    await keepReplacedText(context, folder, lost);
    supersede(folder, lost.documentId, lost.version);
  }
  database.transaction(() => {
    const ids = { from: arrived.documentId, to: lost.documentId };
    moveSnapshots(database, folder.projectId, ids);
    context.origins.joinChapters(folder.projectId, ids);
    forgetDocument(database, folder.projectId, arrived.documentId);
    saveFound(database, folder, record, 'present');
  })();
  dropChapter(folder, arrived.documentId);
  setPresent(folder, record);
  if (record.version !== lost.version) {
    const { documentId, version } = record;
    const changed = { projectId: folder.projectId, documentId, version };
    context.events.emit('document:changed', { ...changed, origin: 'outside' });
  }
  return record;
};

/**
 * Makes a chapter and the one that stands at `otherPath` one, where nothing else was decided of the other: the name that
 * {@link pickName} picks holds, the other file is taken in as a conflict copy is. A chapter whose file is gone has the other file
 * from now on. Answers whether anything changed. The caller holds the folder's mutex.
 */
const joinRenamed = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  otherPath: string,
): Promise<boolean> => {
  if (folder.readOnly !== null) return false;
  const present = folder.present.get(documentId);
  const lost = present ?? folder.missing.get(documentId);
  const arrived = [...folder.present.values()].find(({ path }) => path === otherPath);
  if (!lost || !arrived || arrived.documentId === documentId) return false;
  if (!saysNoMore(lost, arrived)) return false;
  if (!(await isThere(folder, otherPath))) return false;
  if (!present) {
    await makeOne(context, folder, { lost, arrived }, otherPath);
    return true;
  }
  if (!(await isThere(folder, present.path))) return false;
  const path = pickName(present.path, otherPath);
  const record = await makeOne(context, folder, { lost, arrived }, path);
  const [here, came] = [present.path, otherPath];
  const noted = { documentId, version: record.version, title: record.title };
  context.records.noteCopy(folder.projectId, { ...noted, outcome: 'renamed', here, came });
  const second = path === here ? came : here;
  await takeCopies(context, folder, [second], () => folder.present.get(documentId) ?? null);
  return true;
};

/**
 * A chapter without a file is told to be the one that is here: what it closed stays closed, its id goes. Not where something
 * of its own was decided. The caller holds no mutex.
 */
export const dropSecond = (
  context: DocumentsContext,
  folder: OpenFolder,
  keptId: string,
  secondId: string,
): Promise<void> =>
  folder.mutex.runExclusive(async () => {
    const lost = folder.present.get(keptId);
    const arrived = folder.missing.get(secondId);
    if (folder.readOnly !== null || !lost || !arrived) return;
    if (!saysNoMore(lost, arrived)) return;
    await makeOne(context, folder, { lost, arrived }, lost.path);
    await syncFences(context, folder);
    context.announce(folder);
  });

/** {@link joinRenamed} for a record that came: another machine says that this chapter is what stands at the path. */
export const joinTold = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  otherPath: string,
): Promise<void> =>
  folder.mutex.runExclusive(async () => {
    if (!(await joinRenamed(context, folder, documentId, otherPath))) return;
    await syncFences(context, folder);
    context.announce(folder);
  });

/** Looks whether files that came in this look are second names of chapters, as records tell. The caller holds the mutex. */
export const joinArrived = async (
  context: DocumentsContext,
  folder: OpenFolder,
  arrived: readonly DocumentRecord[],
): Promise<void> => {
  if (arrived.length === 0 || folder.readOnly !== null) return;
  const paths = new Set(arrived.map(({ path }) => path));
  const announced = await context.records.listAnnounced(folder.root);
  const keys = new Map([...folder.present.values()].map((record) => [fenceKeyOf(record), record]));
  for (const told of announced.filter(({ path }) => paths.has(path))) {
    for (const key of [told.key, ...told.aliases]) {
      const known = keys.get(key);
      if (known && isRenamedTwice(known.path, told))
        await joinRenamed(context, folder, known.documentId, told.path);
    }
  }
};
