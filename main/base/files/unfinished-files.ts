/** Files that are being made beside their place, so that what a killed program left there is taken away. */
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { AppError } from '#shared/errors.ts';
import { parseJson } from '#main/base/text/parse-json.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';

const prefix = '.fabula-export-';

const Note = z.object({ path: z.string(), pid: z.number(), started: z.string() });

export type UnfinishedFiles = {
  /** A path beside a target for `work` to write to; nothing is there afterwards. */
  make<T>(target: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Takes away what processes that are gone have left. */
  sweep(): Promise<void>;
};

/** Only a file of the name that these have, whatever a note says. */
const removeLeft = async (path: string): Promise<void> => {
  if (!basename(path).startsWith(prefix)) return;
  const left = await unlessMissing(lstat(path), null);
  if (left?.isFile()) await rm(path, { force: true });
};

/** Each file under way is noted in the data folder, so that everybody who makes one there sees the notes of all. */
export const createUnfinishedFiles = (data: string): UnfinishedFiles => {
  const folder = join(data, 'exports-under-way');
  const note = async (path: string): Promise<string> => {
    const file = join(folder, `${nanoid()}.json`);
    try {
      await mkdir(folder, { recursive: true });
      const content = { path, pid: process.pid, started: processStart(process.pid) };
      await writeFile(file, JSON.stringify(content));
    } catch (error) {
      // The file may go to another disk than the data folder's, which is full: then nobody tidies up after a kill.
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
