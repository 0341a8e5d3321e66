/** Texts that were written elsewhere: read, shown, taken in (B10). */
import { join } from 'node:path';
import type { Platform } from '#main/platform.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { DaysService } from '#main/book/days/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { commitImport } from './commit.ts';
import { createImportJournal, recoverImports } from './journal.ts';
import { createLatestImports } from './latest.ts';
import { importLimits } from './limits.ts';
import { runImport } from './run-import.ts';
import type { ImportService } from './service.ts';
import { undoImport } from './undo.ts';
import { createUnfinishedNotes, forgetUnplacedNotes } from './unfinished-notes.ts';
import { createUploads, removeOldUploads } from './uploads.ts';

export type ImportDependencies = {
  platform: Pick<Platform, 'paths' | 'logger' | 'workers'>;
  jobs: Jobs;
  documents: DocumentsService;
  projects: ProjectsService;
  days: Pick<DaysService, 'recordImported'>;
};

/** To be made before any book is open: what a killed program left half written is taken back first. */
export const createImports = async (dependencies: ImportDependencies): Promise<ImportService> => {
  const { platform, jobs, documents, projects, days } = dependencies;
  const folder = join(platform.paths.data, 'imports');
  const uploadFolder = join(folder, 'uploads');
  await recoverImports(folder, platform.logger);
  await removeOldUploads(uploadFolder);
  const notesFolder = join(folder, 'notes');
  await forgetUnplacedNotes(notesFolder, platform.logger);
  const notes = createUnfinishedNotes({ folder: notesFolder, documents, logger: platform.logger });
  const limits = importLimits;
  const latest = createLatestImports(join(folder, 'latest'));
  const uploads = createUploads(uploadFolder, limits);
  const writing = {
    ...{ platform, limits, documents, projects, days },
    journal: createImportJournal(folder),
    notes,
    documentsFolder: platform.paths.documents,
  };
  /** The chapters stand; that they can be taken out later is no reason to say that they do not. */
  const noteLatest: typeof latest.write = async (projectId, created) => {
    try {
      await latest.write(projectId, created);
    } catch (error) {
      platform.logger.log('warn', 'an import is not noted', { code: systemCode(error) });
      await latest.forget(projectId);
    }
  };
  return {
    preview: ({ taskId, ...request }, signal) =>
      jobs.run({ kind: 'importPreview', projectId: null, taskId }, signal, async (run) => {
        const order = { kind: 'preview', limits, request } as const;
        return (await runImport(platform, order, run)).preview;
      }),
    commit({ taskId, ...request }, signal) {
      const projectId = 'projectId' in request.into ? request.into.projectId : null;
      const about = { kind: 'import', projectId, taskId, outlives: true } as const;
      return jobs.run(about, signal, async (run) => {
        const made = await commitImport(request, writing, run);
        if (projectId !== null) await noteLatest(projectId, made.created);
        return made;
      });
    },
    undo: (input) => undoImport(input, { documents, jobs, latest }),
    eraseProject: latest.forget,
    upload: uploads.add,
    discard: uploads.discard,
    takeUpNotes: notes.takeUp,
  };
};
