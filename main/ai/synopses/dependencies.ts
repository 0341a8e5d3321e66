/** What the room of proposed synopses is made of. */
import type { Database } from 'better-sqlite3';
import type { ModelsService } from '#main/ai/runs/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { ContextEngine } from '#main/context/engine/service.ts';
import type { EventBus } from '#main/events.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { Purse } from '#main/purse/service.ts';
import type { ErrorCode } from '#shared/errors.ts';

export type SynopsesDependencies = {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventBus;
  jobs: Jobs;
  projects: Pick<ProjectsService, 'get' | 'languageOf'>;
  documents: Pick<DocumentsService, 'info' | 'list' | 'read' | 'synopses'>;
  engine: Pick<ContextEngine, 'fenceView'>;
  models: Pick<ModelsService, 'complete' | 'chatModel' | 'forecastCompletion'>;
  purse: Pick<Purse, 'examine'>;
  /** Takes thoughts and fences of code off; refuses what only repeats the text. */
  sanitize(
    answer: string,
    passage: string,
  ): { ok: true; text: string } | { ok: false; code: ErrorCode };
};
