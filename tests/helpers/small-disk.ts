import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A real file system of its own, small enough to be filled. */
export type SmallDisk = {
  path: string;
  /** Takes every byte there is. */
  fill(): void;
  /** Gives them back. */
  free(): void;
  /** From now on nothing on it can be changed, or it can again. */
  setReadOnly(readOnly: boolean): void;
  /** Nothing may be open on it any more. */
  remove(): void;
};

const mount = (args: readonly string[]): void => {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/**
 * Makes a disk in memory of so many MiB.
 * @throws Error, loudly, where this process may not: what a full disk does can be shown on no other
 */
export const mountSmallDisk = (path: string, mebibytes: number): SmallDisk => {
  mkdirSync(path, { recursive: true });
  try {
    mount(['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]);
  } catch (error) {
    throw new Error(
      'This process may not mount a small disk, so nothing was shown of full disks: run these tests as root.',
      { cause: error },
    );
  }
  const ballast = join(path, '.ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (const size of [1024 * 1024, 4096, 1]) {
          const block = Buffer.alloc(size, 'x');
          for (;;) {
            try {
              if (writeSync(file, block) < size) break;
            } catch {
              // No room for a block of this size.
              break;
            }
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    setReadOnly(readOnly) {
      mount(['-o', `remount,${readOnly ? 'ro' : 'rw'}`, path]);
    },
    remove() {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
};
