/** What the operations on chapters work with. */
import type { Database } from 'better-sqlite3';
import type { Clock, Logger } from '#main/platform.ts';
import type { EventBus } from '#main/events.ts';
import type { Journal } from './journal.ts';
import type { DaysService } from '../days/service.ts';
import type { OriginsService } from '../origins/service.ts';
import type { OpenFolder } from './open-folder.ts';
import type { RecordsInFolder } from './service.ts';
import type { ReplacedFiles } from './replaced-files.ts';
import type { Snapshots } from './snapshots.ts';
import type { FollowText } from '../text-move.ts';
import type { TextCache } from './text-cache.ts';

/** What the parts of this service share. */
export type DocumentsContext = {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventBus;
  snapshots: Snapshots;
  cache: TextCache;
  journal: Journal;
  replaced: ReplacedFiles;
  /** Who follows text that goes from one chapter to another. */
  followers: Set<FollowText>;
  /** The log of days, which what is written goes into. */
  days: Pick<DaysService, 'recordImported' | 'expect' | 'recover'>;
  /** Where each text comes from (N14). */
  origins: Pick<OriginsService, 'note' | 'read' | 'joinChapters'>;
  /** Sends `project:changed` with the binder as it is now. */
  announce(folder: OpenFolder): void;
  /** What lies in the same folder and is no chapter. */
  records: RecordsInFolder;
};
