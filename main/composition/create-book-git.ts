/** Hands the versions with git what they need of the other rooms. */
import type { Database } from 'better-sqlite3';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import { fileTools } from '#main/book/documents/index.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import { createGitVersions } from '#main/book/git/index.ts';
import type { GitService } from '#main/book/git/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { findRecordFolders } from '#main/book/records/index.ts';
import type { RecordsService } from '#main/book/records/service.ts';
import type { Egress } from '#main/egress/service.ts';
import type { EventBus } from '#main/events.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { Platform } from '#main/platform.ts';
import { AppError } from '#shared/errors.ts';

export const createBookGit = (parts: {
  database: Database;
  platform: Platform;
  events: EventBus;
  egress: Egress;
  jobs: Jobs;
  environment: Readonly<Record<string, string | undefined>>;
  projects: ProjectsService;
  documents: DocumentsService;
  records: RecordsService;
  knowledge: KnowledgeService;
  constraints: ConstraintsService;
}): GitService => {
  const { projects, knowledge, constraints } = parts;
  return createGitVersions({
    ...parts,
    bookOf: projects.locate,
    requireWritable(projectId) {
      if (!projects.get(projectId).readOnly) return;
      throw new AppError('PROJECT_LOCKED', 'This project cannot be written here.', { projectId });
    },
    findRecordFolders,
    countFencedRecords: (projectId) =>
      [...knowledge.listEntities(projectId), ...constraints.list(projectId)].filter(
        ({ fence }) => fence !== null,
      ).length +
      // Deleted here, they are in the history still, and a push sends that.
      knowledge.countFencedRelations(projectId) +
      knowledge.listDeletedFenced(projectId).length +
      constraints.listDeletedFenced(projectId).length,
    tools: fileTools,
  });
};
