/**
 * Files that a save has just replaced. Another program that had one open may write into it still, and nobody would ever
 * see that text: so each stays open for a moment and is looked at again (F17).
 */
import type { FileHandle } from 'node:fs/promises';
import { decodeText } from './decode-text.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import { versionOf } from './version.ts';

/** Between two looks at a replaced file, ms. */
const watchTime = 1000;
/** A program in the middle of writing is waited for, ms at a time and ms in all. */
const breath = 25;
const longestWait = 500;
/** Looks at a file into which nobody writes; a busy machine may let a program wait between opening and writing. */
const quietLooks = 3;
/** Looks at a file that somebody has emptied and not filled again, before the emptiness is believed. */
const maxLooks = 10;
/** More than this are not kept open: the oldest is looked at at once. */
const maxOpen = 64;

/** What a file held when it was looked at last. */
export type Held = Pick<ChapterFile, 'bytes' | 'text' | 'version'>;

/** A file that was replaced, and what it held when it was looked at last. */
export type Replaced = {
  folder: OpenFolder;
  documentId: string;
  handle: FileHandle;
  before: Held;
};

/** Takes in what another program wrote into a replaced file. The caller holds no mutex. */
export type TakeLateEdit = (replaced: Replaced, bytes: Buffer) => Promise<void>;

export type ReplacedFiles = {
  /** What was written into it between the last look and the rename, or null; it is watched for a moment more. */
  follow(replaced: Replaced): Promise<Buffer | null>;
  /** Looks at all of a project's at once, before it is closed. */
  settle(projectId: string): Promise<void>;
};

const readWhole = async (handle: FileHandle): Promise<Buffer> => {
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read) {
    ({ bytesRead: read } = await handle.read(bytes, length, size - length, length));
  }
  return bytes.subarray(0, length);
};

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Programs empty a file before they write it anew, and some time may pass in between. */
const isCutShort = (bytes: Buffer, { bytes: before }: Held): boolean =>
  bytes.length < before.length && before.subarray(0, bytes.length).equals(bytes);

/** What the file holds now if that is not what was replaced, read when its writer seems to have finished. */
const readLateEdit = async ({ handle, before }: Replaced): Promise<Buffer | null> => {
  let bytes = await readWhole(handle);
  if (bytes.equals(before.bytes)) return null;
  for (let waited = 0; waited < longestWait; waited += breath) {
    await wait(breath);
    const again = await readWhole(handle);
    if (again.equals(bytes) && !isCutShort(bytes, before)) break;
    bytes = again;
  }
  return bytes.equals(before.bytes) ? null : bytes;
};

/** The file as it is once `bytes` were taken in: what comes later was made from them. */
const afterTaking = (replaced: Replaced, bytes: Buffer): Replaced => {
  const text = decodeText(bytes);
  const { before } = replaced;
  if (text === null) return { ...replaced, before: { ...before, bytes } };
  return { ...replaced, before: { bytes, text, version: versionOf(text) } };
};

/** @param onFailure a replaced file could not be read or its text not be taken in */
export const createReplacedFiles = (
  takeLateEdit: TakeLateEdit,
  onFailure: (error: unknown, documentId: string) => void,
): ReplacedFiles => {
  const watched = new Map<Replaced, { timer: NodeJS.Timeout; looks: number }>();
  const underWay = new Map<Promise<void>, string>();

  const watch = (replaced: Replaced, looks: number): void => {
    const timer = setTimeout(() => void look(replaced, false), watchTime);
    timer.unref();
    watched.set(replaced, { timer, looks });
    const [oldest] = watched.keys();
    if (watched.size > maxOpen && oldest) void look(oldest, true);
  };

  /** Takes in what came; whether the file is to be watched further. */
  const takeNew = async (replaced: Replaced, looks: number, isLast: boolean): Promise<boolean> => {
    const bytes = await readLateEdit(replaced);
    const isAwaited = bytes
      ? looks < maxLooks && isCutShort(bytes, replaced.before)
      : looks < quietLooks;
    if (!isLast && isAwaited) {
      watch(replaced, looks + 1);
      return true;
    }
    if (!bytes) return false;
    await takeLateEdit(replaced, bytes);
    if (!isLast) watch(afterTaking(replaced, bytes), 0);
    return !isLast;
  };

  const lookOnce = async (replaced: Replaced, looks: number, isLast: boolean): Promise<void> => {
    let isWatched = false;
    try {
      isWatched = await takeNew(replaced, looks, isLast);
    } catch (error) {
      onFailure(error, replaced.documentId);
    } finally {
      if (!isWatched) await replaced.handle.close();
    }
  };

  const look = async (replaced: Replaced, isLast: boolean): Promise<void> => {
    const known = watched.get(replaced);
    if (!known) return;
    clearTimeout(known.timer);
    watched.delete(replaced);
    const done = lookOnce(replaced, known.looks, isLast);
    underWay.set(done, replaced.folder.projectId);
    await done;
    underWay.delete(done);
  };

  return {
    async follow(replaced) {
      const bytes = await readLateEdit(replaced);
      const isEdit = bytes !== null && !isCutShort(bytes, replaced.before);
      watch(isEdit ? afterTaking(replaced, bytes) : replaced, 0);
      return isEdit ? bytes : null;
    },
    async settle(projectId) {
      await Promise.all([...underWay].flatMap(([done, of]) => (of === projectId ? [done] : [])));
      const own = [...watched.keys()].filter(({ folder }) => folder.projectId === projectId);
      await Promise.all(own.map((replaced) => look(replaced, true)));
    },
  };
};
