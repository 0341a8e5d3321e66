/** Keeps texts from before they are written over. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import type { SnapshotInfo, SnapshotReason } from '#shared/domain/project.ts';
import type { SnapshotCause } from '#shared/domain/snapshot-cause.ts';
import { AppError } from '#shared/errors.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { Clock } from '#main/platform.ts';
import { countText, type TextCounts } from '#shared/count-text.ts';
import {
  addSnapshot,
  type DocumentKey,
  hasSnapshotOf,
  listSnapshots,
  loadDeflated,
  loadOriginal,
  newestSnapshot,
  removeSnapshots,
  setName,
  setWordCount,
  type StoredSnapshot,
} from './snapshot-store.ts';
import { snapshotsToDrop } from './thinning.ts';
import { versionOf } from './version.ts';

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/** Autosaves closer together than this are one snapshot, the newest of them. */
const runLength = 120_000;

const toInfo = (stored: StoredSnapshot, wordCount: number): SnapshotInfo => ({
  snapshotId: stored.snapshotId,
  createdAt: stored.createdAt,
  reason: stored.reason,
  charCount: stored.charCount,
  wordCount,
  version: stored.version,
  ...(stored.hasOriginal ? { hasOriginal: true } : {}),
  ...(stored.name === null ? {} : { name: stored.name }),
  ...(stored.cause === null ? {} : { cause: stored.cause }),
});

type AddOptions = {
  /** The file itself, where its text alone would not give it back. */
  originalBytes?: Buffer;
  /** A snapshot of the chapter that this one takes the place of. */
  replaces?: string;
  cause?: SnapshotCause;
  name?: string;
  /** The text's, where they are known. */
  counts?: TextCounts;
};

/** The kept versions of chapters (F18): content-addressed, deflated, thinned with age. */
export type Snapshots = {
  add(
    key: DocumentKey,
    text: string,
    reason: SnapshotReason,
    options?: AddOptions,
  ): Promise<SnapshotInfo>;
  /** Null takes the name away. SNAPSHOT_NOT_FOUND. */
  rename(key: DocumentKey, snapshotId: string, name: string | null): Promise<SnapshotInfo>;
  has(key: DocumentKey, version: string): boolean;
  /** Version of a snapshot's text; null when there is no such snapshot of the chapter. */
  versionOf(key: DocumentKey, snapshotId: string): string | null;
  /** Newest first, each with its words: those of earlier programs are counted when they are first asked for (F23). */
  list(key: DocumentKey): Promise<SnapshotInfo[]>;
  /** SNAPSHOT_NOT_FOUND, also for a snapshot of another document. */
  read(key: DocumentKey, snapshotId: string): Promise<SnapshotInfo & { text: string }>;
  /** The file as it was, byte for byte. SNAPSHOT_NOT_FOUND when the snapshot has none. */
  originalOf(key: DocumentKey, snapshotId: string): Buffer;
  /** Null when no snapshot of the project has that text. */
  textOf(projectId: string, version: string): Promise<string | null>;
};

const notFound = (snapshotId: string): AppError =>
  new AppError('SNAPSHOT_NOT_FOUND', 'There is no such snapshot of this chapter.', { snapshotId });

export const createSnapshots = (database: Database, clock: Clock): Snapshots => {
  const textOf = async (projectId: string, version: string): Promise<string | null> => {
    const deflated = loadDeflated(database, projectId, version);
    return deflated === null ? null : (await inflateAsync(deflated)).toString('utf8');
  };

  const find = (key: DocumentKey, snapshotId: string): StoredSnapshot | undefined =>
    listSnapshots(database, key).find((one) => one.snapshotId === snapshotId);

  /** One that has a name stays beside the new one. */
  const findReplaced = (
    key: DocumentKey,
    snapshotId: string | undefined,
  ): StoredSnapshot | null => {
    const stored = snapshotId === undefined ? undefined : find(key, snapshotId);
    return stored?.name === null ? stored : null;
  };

  const wordCountOf = async (key: DocumentKey, stored: StoredSnapshot): Promise<number> => {
    if (stored.wordCount !== null) return stored.wordCount;
    const { projectId } = key;
    const { version } = stored;
    const { wordCount } = countText((await textOf(projectId, version)) ?? '');
    try {
      setWordCount(database, { projectId, version }, wordCount);
    } catch (error) {
      // A full or read-only disk keeps nobody from reading: it is counted again next time.
      if (!(explainStorageFailure(error) instanceof AppError)) throw error;
    }
    return wordCount;
  };

  const thin = (key: DocumentKey, now: number): void => {
    const all = listSnapshots(database, key);
    const drop = new Set(snapshotsToDrop(all, now));
    if (drop.size === 0) return;
    database.transaction(() => {
      removeSnapshots(
        database,
        key.projectId,
        all.filter(({ snapshotId }) => drop.has(snapshotId)),
      );
    })();
  };

  return {
    async add(key, text, reason, options = {}) {
      const deflated = await deflateAsync(Buffer.from(text, 'utf8'));
      const now = clock.now();
      const newest = newestSnapshot(database, key);
      const continues =
        reason === 'autosave' &&
        newest?.reason === 'autosave' &&
        newest.name === null &&
        now - newest.startedAt < runLength;
      // A restore that failed left what it kept, for nobody knew what the disk had; trying again keeps it once.
      const repeats =
        reason === 'beforeRestore' &&
        newest?.reason === 'beforeRestore' &&
        newest.version === versionOf(text) &&
        !newest.hasOriginal;
      const replaced = continues
        ? newest
        : findReplaced(key, repeats ? newest.snapshotId : options.replaces);
      const { charCount, wordCount } = options.counts ?? countText(text);
      const snapshot: StoredSnapshot = {
        snapshotId: nanoid(),
        startedAt: continues ? newest.startedAt : now,
        createdAt: now,
        reason,
        version: versionOf(text),
        ...{ charCount, wordCount },
        hasOriginal: options.originalBytes !== undefined,
        name: options.name ?? null,
        cause: options.cause ?? null,
      };
      const originalBytes = options.originalBytes ?? null;
      addSnapshot(database, key, { snapshot, deflated, originalBytes }, replaced);
      if (!continues) thin(key, now);
      return toInfo(snapshot, wordCount);
    },
    has: (key, version) => hasSnapshotOf(database, key, version),
    versionOf: (key, snapshotId) => find(key, snapshotId)?.version ?? null,
    async rename(key, snapshotId, name) {
      setName(database, key, snapshotId, name);
      const stored = find(key, snapshotId);
      if (!stored) throw notFound(snapshotId);
      return toInfo(stored, await wordCountOf(key, stored));
    },
    async list(key) {
      const infos: SnapshotInfo[] = [];
      for (const stored of listSnapshots(database, key)) {
        infos.push(toInfo(stored, await wordCountOf(key, stored)));
      }
      return infos;
    },
    async read(key, snapshotId) {
      const stored = find(key, snapshotId);
      const text = stored ? await textOf(key.projectId, stored.version) : null;
      if (!stored || text === null) throw notFound(snapshotId);
      return { ...toInfo(stored, countText(text).wordCount), text };
    },
    originalOf(key, snapshotId) {
      const bytes = loadOriginal(database, key, snapshotId);
      if (bytes !== null) return bytes;
      throw new AppError('SNAPSHOT_NOT_FOUND', 'No original file is kept there.', { snapshotId });
    },
    textOf,
  };
};
