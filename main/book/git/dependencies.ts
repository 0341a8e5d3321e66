/** What the room is handed. */
import type { Database } from 'better-sqlite3';
import type { Egress } from '#main/egress/service.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { EventBus } from '#main/events.ts';
import type { Platform } from '#main/platform.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { RecordsService } from '../records/service.ts';
import type { Environment } from './environment.ts';

export type GitDependencies = {
  database: Database;
  platform: Pick<Platform, 'paths' | 'logger'>;
  events: EventBus;
  egress: Pick<Egress, 'sendThrough'>;
  jobs: Pick<Jobs, 'run'>;
  environment: Environment;
  /** Where a book lies and what it is called, also of one that is closed. PROJECT_NOT_FOUND. */
  bookOf(projectId: string): { root: string; name: string; language: Language };
  /** PROJECT_CLOSED, PROJECT_LOCKED, PROJECT_FOLDER_UNWRITABLE. */
  requireWritable(projectId: string): void;
  documents: Pick<DocumentsService, 'list' | 'exchangeFiles' | 'countFenced'>;
  records: Pick<RecordsService, 'sync' | 'writeWaiting'>;
  findRecordFolders(root: string): Promise<ReadonlySet<string>>;
  /** Entries, relations and constraints that bear a fence. */
  countFencedRecords(projectId: string): number;
  tools: {
    isChapterPath(path: string): boolean;
    writeOwnFile(path: string, bytes: Buffer): Promise<void>;
  };
};
