/** The tools that see the manuscript and what belongs to it. */
import type { AiService } from '#main/ai/runs/service.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { DecodeText, DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import { type ClosedPassages, createChapterCopies } from '../fenced-chapters/index.ts';
import type { Tool } from '../tool.ts';
import { createContextTools } from './context/context-tools.ts';
import { createEditTool } from './files/edit.ts';
import { createGlobTool } from './files/glob.ts';
import { createGrepTool } from './files/grep.ts';
import { createListFolderTool } from './files/list-folder.ts';
import { createMultiEditTool } from './files/multi-edit.ts';
import { createProjectFiles, type ProjectFiles } from './files/project-files.ts';
import { createReadTool } from './files/read.ts';
import { createSeenFiles } from './files/seen-files.ts';
import { createWriteTool } from './files/write.ts';
import { createLookupCodexTool } from './project/lookup-codex.ts';
import { createLookupConstraintsTool } from './project/lookup-constraints.ts';
import { createLookupSynopsesTool } from './project/lookup-synopses.ts';
import { createSearchManuscriptTool } from './project/search-manuscript.ts';
import { createTodoWriteTool } from './todo/todo-write.ts';

export type ManuscriptToolsDependencies = {
  projects: Pick<ProjectsService, 'get'>;
  documents: Pick<DocumentsService, 'list' | 'byId' | 'read' | 'listDeleted'>;
  closedPassages: ClosedPassages;
  decodeText: DecodeText;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations' | 'matcher'>;
  constraints: Pick<ConstraintsService, 'list'>;
  retrieval: Pick<RetrievalService, 'search' | 'status'>;
  contextFiles: Pick<
    ContextFilesService,
    'list' | 'read' | 'tail' | 'grep' | 'findByPath' | 'recordUse'
  >;
  ai: Pick<AiService, 'propose' | 'isAcceptedChange'>;
  /** Never fails: for what pages of context files cost. */
  countTokens(text: string): number;
};

export type ManuscriptTools = {
  /** They need nothing but the book. */
  book: readonly Tool[];
  /** They work on what belongs to a conversation: its files, its list of things to do. */
  conversation: readonly Tool[];
  files: ProjectFiles;
};

/**
 * The tools that see the manuscript and what belongs to it. None of them writes: a change is a candidate that
 * waits for the writer (F14), and nothing that a fence hides is in an answer (N3).
 */
export const createManuscriptTools = (
  dependencies: ManuscriptToolsDependencies,
): ManuscriptTools => {
  const { documents, closedPassages } = dependencies;
  const copies = createChapterCopies({ documents, closedPassages });
  const files = createProjectFiles({ ...dependencies, copies });
  const parts = { ...dependencies, files, seen: createSeenFiles(dependencies.ai.isAcceptedChange) };
  const book = [
    createListFolderTool(parts),
    createGlobTool(parts),
    createGrepTool(parts),
    createReadTool(parts),
    createEditTool(parts),
    createMultiEditTool(parts),
    createWriteTool(parts),
    createSearchManuscriptTool(parts),
    createLookupCodexTool(parts),
    createLookupConstraintsTool(parts),
    createLookupSynopsesTool(parts),
  ];
  return { book, conversation: [createTodoWriteTool(), ...createContextTools(parts)], files };
};
