/** Where the layers come from. */
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import type { ThreadsService } from '#main/book/threads/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import type { SettingsService } from '#main/settings/service.ts';
import type { FindMentions } from './mentions.ts';
import type { Preparation } from './preparation.ts';
import type { FindSkill } from './skill.ts';

/** The sources of the layers, as the engine needs them. */
export type Sources = {
  projects: Pick<ProjectsService, 'projectContext'>;
  documents: Pick<DocumentsService, 'list' | 'byId' | 'info' | 'read' | 'ownerOf'>;
  constraints: Pick<ConstraintsService, 'list' | 'listDeletedFenced' | 'malformed'>;
  knowledge: Pick<
    KnowledgeService,
    'listEntities' | 'listRelations' | 'listDeletedFenced' | 'matcher' | 'malformed'
  >;
  memory: Pick<MemoryService, 'listRules' | 'listEpisodes' | 'listWorkingNotes' | 'malformed'>;
  threads: Pick<ThreadsService, 'listNear' | 'malformed'>;
  retrieval: Pick<RetrievalService, 'related' | 'passagesOf' | 'readAhead' | 'search'>;
  settings: Pick<SettingsService, 'get'>;
  findSkill: FindSkill;
  /** What serves several requests, kept by the engine. */
  prepare: Preparation;
  /** Names around the cursor, cached by the engine. */
  findMentions: FindMentions;
};
