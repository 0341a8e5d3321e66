/** Texts that were written elsewhere: read, shown, taken in (B10). */
import { join } from 'node:path';
import type { Platform } from '#main/platform.ts';
import type { DocumentsService, ListReadings, ReadText } from '#main/book/documents/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import { commitImport } from './commit.ts';
import { createImportJournal, recoverImports } from './journal.ts';
import { importLimits } from './limits.ts';
import { previewImport } from './preview.ts';
import type { ImportService } from './service.ts';
import { undoImport } from './undo.ts';
import { createUploads, removeOldUploads } from './uploads.ts';

export type ImportDependencies = {
  platform: Pick<Platform, 'paths' | 'logger'>;
  documents: DocumentsService;
  projects: ProjectsService;
  readText: ReadText;
  listReadings: ListReadings;
};

/** To be made before any book is open: what a killed program left half written is taken back first. */
export const createImports = async (dependencies: ImportDependencies): Promise<ImportService> => {
  const { platform, documents, projects, readText, listReadings } = dependencies;
  const folder = join(platform.paths.data, 'imports');
  const uploadFolder = join(folder, 'uploads');
  await recoverImports(folder, platform.logger);
  await removeOldUploads(uploadFolder);
  const reading = { readText, listReadings, limits: importLimits };
  const uploads = createUploads(uploadFolder, importLimits);
  const writing = {
    ...reading,
    ...{ documents, projects, journal: createImportJournal(folder) },
    documentsFolder: platform.paths.documents,
  };
  return {
    preview: (input) => previewImport(input, reading),
    commit: (input, signal) => commitImport(input, writing, signal),
    undo: (input) => undoImport(input, documents),
    upload: uploads.add,
    discard: uploads.discard,
  };
};
