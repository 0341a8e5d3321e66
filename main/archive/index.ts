/** Books as one file: backups that were restored before they count (B8), and bundles to take along (B9). */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { EventBus } from '#main/events.ts';
import type { Platform } from '#main/platform.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { AppError, appErrorCode } from '#shared/errors.ts';
import type { ArchiveContext } from './archive-context.ts';
import { createArrivals } from './arrivals.ts';
import { createBackupFolder } from './backup-folder.ts';
import { exportBundle } from './export-bundle.ts';
import { removeRows } from './import-rows.ts';
import { makeBookBackup, rootOf } from './make-backup.ts';
import { createPendingBackups } from './pending-backups.ts';
import { chooseBundlePlace, previewBundle } from './preview-bundle.ts';
import { type ArchiveRun, runArchive } from './run-archive.ts';
import type { ArchiveService } from './service.ts';
import { createSittings, defaultSittingTiming, type SittingTiming } from './sittings.ts';
import { takeInBook } from './take-in-book.ts';
import type { JobAbout, Jobs } from '#main/jobs/service.ts';

export { backUpBeforeMigration } from './before-migration.ts';
export type { SittingTiming } from './sittings.ts';

/** What cannot be taken back now waits for the next start. */
const takeBackLeft = async ({ arrivals, folder, database, platform }: ArchiveContext) => {
  try {
    await folder.clearLeft();
    await arrivals.takeBackLeft((projectId) => removeRows(database, projectId));
  } catch (error) {
    const code = appErrorCode(explainStorageFailure(error));
    platform.logger.log('warn', 'what a killed program left is not taken back', { code });
  }
};

/** To be made before any book is open: what a killed program left half is taken back first. */
export const createArchives = async (needs: {
  database: Database;
  platform: Platform;
  events: EventBus;
  projects: ProjectsService;
  jobs: Jobs;
  /** Writes the rows and files of a book that still wait, so that they are in the copy. */
  writeWaiting(projectId: string): Promise<void>;
  /** Keeps a version of the book where the writer wants that. Never throws. */
  savePoint(projectId: string, signal: AbortSignal): Promise<void>;
  timing?: SittingTiming;
}): Promise<ArchiveService> => {
  const { platform, projects, events, jobs } = needs;
  const { data } = platform.paths;
  const folder = createBackupFolder(data);
  const context: ArchiveContext = { ...needs, folder, arrivals: createArrivals(data) };
  await takeBackLeft(context);
  const runJob = <T>(
    about: JobAbout,
    signal: AbortSignal,
    work: (run: ArchiveRun) => Promise<T>,
  ): Promise<T> => jobs.run({ ...about, outlives: true }, signal, work);
  const backUp = async (projectId: string, run: ArchiveRun): Promise<boolean> => {
    await needs.writeWaiting(projectId);
    // Neither waits for the other: the end of the program gives both little time.
    const kept = needs.savePoint(projectId, run.signal);
    try {
      return await makeBookBackup(context, projectId, run);
    } finally {
      await kept;
    }
  };
  // A single call from a terminal is no sitting.
  const isSitting = platform.host !== 'cli' || needs.timing !== undefined;
  const timing = needs.timing ?? defaultSittingTiming;
  const sittings = createSittings({
    pending: isSitting ? createPendingBackups(data, platform.logger) : null,
    events,
    logger: platform.logger,
    timing: isSitting ? timing : { ...timing, endMs: 0 },
    // The end of the program gives it a little time, which is more than other work has.
    async backUp(projectId, signal) {
      // A book that was forgotten meanwhile is no failure.
      rootOf(context, projectId);
      const about = { kind: 'autoBackup', projectId, endsItself: true } as const;
      return jobs.run(about, signal, (run) => backUp(projectId, run));
    },
    isOurs(projectId) {
      try {
        return !projects.get(projectId).readOnly;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    },
  });
  /** PROJECT_NOT_FOUND. */
  const list = async (projectId: string) => {
    rootOf(context, projectId);
    return { items: await folder.list(projectId) };
  };

  const isWhole = async (path: string, run: ArchiveRun): Promise<boolean> => {
    const work = await folder.makeWorkFolder();
    try {
      const trial = join(work, 'trial');
      await mkdir(trial);
      const order = { kind: 'unpack', path, folder: trial, isKept: false } as const;
      await runArchive(
        platform.workers.archive,
        { ...order, binding: platform.sqliteBinding },
        run,
      );
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ARCHIVE_DAMAGED') return false;
      throw error;
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };

  const takeIn = async (path: string, into: string | undefined, run: ArchiveRun) =>
    takeInBook(context, path, await chooseBundlePlace(context, path, into), run);

  return {
    list,
    async create({ projectId, taskId }, signal) {
      const about = { kind: 'backup', projectId, taskId } as const;
      const made = await runJob(about, signal, (run) => backUp(projectId, run));
      return { ...(await list(projectId)), made };
    },
    async verify({ projectId, backupId, taskId }, signal) {
      rootOf(context, projectId);
      const backup = await folder.find(projectId, backupId);
      const about = { kind: 'verify', projectId, taskId } as const;
      if (!(await runJob(about, signal, (run) => isWhole(backup.path, run)))) {
        await folder.markDamaged(backup);
        events.emit('backups:changed', { projectId });
      }
      return list(projectId);
    },
    async restore({ projectId, backupId, into, taskId }, signal) {
      rootOf(context, projectId);
      const { path } = await folder.find(projectId, backupId);
      const about = { kind: 'restore', projectId, taskId } as const;
      const restored = await runJob(about, signal, (run) => takeIn(path, into, run));
      return { ...(await list(projectId)), projectId: restored.projectId };
    },
    exportBundle(input, signal) {
      const { projectId, taskId } = input;
      return runJob({ kind: 'bundleExport', projectId, taskId }, signal, async (run) => {
        await needs.writeWaiting(projectId);
        return exportBundle(context, input, run);
      });
    },
    previewBundle: (path) => previewBundle(context, path),
    importBundle({ path, into, taskId }, signal) {
      const about = { kind: 'bundleImport', projectId: null, taskId } as const;
      return runJob(about, signal, (run) => takeIn(path, into, run));
    },
    beginSittings: sittings.begin,
    sittingEnded: sittings.ended,
    async eraseProject(projectId) {
      await sittings.forget(projectId);
      await folder.erase(projectId);
    },
    close: sittings.close,
  };
};
