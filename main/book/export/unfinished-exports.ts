/** Files that exports under way are made in, so that what a killed program left beside its target is taken away. */
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { explainStorageFailure } from '#main/db/storage-failure.ts';
import { isSameProcessAlive, processStart } from '#main/process-liveness.ts';
import { unlessMissing } from '#main/system-code.ts';
import { AppError } from '#shared/errors.ts';

const prefix = '.fabula-export-';

const Note = z.object({ path: z.string(), pid: z.number(), started: z.string() });

export type UnfinishedExports = {
  /** A path beside a target for `work` to write to; nothing is there afterwards. */
  make<T>(target: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Takes away what exports of processes that are gone have left. */
  sweep(): Promise<void>;
};

/** Only a file of the name that exports have, whatever a note says. */
const removeLeft = async (path: string): Promise<void> => {
  if (!basename(path).startsWith(prefix)) return;
  const left = await unlessMissing(lstat(path), null);
  if (left?.isFile()) await rm(path, { force: true });
};

/** Null for a note that a kill cut off. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** `folder`: where each export under way is noted, in the data folder. */
export const createUnfinishedExports = (folder: string): UnfinishedExports => {
  const note = async (path: string): Promise<string> => {
    const file = join(folder, `${nanoid()}.json`);
    try {
      await mkdir(folder, { recursive: true });
      const content = { path, pid: process.pid, started: processStart(process.pid) };
      await writeFile(file, JSON.stringify(content));
    } catch (error) {
      // The book may go to another disk than the data folder's, which is full: then nobody tidies up after a kill.
      if (!(explainStorageFailure(error) instanceof AppError)) throw error;
    }
    return file;
  };
  return {
    async make(target, work) {
      const path = join(dirname(target), `${prefix}${nanoid()}`);
      const noted = await note(path);
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
        await rm(noted, { force: true });
      }
    },
    async sweep() {
      for (const name of await unlessMissing(readdir(folder), [])) {
        const file = join(folder, name);
        const content = await unlessMissing(readFile(file, 'utf8'), '');
        const read = Note.safeParse(parseJson(content));
        if (read.success && isSameProcessAlive(read.data)) continue;
        if (read.success) await removeLeft(read.data.path);
        await rm(file, { force: true });
      }
    },
  };
};
