/** Watches a folder for what other programs do in it. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { Logger } from '#main/platform.ts';
import { isChapterPath, isIgnoredName } from './scan.ts';

/** Editors save in several steps; what happens within this time is looked at once. */
const settleTime = 120;
/** Between two looks at a folder that cannot be watched, or is gone, at the least. */
const defaultPollTime = 5_000;
/** Looking may take this part of the time at most: a large folder is looked at less often. */
const pollShare = 0.05;
/** Every watched file costs a handle; beyond this many, looking at the folder now and then is cheaper. */
const maxWatched = 5_000;

export type FolderWatch = {
  /**
   * Sees nothing until the answer is called, once; then the whole folder is looked at. For work that writes many files:
   * every new one makes the watch read its folder anew. Pauses may overlap.
   */
  pause(): () => void;
  close(): Promise<void>;
};

export type FolderWatcherOptions = {
  root: string;
  /** Chapters the folder has now. */
  fileCount: number;
  /** Paths that may have changed, or null when the whole folder must be looked at. */
  onTouched(paths: ReadonlySet<string> | null): Promise<void>;
  onMissing(): void;
  onFailure(error: unknown): void;
  logger: Logger;
  /** ms; for folders that are looked at instead of watched. */
  pollTime?: number;
};

const recordFolders: ReadonlySet<string> = new Set([
  'chapters',
  'expectations',
  'threads',
  'notes',
  'scenes',
  'dismissed',
  'book',
]);

/** Of the book's own folder the list of fences is watched, with what may be a copy of it, and the folders of records. */
const isOwn = ([folder, name, file, ...more]: readonly string[]): boolean => {
  if (folder !== '.fabula' || more.length > 0) return false;
  if (recordFolders.has(name ?? '')) return file === undefined || /^[^.].*\.yaml$/.test(file);
  return file === undefined && (name === undefined || /^fenced.*\.json$/.test(name));
};

const exists = async (root: string): Promise<boolean> => {
  try {
    return (await stat(root)).isDirectory();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

/**
 * Tells when chapters change on disk: by the system's notifications where it has any, by looking every few
 * seconds where it has not (network folders, too many files, no watches left).
 */
export const watchFolder = (options: FolderWatcherOptions): FolderWatch => {
  const { root, logger, pollTime = defaultPollTime } = options;
  let lookTime = 0;
  const touched = new Set<string>();
  let watcher: FSWatcher | null = null;
  let settling: NodeJS.Timeout | null = null;
  let polling: NodeJS.Timeout | null = null;
  let isMissing = false;
  let isClosed = false;
  let pauses = 0;
  let working: Promise<void> = Promise.resolve();

  const inTurn = (work: () => Promise<void>): void => {
    working = working.then(work).catch(options.onFailure);
  };

  const lookAt = async (paths: ReadonlySet<string> | null): Promise<void> => {
    if (isClosed) return;
    if (await exists(root)) {
      const cameBack = isMissing;
      isMissing = false;
      await options.onTouched(cameBack ? null : paths);
      if (cameBack) start();
      return;
    }
    if (!isMissing) options.onMissing();
    isMissing = true;
    poll();
  };

  const endWatching = (): void => {
    const previous = watcher;
    watcher = null;
    if (previous) inTurn(() => previous.close());
  };

  const poll = (): void => {
    endWatching();
    if (polling !== null || isClosed) return;
    polling = setTimeout(
      () => {
        polling = null;
        inTurn(async () => {
          const started = performance.now();
          await lookAt(null);
          lookTime = performance.now() - started;
          if (watcher === null) poll();
        });
      },
      Math.max(pollTime, lookTime / pollShare),
    );
    polling.unref();
  };

  const settle = (): void => {
    settling ??= setTimeout(() => {
      settling = null;
      const paths = new Set(touched);
      touched.clear();
      inTurn(() => lookAt(paths));
    }, settleTime);
  };

  const start = (): void => {
    if (isClosed || pauses > 0) return;
    if (options.fileCount > maxWatched) {
      poll();
      return;
    }
    const started = watch(root, {
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ignored: (path, stats) => {
        const inside = relative(root, path).split(sep);
        if (inside[0] === '') return false;
        if (isOwn(inside)) return false;
        return (
          inside.some(isIgnoredName) ||
          (stats?.isFile() === true && !isChapterPath(inside.join('/')))
        );
      },
    });
    watcher = started;
    started.on('all', (event, path) => {
      const inside = relative(root, path).split(sep).join('/');
      if (event === 'add' || event === 'change' || event === 'unlink') touched.add(inside);
      settle();
    });
    // What happened between the first look at the folder and now went unseen.
    started.once('ready', () => inTurn(() => lookAt(null)));
    started.on('error', (error) => {
      logger.log(
        'warn',
        'a project folder cannot be watched; it is looked at now and then instead',
        {
          code: errorCodeOf(error),
        },
      );
      if (watcher === started) poll();
    });
  };

  start();
  return {
    pause() {
      pauses += 1;
      endWatching();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        pauses -= 1;
        if (pauses === 0 && watcher === null && polling === null) start();
      };
    },
    async close() {
      isClosed = true;
      if (settling) clearTimeout(settling);
      if (polling) clearTimeout(polling);
      await watcher?.close();
      await working;
    },
  };
};
