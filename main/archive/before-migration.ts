/** Backs every book up before the database takes another shape. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { databaseName } from '#main/db/backups/backup-files.ts';
import { connectForCopying } from '#main/db/connect.ts';
import { migrations } from '#main/db/migrations/index.ts';
import type { Platform } from '#main/platform.ts';
import { appErrorCode } from '#shared/errors.ts';
import { createBackupFolder } from './backup-folder.ts';
import { packInto } from './make-backup.ts';

/** How long a start waits for all of them, ms; the database itself is backed up besides. */
const longestMs = 30_000;
/** Where SQLite keeps the number of a database's shape. */
const versionOffset = 60;

/** Read off the file: nobody connects to a database that may have to be recovered. 0 where there is none. */
const versionOnDisk = (file: string): number => {
  const bytes = Buffer.alloc(4);
  if (!existsSync(file)) return 0;
  const handle = openSync(file, 'r');
  try {
    return readSync(handle, bytes, 0, 4, versionOffset) === 4 ? bytes.readUInt32BE() : 0;
  } finally {
    closeSync(handle);
  }
};

const Book = z.object({ projectId: z.string(), root: z.string() });

const booksIn = (file: string, binding: string | null): z.infer<typeof Book>[] => {
  const database = connectForCopying(file, binding);
  try {
    return z
      .array(Book)
      .parse(database.prepare('SELECT project_id AS projectId, path AS root FROM projects').all());
  } finally {
    database.close();
  }
};

/**
 * Does nothing where the shape is today's. Never throws: a book that cannot be backed up is logged, and a database that
 * cannot be read is for its opening to tell.
 */
export const backUpBeforeMigration = async (
  platform: Pick<Platform, 'paths' | 'sqliteBinding' | 'workers' | 'clock' | 'logger'>,
): Promise<void> => {
  const { paths, sqliteBinding, logger } = platform;
  const file = join(paths.data, databaseName);
  const signal = AbortSignal.timeout(longestMs);
  const skip = (error: unknown): void => {
    const code = appErrorCode(error);
    logger.log('warn', 'a book was not backed up before the database changed', { code });
  };
  try {
    const version = versionOnDisk(file);
    if (version === 0 || version >= (migrations.at(-1)?.number ?? 0)) return;
    const folder = createBackupFolder(paths.data);
    for (const { projectId, root } of booksIn(file, sqliteBinding)) {
      if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
      const last = (await folder.last(projectId))?.path ?? null;
      await packInto(
        { platform, folder },
        { projectId, root, last },
        { signal, report: () => undefined },
        async (made, told) => {
          await folder.add(projectId, made, told.manifest.createdAt);
        },
      ).catch(skip);
    }
  } catch (error) {
    skip(error);
  }
};
