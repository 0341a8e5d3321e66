/** What every operation on archives needs. */
import type { Database } from 'better-sqlite3';
import type { EventSink } from '#shared/contract/events.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { Platform } from '#main/platform.ts';
import type { Arrivals } from './arrivals.ts';
import type { BackupFolder } from './backup-folder.ts';

export type ArchiveContext = {
  database: Database;
  platform: Platform;
  events: EventSink;
  projects: Pick<ProjectsService, 'open' | 'close' | 'get'>;
  folder: BackupFolder;
  arrivals: Arrivals;
};
