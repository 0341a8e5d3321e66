/** What the writer decided about chapters beside their text, for whoever carries it to other machines (B1). */
import type { Database } from 'better-sqlite3';
import { createTurns } from '../take-turns.ts';
import { withHidden } from './binder-order.ts';
import type { DocumentsContext } from './context.ts';
import { fenceKeyOf, syncFences } from './fences/sync.ts';
import { keepOrder } from './move-chapter.ts';
import { type OpenFolder, setPresent, settleAwaited } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import type { ChapterSettings, DecidedSettings } from './service.ts';
import { saveDocument } from './store.ts';

const settingsOf = (record: DocumentRecord, isPresent: boolean): ChapterSettings => ({
  key: fenceKeyOf(record),
  documentId: record.documentId,
  path: record.path,
  version: record.version,
  isPresent,
  pointOfViewEntityId: record.pointOfViewEntityId,
  fence: record.fence,
  fenceRevision: record.fenceRevision,
  status: record.status,
  synopsis: record.synopsis,
  synopsisVersion: record.synopsisVersion,
  labels: record.labels,
  wordGoal: record.wordGoal,
});

/** Chapters of the folder, those whose files are away among them; each key once, what is here before what is away. */
export const listSettings = (folder: OpenFolder): Map<string, ChapterSettings> => {
  const byKey = new Map<string, ChapterSettings>();
  for (const record of folder.present.values()) {
    const settings = settingsOf(record, true);
    if (!byKey.has(settings.key)) byKey.set(settings.key, settings);
  }
  for (const record of folder.missing.values()) {
    const settings = settingsOf(record, false);
    if (!byKey.has(settings.key)) byKey.set(settings.key, settings);
  }
  return byKey;
};

/** The writer's order as keys; null when the folder's own order holds. */
const orderOfKeys = (
  folder: OpenFolder,
  byKey: ReadonlyMap<string, ChapterSettings>,
): string[] | null => {
  if (folder.manualOrder === null) return null;
  const keys = new Map([...byKey.values()].map(({ key, documentId }) => [documentId, key]));
  return folder.manualOrder.flatMap((documentId) => keys.get(documentId) ?? []);
};

const put = (context: DocumentsContext, folder: OpenFolder, record: DocumentRecord): void => {
  const isPresent = folder.present.has(record.documentId);
  saveDocument(context.database, folder.projectId, record, isPresent ? 'present' : 'missing');
  if (isPresent) setPresent(folder, record);
  else folder.missing.set(record.documentId, record);
};

const recordOf = (folder: OpenFolder, documentId: string): DocumentRecord | undefined =>
  folder.present.get(documentId) ?? folder.missing.get(documentId);

type Taken = ReturnType<DecidedSettings['take']>;

/** A fence that a file took over, and of which nobody has decided anything, holds. */
const keptFence = (
  { fence, fenceRevision }: DocumentRecord,
  change: { fenceRevision: number },
): Partial<DocumentRecord> => (fenceRevision === 0 && change.fenceRevision === 0 ? { fence } : {});

const apply = (
  context: DocumentsContext,
  folder: OpenFolder,
  byKey: ReadonlyMap<string, ChapterSettings>,
  { changes, order }: Taken,
): void => {
  for (const { key, ...change } of changes) {
    const record = recordOf(folder, byKey.get(key)?.documentId ?? '');
    if (record) put(context, folder, { ...record, ...change, ...keptFence(record, change) });
  }
  if (order !== undefined) {
    const ids = order.flatMap((key) => byKey.get(key)?.documentId ?? []);
    const placed = new Set(ids);
    // Chapters that are deleted keep their place, should they come back.
    const before = (folder.manualOrder ?? []).filter(
      (id) => placed.has(id) || !recordOf(folder, id),
    );
    keepOrder(context, folder, withHidden(ids, before));
  }
};

/** Another number whenever another process wrote to the database. */
const writesElsewhere = (database: Database): unknown =>
  database.pragma('data_version', { simple: true });

/**
 * Takes in what another machine decided, together with what `decide` notes of it. The caller holds the folder's mutex.
 */
export const exchangeSettings = async (
  context: DocumentsContext,
  folder: OpenFolder,
  decide: (
    chapters: readonly ChapterSettings[],
    order: readonly string[] | null,
  ) => DecidedSettings,
): Promise<void> => {
  const { database } = context;
  const byKey = listSettings(folder);
  const before = writesElsewhere(database);
  let decided = decide([...byKey.values()], orderOfKeys(folder, byKey));
  const letOthers = createTurns();
  for (const _done of decided.ahead) await letOthers();
  const exchange = database.transaction(() => {
    // What is noted is noted of what stands there, also where another process has the book.
    if (writesElsewhere(database) !== before) {
      decided = decide([...byKey.values()], orderOfKeys(folder, byKey));
    }
    const taken = decided.take();
    apply(context, folder, byKey, taken);
    return taken;
  });
  const taken = exchange.immediate();
  const isSettled = settleAwaited(folder, true);
  if (taken.changes.length > 0 || taken.order !== undefined) await syncFences(context, folder);
  else if (!isSettled) return;
  context.announce(folder);
};

/** Another machine knows the chapter under this key. The caller holds the folder's mutex. */
export const rekeyChapter = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  key: string,
): void => {
  const record = recordOf(folder, documentId);
  if (record) put(context, folder, { ...record, fenceKey: key === documentId ? null : key });
};

/** Whether the set of chapters whose settings nobody can read changed. */
export const withholdChapters = (folder: OpenFolder, keys: ReadonlySet<string>): boolean => {
  const byKey = listSettings(folder);
  const ids = new Set([...keys].flatMap((key) => byKey.get(key)?.documentId ?? []));
  const isSame =
    ids.size === folder.withheld.size && [...ids].every((id) => folder.withheld.has(id));
  if (isSame) return false;
  folder.withheld = ids;
  folder.infos = null;
  return true;
};
