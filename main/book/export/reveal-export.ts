/** Shows an exported file in the system's file browser. */
import { AppError } from '#shared/errors.ts';
import type { ExportContext } from './context.ts';

/** Only what was exported here, never a path from a call. CAPABILITY_MISSING, EXPORT_FOLDER_MISSING. */
export const revealExport = (context: ExportContext, projectId: string): void => {
  const { desktop } = context.platform;
  if (!desktop) throw new AppError('CAPABILITY_MISSING', 'This host has no desktop abilities.');
  const path = context.choices.lastExport(projectId);
  if (path === null) {
    throw new AppError('EXPORT_FOLDER_MISSING', 'Nothing was exported from this book yet.');
  }
  desktop.revealFile(path);
};
