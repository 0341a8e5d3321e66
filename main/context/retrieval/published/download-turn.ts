/** Whose turn it is to bring a model: two programs of one data folder would write into the same files (E5). */
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type FileHold, holdFile } from '#main/db/exclusive-file.ts';

const askAgainMs = 250;

export type DownloadTurns = {
  /** Once nobody else, in this program or another, brings what this model's folder is for. Throws the signal's reason. */
  take(folder: string, signal: AbortSignal): Promise<FileHold>;
  isTaken(folder: string): boolean;
};

export const createDownloadTurns = (data: string, binding: string | null): DownloadTurns => {
  // Not beside the models: of a removed one nothing is left there.
  const hold = (folder: string): FileHold | null =>
    holdFile(path.join(data, 'downloads', path.basename(folder)), binding);
  return {
    async take(folder, signal) {
      for (;;) {
        signal.throwIfAborted();
        const held = hold(folder);
        if (held !== null) return held;
        // An abort is thrown above, with its reason.
        await rest(askAgainMs, undefined, { signal }).catch(() => undefined);
      }
    },
    isTaken(folder) {
      const held = hold(folder);
      held?.release();
      return held === null;
    },
  };
};
