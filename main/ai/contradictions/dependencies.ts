/** What the room of contradictions is made of. */
import type { Database } from 'better-sqlite3';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { FindingsService } from '#main/book/findings/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { ModelsService } from '#main/ai/runs/service.ts';
import type { ContextEngine } from '#main/context/engine/service.ts';
import type { EventBus } from '#main/events.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { Clock, Logger, Platform } from '#main/platform.ts';
import type { Purse } from '#main/purse/service.ts';

export type ContradictionDependencies = {
  database: Database;
  clock: Clock;
  events: EventBus;
  jobs: Jobs;
  projects: Pick<ProjectsService, 'get' | 'languageOf'>;
  findings: FindingsService;
  documents: Pick<DocumentsService, 'info' | 'list' | 'read'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations' | 'matcher'>;
  platform: Pick<Platform, 'workers' | 'paths' | 'logger'>;
};

/** What the rules take. */
export type CheckingDependencies = Pick<ContradictionDependencies, 'knowledge' | 'platform'>;

/** What asking a model takes beside. */
export type AskingDependencies = ContradictionDependencies & {
  logger: Logger;
  engine: Pick<ContextEngine, 'fenceView'>;
  models: Pick<ModelsService, 'complete' | 'chatModel' | 'forecastCompletion'>;
  purse: Pick<Purse, 'examine'>;
};
