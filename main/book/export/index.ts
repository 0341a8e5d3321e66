/** Makes the room: exports of a book to files of other kinds (B10). */
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { EventSink } from '#shared/contract/events.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import type { Platform } from '#main/platform.ts';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { isThere } from '#main/base/files/places.ts';
import { createUnfinishedFiles } from '#main/base/files/unfinished-files.ts';
import { changeChoices, firstChoices } from './choices.ts';
import { createChoicesStore } from './choices-store.ts';
import type { ExportContext } from './context.ts';
import { downloadExport } from './download-export.ts';
import { exportToFile } from './export-to-file.ts';
import type { BookSources } from './gather-book.ts';
import { previewExport } from './preview-export.ts';
import { printExport } from './print-export.ts';
import { revealExport } from './reveal-export.ts';
import type { Jobs, RunningJob } from '#main/jobs/service.ts';
import type { ExportService } from './service.ts';

/** A file's name, without its end, that every system accepts. */
const fileNameOf = (title: string): string => fileNameFor(title) ?? 'Fabula';

export { createExportPart } from './book-part.ts';

export const createExport = (needs: {
  database: Database;
  platform: Platform;
  events: EventSink;
  sources: BookSources;
  jobs: Jobs;
}): ExportService => {
  const { platform, sources } = needs;
  const context: ExportContext = {
    ...needs,
    choices: createChoicesStore(needs.database),
    exportsFolder: join(platform.paths.documents, 'Fabula', 'Exports'),
    unfinished: createUnfinishedFiles(platform.paths.data),
  };
  /** `outlives`: a file is of use without the page that asked for it, an answer is not. */
  const runJob = <T>(
    { projectId, exportId }: { projectId: string; exportId?: string | undefined },
    outlives: boolean,
    signal: AbortSignal,
    work: (job: RunningJob) => Promise<T>,
  ): Promise<T> =>
    needs.jobs.run({ kind: 'export', projectId, taskId: exportId, outlives }, signal, work);
  // Nobody waits for it: whoever makes the next file sweeps once more.
  context.unfinished.sweep().catch((error: unknown) => {
    platform.logger.log('warn', 'what a killed export left could not be taken away', {
      code: errorCodeOf(error),
    });
  });
  /** Where the last one of the book went; a folder that is not there now, or cannot be looked at, is none to go to. */
  const folderFor = async (projectId: string): Promise<string> => {
    const last = context.choices.lastExport(projectId);
    const isKept = last !== null && (await isThere(dirname(last)).catch(() => false));
    return isKept ? dirname(last) : context.exportsFolder;
  };
  const remembered = (projectId: string) => context.choices.read(projectId) ?? firstChoices;
  return {
    toFile: (input, signal) =>
      runJob(input, true, signal, (job) => exportToFile(context, input, job)),
    download: (input, signal) =>
      runJob(input, false, signal, (job) => downloadExport(context, input, job)),
    print: (input, signal) =>
      runJob(input, false, signal, (job) => printExport(context, input, job)),
    preview: (input, signal) => previewExport(context, input, signal),
    getChoices: async (projectId) => ({
      choices: remembered(projectId),
      folder: await folderFor(projectId),
      fileName: fileNameOf(sources.projects.get(projectId).name),
    }),
    updateChoices: ({ projectId, ...change }) => {
      const changed = changeChoices(remembered(projectId), change);
      context.choices.write(projectId, changed);
      needs.events.emit('project:settled', { projectId });
      return changed;
    },
    reveal: (projectId) => revealExport(context, projectId),
    forgetProject: context.choices.forget,
  };
};
