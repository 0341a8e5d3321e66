/**
 * Files that a save has just replaced. Another program that had one open may write into it still, and nobody would ever
 * see that text: so each stays open for a moment and is looked at again (F17).
 */
import type { FileHandle } from 'node:fs/promises';
import type { OpenFolder } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';

/** How long a replaced file is watched, ms. */
const watchTime = 1000;
/** A program in the middle of writing is waited for, ms at a time and ms in all. */
const breath = 25;
const longestWait = 500;
/** More than this are not kept open: the oldest is looked at at once. */
const maxOpen = 32;

/** A file that was replaced, and what it held when it was looked at last. */
export type Replaced = {
  folder: OpenFolder;
  documentId: string;
  handle: FileHandle;
  before: ChapterFile;
};

/** Takes in what another program wrote into a replaced file. The caller holds no mutex. */
export type TakeLateEdit = (replaced: Replaced, bytes: Buffer) => Promise<void>;

export type ReplacedFiles = {
  /** What was written into it between the last look and the rename, or null; then it is watched for a moment more. */
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

/** What the file holds now if that is not what was replaced, read when its writer seems to have finished. */
const readLateEdit = async ({ handle, before }: Replaced): Promise<Buffer | null> => {
  let bytes = await readWhole(handle);
  if (bytes.equals(before.bytes)) return null;
  for (let waited = 0; waited < longestWait; waited += breath) {
    await wait(breath);
    const again = await readWhole(handle);
    if (again.equals(bytes)) break;
    bytes = again;
  }
  return bytes.equals(before.bytes) ? null : bytes;
};

/** @param onFailure a replaced file could not be read or its text not be taken in */
export const createReplacedFiles = (
  takeLateEdit: TakeLateEdit,
  onFailure: (error: unknown, documentId: string) => void,
): ReplacedFiles => {
  const watched = new Map<Replaced, NodeJS.Timeout>();

  const lookOnce = async (replaced: Replaced): Promise<void> => {
    const timer = watched.get(replaced);
    if (timer === undefined) return;
    clearTimeout(timer);
    watched.delete(replaced);
    try {
      const bytes = await readLateEdit(replaced);
      if (bytes) await takeLateEdit(replaced, bytes);
    } catch (error) {
      onFailure(error, replaced.documentId);
    } finally {
      await replaced.handle.close();
    }
  };

  return {
    async follow(replaced) {
      const bytes = await readLateEdit(replaced);
      if (bytes) {
        await replaced.handle.close();
        return bytes;
      }
      const timer = setTimeout(() => void lookOnce(replaced), watchTime);
      timer.unref();
      watched.set(replaced, timer);
      const [oldest] = watched.keys();
      if (watched.size > maxOpen && oldest) void lookOnce(oldest);
      return null;
    },
    async settle(projectId) {
      const own = [...watched.keys()].filter(({ folder }) => folder.projectId === projectId);
      await Promise.all(own.map(lookOnce));
    },
  };
};
