/** What the room looks at. */
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ExpectationsService } from '#main/book/expectations/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { ThreadsService } from '#main/book/threads/service.ts';
import type { ContextModel, ContextEngine } from '#main/context/engine/index.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import type { SettingsService } from '#main/settings/service.ts';

export type CheckSources = {
  expectations: Pick<ExpectationsService, 'list' | 'listStored' | 'reanchor' | 'find'>;
  projects: Pick<ProjectsService, 'projectContext'>;
  documents: Pick<DocumentsService, 'list' | 'read' | 'chapters'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations'>;
  constraints: Pick<ConstraintsService, 'list'>;
  memory: Pick<MemoryService, 'listRules' | 'listEpisodes' | 'listWorkingNotes'>;
  threads: Pick<ThreadsService, 'listStored'>;
  retrieval: Pick<RetrievalService, 'index' | 'settle'>;
  settings: Pick<SettingsService, 'get'>;
  engine: Pick<ContextEngine, 'examine' | 'compareExamined' | 'getBudget'>;
  /** The chosen model, as far as requests depend on it. */
  model(): ContextModel | null;
};
