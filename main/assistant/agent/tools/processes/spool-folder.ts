/** Folders for the outputs of commands, and what dead processes left there. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '#main/base/failures/system-code.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';

/** Whose it is stands in its name: `output-<pid>-<start>-XXXXXX`. */
const ownName = /^output-(\d+)-(\d*)-/;

/** A new folder for one output of this process, below a root that is made when it is not there (S1-05). */
export const makeOutputFolder = async (root: string): Promise<string> => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  return mkdtemp(join(root, `output-${process.pid}-${processStart(process.pid)}-`));
};

const namesIn = async (root: string): Promise<string[]> => {
  try {
    return await readdir(root);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
};

/** Deletes the outputs of processes that were killed before they could. The file system's errors come through. */
export const removeAbandonedOutputs = async (root: string): Promise<void> => {
  for (const name of await namesIn(root)) {
    const [, pid, started = ''] = ownName.exec(name) ?? [];
    if (pid === undefined || isSameProcessAlive({ pid: Number(pid), started })) continue;
    await rm(join(root, name), { recursive: true, force: true });
  }
};
