/** Takes imported chapters out of a book again, as far as nobody has worked on them. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';

/** They go among the deleted chapters. A changed one stays and is counted. Errors: those of a deletion. */
export const undoImport = async (
  { projectId, created }: Parsed<'import:undo'>,
  documents: DocumentsService,
): Promise<Output<'import:undo'>> => {
  const { removed, kept } = await documents.removeUnchanged(projectId, created);
  return { removed, kept, documents: documents.list(projectId) };
};
