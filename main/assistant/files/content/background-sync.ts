/** Syncs written files to the disk without making the writer wait. */
import type { FileHandle } from 'node:fs/promises';

/** Gets written files onto the disk without making the writer wait. */
export type BackgroundSync = {
  /** Takes the handle over: it is synced and closed. Waits only while too many others are under way. */
  take(handle: FileHandle): Promise<void>;
  /** When everything taken so far is on the disk. */
  settled(): Promise<void>;
};

/** Files held open at once for this. */
const maxOpen = 64;

/**
 * A sync costs more than all the rest of a small write, and far more on a turning disk. So the manifest names a file
 * at once and its content follows within milliseconds; a loss of power in between leaves a file that is shorter than
 * the manifest says, which is noticed when it is opened.
 */
export const createBackgroundSync = (failed: (error: unknown) => void): BackgroundSync => {
  const open = new Set<Promise<void>>();

  const sync = async (handle: FileHandle): Promise<void> => {
    try {
      await handle.datasync();
    } catch (error) {
      failed(error);
    } finally {
      await handle.close();
    }
  };

  return {
    async take(handle) {
      while (open.size >= maxOpen) await Promise.race(open);
      const one = sync(handle)
        .catch(failed)
        .finally(() => open.delete(one));
      open.add(one);
    },
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
};
