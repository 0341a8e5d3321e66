/** Forgets a project: what works for it ends, then its files and its rows go. The writer's folder stays as it is. */
import type { Database } from 'better-sqlite3';
import type { DocumentFolders } from '#main/book/documents/index.ts';
import type { Services } from '#main/rpc/handlers.ts';
import type { ProjectCalls } from '#main/rpc/project-calls.ts';

type Keepers = Pick<
  Services,
  | 'projects'
  | 'constraints'
  | 'archives'
  | 'egress'
  | 'days'
  | 'exports'
  | 'git'
  | 'knowledge'
  | 'newNames'
  | 'memory'
  | 'expectations'
  | 'checks'
  | 'threads'
  | 'notes'
  | 'formDrafts'
  | 'sceneFacts'
  | 'origins'
  | 'spelling'
  | 'records'
  | 'replace'
  | 'reports'
  | 'retrieval'
  | 'engine'
  | 'jobs'
  | 'imports'
  | 'judge'
  | 'ai'
  | 'synopses'
  | 'contradictions'
  | 'conversations'
  | 'agent'
> & { documents: Pick<DocumentFolders, 'forgetProject' | 'eraseJournal'> };

/**
 * Rows go in one transaction and are overwritten on the disk; files go before, so that one that cannot be deleted
 * leaves the project in the list and forgetting can be tried again. PROJECT_NOT_FOUND, PROJECT_LOCKED while another
 * window has it open, and the errors of deleting.
 */
export const createForgetProject = (
  database: Database,
  services: Keepers,
  calls: Pick<ProjectCalls, 'alone'>,
): ((projectId: string) => Promise<void>) => {
  const { projects, documents, conversations, agent, ai, retrieval } = services;
  const { constraints, knowledge, memory, replace, engine, judge } = services;

  const endWork = async (projectId: string): Promise<void> => {
    await agent.closeProject(projectId);
    await ai.closeProject(projectId);
    await services.synopses.closeProject(projectId);
    await services.contradictions.closeProject(projectId);
    await services.checks.leaveProject(projectId);
    await retrieval.leaveProject(projectId);
    await services.git.closeProject(projectId);
    await services.reports.closeProject(projectId);
    await services.jobs.endProject(projectId);
  };

  const eraseFiles = async (projectId: string): Promise<void> => {
    services.jobs.forgetProject(projectId);
    await services.imports.eraseProject(projectId);
    await services.archives.eraseProject(projectId);
    await retrieval.eraseProject(projectId);
    await services.git.eraseProject(projectId);
    await documents.eraseJournal(projectId);
    await conversations.eraseFiles(projectId);
  };

  const eraseRows = (projectId: string): void => {
    const keepers = [
      documents,
      services.egress,
      services.days,
      services.exports,
      services.git,
      replace,
      services.records,
      constraints,
      knowledge,
      memory,
      services.expectations,
      services.checks,
      services.threads,
      services.notes,
      services.formDrafts,
      services.sceneFacts,
      services.origins,
      services.spelling,
      services.newNames,
      services.reports,
      engine,
      judge,
      ai,
      services.synopses,
      services.contradictions,
      agent,
    ];
    database
      .transaction(() => {
        for (const service of [...keepers, conversations, projects]) {
          service.forgetProject(projectId);
        }
      })
      .immediate();
    database.pragma('wal_checkpoint(TRUNCATE)');
  };

  return (projectId) =>
    calls.alone(projectId, async (others) => {
      await endWork(projectId);
      await others();
      // A call that was under way may have begun something before it ended.
      await endWork(projectId);
      await projects.holdAlone(projectId, async () => {
        await eraseFiles(projectId);
        eraseRows(projectId);
      });
    });
};
