/** Takes imported chapters out of a book again, as far as nobody has worked on them. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { LatestImports } from './latest.ts';

/**
 * They go among the deleted chapters. A changed one stays and is named. The import leaves the list of long work, which
 * offers to take it out. STEP_NOT_FOUND where nothing is known to take out; the errors of a deletion.
 */
export const undoImport = async (
  { projectId, created }: Parsed<'import:undo'>,
  { documents, jobs, latest }: { documents: DocumentsService; jobs: Jobs; latest: LatestImports },
): Promise<Output<'import:undo'>> => {
  const known = await latest.read(projectId);
  const meant = created ?? known;
  if (meant === null) throw new AppError('STEP_NOT_FOUND', 'Nothing was taken in here.');
  const { removed, kept } = await documents.removeUnchanged(projectId, meant);
  if (known?.[0]?.documentId === meant[0]?.documentId) {
    await latest.forget(projectId);
    for (const job of jobs.list()) {
      if (job.kind === 'import' && job.projectId === projectId) jobs.dismiss(job.jobId);
    }
  }
  const left = { kept: kept.length, keptDocumentIds: kept };
  return { removed, ...left, documents: documents.list(projectId) };
};
