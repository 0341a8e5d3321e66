/** Takes imported chapters out of a book again, as far as nobody has worked on them. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';

/** They go among the deleted chapters. A changed one stays and is counted. Errors: those of a deletion. */
export const undoImport = async (
  { projectId, created }: Parsed<'import:undo'>,
  documents: DocumentsService,
): Promise<Output<'import:undo'>> => {
  let removed = 0;
  let kept = 0;
  for (const { documentId, version } of created) {
    if (!documents.byId(projectId).has(documentId)) continue;
    if ((await documents.read(projectId, documentId)).version === version) {
      await documents.remove(projectId, documentId);
      removed += 1;
    } else kept += 1;
  }
  return { removed, kept, documents: documents.list(projectId) };
};
