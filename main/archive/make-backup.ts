/** Makes one verified backup of a book, or the file of a bundle. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { databaseName } from '#main/db/backups/backup-files.ts';
import type { Platform } from '#main/platform.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import type { ArchiveContext } from './archive-context.ts';
import type { ArchiveAnswer } from './archive-order.ts';
import { type ArchiveRun, runArchive } from './run-archive.ts';

export const rootOf = (
  { database }: Pick<ArchiveContext, 'database'>,
  projectId: string,
): string => {
  const path = database.prepare('SELECT path FROM projects WHERE project_id = ?').pluck();
  const found = z.string().safeParse(path.get(projectId));
  if (found.success) return found.data;
  throw new AppError('PROJECT_NOT_FOUND', 'There is no such project.', { projectId });
};

export type PackContext = Pick<ArchiveContext, 'folder'> & {
  platform: Pick<Platform, 'paths' | 'sqliteBinding' | 'workers' | 'clock'>;
};
type Packed = Extract<ArchiveAnswer, { kind: 'packed' | 'unchanged' }>;

/** A folder that is away, on a disk that is not there, is no empty book. */
const requireFolder = async (root: string): Promise<void> => {
  const found = await unlessMissing(stat(root), null);
  if (found?.isDirectory()) return;
  throw new AppError('PROJECT_FOLDER_MISSING', 'The folder of the book is not there.');
};

/**
 * Packs a book into a file of a work folder, hands it to `take` when it was restored and found equal, and clears the
 * folder away. Errors of the contract.
 */
export const packInto = async (
  { platform, folder }: PackContext,
  book: { projectId: string; root: string; last: string | null },
  run: ArchiveRun,
  take: (finished: string, packed: Extract<Packed, { kind: 'packed' }>) => Promise<void>,
): Promise<Packed> => {
  const { projectId, root, last } = book;
  const { data } = platform.paths;
  await requireFolder(root);
  const work = await folder.makeWorkFolder();
  try {
    const target = join(work, 'book.fabula');
    const trial = join(work, 'trial');
    await mkdir(trial);
    const report = await runArchive(
      platform.workers.archive,
      {
        kind: 'pack',
        binding: platform.sqliteBinding,
        database: join(data, databaseName),
        places: { projectId, root, data },
        now: platform.clock.now(),
        ...{ target, trial, last },
      },
      run,
    );
    if (report.kind === 'unpacked') throw new AppError('ARCHIVE_FAILED', 'That was not asked for.');
    if (report.kind === 'packed') await take(target, report);
    return report;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** Backs a book up; false when it is as it was at the last backup. Errors of the contract. */
export const makeBookBackup = async (
  context: Pick<ArchiveContext, 'database' | 'platform' | 'folder' | 'events'>,
  projectId: string,
  run: ArchiveRun,
): Promise<boolean> => {
  const { folder, events } = context;
  const last = (await folder.last(projectId))?.path ?? null;
  const book = { projectId, root: rootOf(context, projectId), last };
  const report = await packInto(context, book, run, async (finished, { manifest }) => {
    await folder.add(projectId, finished, manifest.createdAt);
  });
  // Also where nothing had changed: who was told of a failure before knows that it is over.
  events.emit('backups:changed', { projectId, isCurrent: true });
  return report.kind === 'packed';
};
