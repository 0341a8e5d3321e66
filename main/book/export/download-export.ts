/** Exports a book as bytes for a page that saves them itself. */
import type { RunningJob } from '#main/jobs/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { exportExtension } from '#shared/domain/export.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { type ExportContext, settleRequest } from './context.ts';
import { makeBytes } from './make-file.ts';
import { explainExportFailure } from './write-failure.ts';

/** Errors: those of the channel `documents:export:download`. */
export const downloadExport = async (
  context: ExportContext,
  input: Parsed<'documents:export:download'>,
  job: RunningJob,
): Promise<Output<'documents:export:download'>> => {
  const { format, projectId } = input;
  const request = settleRequest(context, format, input);
  const name = fileNameFor(context.sources.projects.get(projectId).name) ?? 'Fabula';
  // What writes Word files takes long to load: not with every start of the program.
  const { bookFormats } = await import('./formats/index.ts');
  const extension = exportExtension(format, request.layout);
  try {
    const { content, chapters } = await makeBytes(context, { format, request, job });
    return {
      fileName: `${name}.${extension}`,
      mediaType: extension === 'zip' ? 'application/zip' : bookFormats[format].mediaType,
      base64: content.toString('base64'),
      bytes: content.byteLength,
      chapters,
    };
  } catch (error) {
    throw explainExportFailure(error);
  }
};
