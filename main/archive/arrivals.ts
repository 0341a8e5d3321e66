/** Books that are being taken in, written down so that the next start takes back what a kill left of one (B8, B9). */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { isThere } from '#main/base/files/places.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { isInside } from '#main/base/files/regular-file.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';

const Placement = z.object({
  projectId: z.string(),
  /** Files and folders that go into the data folder. */
  files: z.array(z.string()),
});
const Note = z.object({
  pid: z.number(),
  started: z.string(),
  /** The folder it is unpacked into, beside its place. */
  staging: z.string(),
  /** What is put elsewhere; null while nothing is. */
  placement: Placement.nullable(),
});
type Note = z.infer<typeof Note>;
export type Placement = z.infer<typeof Placement>;

/** Where the book lies in the folder it is unpacked into, until it gets its place in one rename. */
export const unpackedBook = 'book';

const prefix = '.fabula-import-';

export type Arrivals = {
  /** A folder for `work` to unpack into; it is gone afterwards. `work` says what it is about to put elsewhere. */
  unpackBeside<T>(
    place: string,
    work: (staging: string, announce: (placement: Placement) => Promise<void>) => Promise<T>,
  ): Promise<T>;
  /** Takes back what processes that are gone left half. Throws the file system's and SQLite's errors. */
  takeBackLeft(removeRows: (projectId: string) => void): Promise<void>;
};

const readNote = async (file: string): Promise<Note | null> => {
  const text = await unlessMissing(readFile(file, 'utf8'), '');
  try {
    return Note.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
};

export const createArrivals = (data: string): Arrivals => {
  const notes = join(data, 'arrivals');
  const ownFolders = ['context', 'journal'].map((name) => join(data, name));
  const isOwn = (path: string): boolean =>
    ownFolders.some((folder) => path !== folder && isInside(folder, path));

  /** False while the disk it lies on is not there. */
  const takeBack = async (
    { staging, placement }: Note,
    removeRows: (projectId: string) => void,
  ): Promise<boolean> => {
    if (!basename(staging).startsWith(prefix)) return true;
    if (!(await isThere(dirname(staging)))) return false;
    // Once the book has left the folder it is in its place, and all that belongs to it was put there before.
    if (placement !== null && (await isThere(join(staging, unpackedBook)))) {
      removeRows(placement.projectId);
      for (const path of placement.files.filter(isOwn)) {
        await rm(path, { recursive: true, force: true });
      }
    }
    await rm(staging, { recursive: true, force: true });
    return true;
  };

  return {
    async unpackBeside(place, work) {
      const file = join(notes, `${nanoid()}.json`);
      const staging = join(dirname(place), `${prefix}${nanoid(8)}`);
      const owner = { pid: process.pid, started: processStart(process.pid) };
      const write = (placement: Placement | null): Promise<void> => {
        const note = { ...owner, staging, placement } satisfies Note;
        return writeFileAtomic(file, JSON.stringify(note), { mode: 0o600 });
      };
      await mkdir(notes, { recursive: true, mode: 0o700 });
      await write(null);
      try {
        await mkdir(staging, { mode: 0o700 });
        return await work(staging, write);
      } finally {
        await rm(staging, { recursive: true, force: true });
        await rm(file, { force: true });
      }
    },
    async takeBackLeft(removeRows) {
      const names = await unlessMissing(readdir(notes), []);
      for (const name of names.filter((one) => one.endsWith('.json'))) {
        const file = join(notes, name);
        const note = await readNote(file);
        if (note !== null && isSameProcessAlive(note)) continue;
        if (note === null || (await takeBack(note, removeRows))) await rm(file, { force: true });
      }
    },
  };
};
