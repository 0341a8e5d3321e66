/** Texts that were written elsewhere: read, shown, taken in (B10). */
import { join } from 'node:path';
import type { EventSink } from '#shared/contract/events.ts';
import type { Platform } from '#main/platform.ts';
import { createRunningWork } from '#main/running-work.ts';
import { reportTask } from '#main/task-progress.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { commitImport } from './commit.ts';
import { createImportJournal, recoverImports } from './journal.ts';
import { importLimits } from './limits.ts';
import { runImport } from './run-import.ts';
import type { ImportService } from './service.ts';
import { undoImport } from './undo.ts';
import { createUnfinishedNotes, forgetUnplacedNotes } from './unfinished-notes.ts';
import { createUploads, removeOldUploads } from './uploads.ts';

export type ImportDependencies = {
  platform: Pick<Platform, 'paths' | 'logger' | 'workers'>;
  events: EventSink;
  documents: DocumentsService;
  projects: ProjectsService;
};

/** To be made before any book is open: what a killed program left half written is taken back first. */
export const createImports = async (dependencies: ImportDependencies): Promise<ImportService> => {
  const { platform, events, documents, projects } = dependencies;
  const folder = join(platform.paths.data, 'imports');
  const uploadFolder = join(folder, 'uploads');
  await recoverImports(folder, platform.logger);
  await removeOldUploads(uploadFolder);
  const notesFolder = join(folder, 'notes');
  await forgetUnplacedNotes(notesFolder, platform.logger);
  const notes = createUnfinishedNotes({ folder: notesFolder, documents, logger: platform.logger });
  const limits = importLimits;
  const uploads = createUploads(uploadFolder, limits);
  const writing = {
    ...{ platform, limits, documents, projects },
    journal: createImportJournal(folder),
    notes,
    documentsFolder: platform.paths.documents,
  };
  const running = createRunningWork();
  return {
    preview: ({ taskId, ...request }, signal) =>
      running.run(signal, async (both) => {
        const run = { signal: both, report: reportTask(events, taskId) };
        const order = { kind: 'preview', limits, request } as const;
        return (await runImport(platform, order, run)).preview;
      }),
    commit: ({ taskId, ...request }, signal) =>
      running.run(signal, (both) =>
        commitImport(request, writing, { signal: both, report: reportTask(events, taskId) }),
      ),
    undo: (input) => undoImport(input, documents),
    upload: uploads.add,
    discard: uploads.discard,
    takeUpNotes: notes.takeUp,
    close: running.close,
  };
};
