/** Books as one file: backups that were restored before they count (B8), and bundles to take along (B9). */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { EventBus } from '#main/events.ts';
import type { Platform } from '#main/platform.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { AppError } from '#shared/errors.ts';
import type { ArchiveContext } from './archive-context.ts';
import { createBackupFolder } from './backup-folder.ts';
import { exportBundle } from './export-bundle.ts';
import { makeBookBackup, rootOf } from './make-backup.ts';
import { runArchive } from './run-archive.ts';
import type { ArchiveService } from './service.ts';
import { createSittings, defaultSittingTiming, type SittingTiming } from './sittings.ts';
import { takeInBook } from './take-in-book.ts';

export { backUpBeforeMigration } from './before-migration.ts';
export type { SittingTiming } from './sittings.ts';

export const createArchives = (needs: {
  database: Database;
  platform: Platform;
  events: EventBus;
  projects: ProjectsService;
  /** Writes the rows and files of a book that still wait, so that they are in the copy. */
  writeWaiting(projectId: string): Promise<void>;
  timing?: SittingTiming;
}): ArchiveService => {
  const { platform, projects, events } = needs;
  const context: ArchiveContext = { ...needs, folder: createBackupFolder(platform.paths.data) };
  const { folder } = context;
  const backUp = async (projectId: string, signal: AbortSignal): Promise<boolean> => {
    await needs.writeWaiting(projectId);
    return makeBookBackup(context, projectId, signal);
  };
  // A single call from a terminal is no sitting.
  const isSitting = platform.host !== 'cli' || needs.timing !== undefined;
  const timing = needs.timing ?? defaultSittingTiming;
  const sittings = createSittings({
    events,
    logger: platform.logger,
    timing: isSitting ? timing : { ...timing, endMs: 0 },
    backUp,
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

  const isWhole = async (path: string, signal: AbortSignal): Promise<boolean> => {
    const work = await folder.makeWorkFolder();
    try {
      const trial = join(work, 'trial');
      await mkdir(trial);
      const order = { kind: 'unpack', path, folder: trial, isKept: false } as const;
      await runArchive(
        platform.workers.archive,
        { ...order, binding: platform.sqliteBinding },
        signal,
      );
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ARCHIVE_DAMAGED') return false;
      throw error;
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };

  return {
    list,
    async create(projectId, signal) {
      const made = await backUp(projectId, signal);
      return { ...(await list(projectId)), made };
    },
    async verify({ projectId, backupId }, signal) {
      rootOf(context, projectId);
      const backup = await folder.find(projectId, backupId);
      if (!(await isWhole(backup.path, signal))) {
        await folder.markDamaged(backup);
        events.emit('backups:changed', { projectId });
      }
      return list(projectId);
    },
    async restore({ projectId, backupId, into }, signal) {
      rootOf(context, projectId);
      const { path } = await folder.find(projectId, backupId);
      const restored = await takeInBook(context, path, into, signal);
      return { ...(await list(projectId)), projectId: restored };
    },
    async exportBundle(input, signal) {
      await needs.writeWaiting(input.projectId);
      return exportBundle(context, input, signal);
    },
    importBundle: async ({ path, into }, signal) => ({
      projectId: await takeInBook(context, path, into, signal),
    }),
    sittingEnded: sittings.ended,
    async eraseProject(projectId) {
      await sittings.forget(projectId);
      await folder.erase(projectId);
    },
    close: sittings.close,
  };
};
