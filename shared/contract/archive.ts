import { z } from 'zod';
import { BookBackup } from '../domain/backup.ts';
import { Count, Identifier, ProjectScope, Timestamp } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

const FilePath = z.string().min(1).max(4096);
/** Names the work: `jobs:changed` tells how far it is, `jobs:cancel` calls it off; it goes on without who asked for it. */
const Task = z.object({ taskId: Identifier.optional() });
const OneBackup = ProjectScope.extend({ backupId: Identifier, ...Task.shape });
/** Newest first. */
const Backups = z.object({ items: z.array(BookBackup) });

/**
 * Rows B8 and B9: a book with all that belongs to it, but keys, permissions and places of this machine, as one file.
 * Errors of all: ARCHIVE_DAMAGED, ARCHIVE_TOO_LARGE, ARCHIVE_NEWER, ARCHIVE_FAILED, BACKUP_NOT_FOUND, DISK_FULL.
 */
export const archiveContract = {
  'projects:backups:list': defineChannel(ProjectScope, Backups),
  /** Backs the book up now. `made` is false when nothing has changed since the last one. */
  'projects:backups:create': defineChannel(
    ProjectScope.extend(Task.shape),
    Backups.extend({ made: z.boolean() }),
  ),
  /** Restores a backup into a temporary folder and compares it; the answer says what came of it. */
  'projects:backups:verify': defineChannel(OneBackup, Backups),
  /**
   * Restores it as a book of its own into a folder that is not there yet, and opens that; among the writer's documents unless
   * `into` says where. The book itself need not be there any more. IMPORT_FOLDER_TAKEN.
   */
  'projects:backups:restore': defineChannel(
    OneBackup.extend({ into: FilePath.optional() }),
    Backups.extend({ projectId: Identifier }),
  ),
  /**
   * Writes the book to one file. It appears whole or not at all. EXPORT_FILE_EXISTS unless a file of a book lies there
   * and `replace`; EXPORT_FOLDER_MISSING, EXPORT_PLACE_INVALID.
   */
  'projects:bundle:export': defineChannel(
    ProjectScope.extend({ path: FilePath, replace: z.boolean().optional(), ...Task.shape }),
    z.object({ files: Count, bytes: Count, path: z.string() }),
  ),
  /** What such a file says of itself, and where it would go. Its seal is looked at, its contents are not. Writes nothing. */
  'projects:bundle:preview': defineChannel(
    z.object({ path: FilePath }),
    z.object({
      name: z.string(),
      createdAt: Timestamp,
      files: Count,
      bytes: Count,
      /** The same book is here already: it would come in as a second one. */
      isHere: z.boolean(),
      into: z.string(),
    }),
  ),
  /**
   * Takes such a file in and opens the book, in a folder that is not there yet; among the writer's documents unless
   * `into` says where. IMPORT_FOLDER_TAKEN.
   */
  'projects:bundle:import': defineChannel(
    z.object({ path: FilePath, into: FilePath.optional(), ...Task.shape }),
    z.object({ projectId: Identifier, path: z.string() }),
  ),
};
