/** Takes away the locks of a git that was killed, and only those that are known to be of a git of ours. */
import { rmSync, writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';

const Note = z.object({ pid: z.int(), started: z.string(), at: z.number() });

/** A disk's clock may be a little behind. */
const clockSlackMs = 3_000;
/** No git of ours runs longer. */
const longestMs = 20 * 60_000;

/** Writes down which git runs now: who is killed cannot do so after. */
export const noteProcess = (file: string, pid: number): void => {
  writeFileSync(file, JSON.stringify({ pid, started: processStart(pid), at: Date.now() }));
};

/** Whatever lock is found from now on is of somebody else. */
export const forgetProcess = (file: string): void => rmSync(file, { force: true });

const readNote = async (file: string): Promise<z.infer<typeof Note> | null> => {
  const text = await unlessMissing(readFile(file, 'utf8'), '');
  try {
    return Note.parse(JSON.parse(text));
  } catch {
    // A note that a kill cut off says nothing.
    return null;
  }
};

export const clearDeadLocks = async (
  noteFile: string,
  gitFolder: string,
  branch: string | null,
): Promise<void> => {
  const note = await readNote(noteFile);
  if (note === null || isSameProcessAlive(note)) return;
  const refs = branch === null ? [] : [`refs/heads/${branch}.lock`];
  for (const name of ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', ...refs]) {
    const path = join(gitFolder, name);
    const lock = await unlessMissing(stat(path), null);
    if (lock === null) continue;
    const age = lock.mtimeMs - note.at;
    if (age > -clockSlackMs && age < longestMs) await rm(path, { force: true });
  }
};
