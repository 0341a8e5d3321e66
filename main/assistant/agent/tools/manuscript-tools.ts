import type { AiService } from '#main/ai/runs/service.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { DecodeText, DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import type { Tool } from '../tool.ts';
import { contextTools } from './context/context-tools.ts';
import { editTool } from './files/edit.ts';
import { globTool } from './files/glob.ts';
import { grepTool } from './files/grep.ts';
import { listFolderTool } from './files/list-folder.ts';
import { multiEditTool } from './files/multi-edit.ts';
import { createProjectFiles } from './files/project-files.ts';
import { readTool } from './files/read.ts';
import { createSeenFiles } from './files/seen-files.ts';
import { writeTool } from './files/write.ts';
import { lookupCodexTool } from './project/lookup-codex.ts';
import { lookupConstraintsTool } from './project/lookup-constraints.ts';
import { searchManuscriptTool } from './project/search-manuscript.ts';
import { todoWriteTool } from './todo/todo-write.ts';

export type ManuscriptToolsNeeds = {
  projects: Pick<ProjectsService, 'get'>;
  documents: Pick<DocumentsService, 'list' | 'byId' | 'read'>;
  decodeText: DecodeText;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations' | 'matcher'>;
  constraints: Pick<ConstraintsService, 'list'>;
  retrieval: Pick<RetrievalService, 'search'>;
  contextFiles: Pick<
    ContextFilesService,
    'list' | 'read' | 'tail' | 'grep' | 'findByPath' | 'recordUse'
  >;
  ai: Pick<AiService, 'propose' | 'isAcceptedChange'>;
  /** Never fails: for what pages of context files cost. */
  countTokens(text: string): number;
};

/**
 * The tools that see the manuscript and what belongs to it. None of them writes: a change is a candidate that
 * waits for the writer (F14), and nothing that a fence hides is in an answer (N3).
 */
export const manuscriptTools = (needs: ManuscriptToolsNeeds): Tool[] => {
  const files = createProjectFiles(needs);
  const parts = { ...needs, files, seen: createSeenFiles(needs.ai.isAcceptedChange) };
  return [
    listFolderTool(parts),
    globTool(parts),
    grepTool(parts),
    readTool(parts),
    editTool(parts),
    multiEditTool(parts),
    writeTool(parts),
    todoWriteTool(),
    searchManuscriptTool(parts),
    lookupCodexTool(parts),
    lookupConstraintsTool(parts),
    ...contextTools(parts),
  ];
};
