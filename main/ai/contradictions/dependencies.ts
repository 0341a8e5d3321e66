/** What the room of contradictions is made of. */
import type { Database } from 'better-sqlite3';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { Clock } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { ProseTools } from './rules/claim.ts';

export type ContradictionDependencies = {
  database: Database;
  clock: Clock;
  events: EventSink;
  projects: Pick<ProjectsService, 'get'>;
  documents: Pick<DocumentsService, 'info' | 'list' | 'read'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'matcher'>;
  prose: ProseTools;
};
