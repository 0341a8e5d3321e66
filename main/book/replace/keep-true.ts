/** What is told of a chapter, and stays true where its edit makes names others and nothing else (W2). */
import type { DocumentText } from '../documents/service.ts';
import type { ReplaceParts } from './parts.ts';

/** Of a chapter's own synopsis, and of one that was proposed and waits. */
export type Truths = { keepsSynopsis: boolean; keepsProposal: boolean };

/** Which of both are told by the text as it is. DOCUMENT_NOT_FOUND. */
export const trueNow = (
  { documents, proposals }: Pick<ReplaceParts, 'documents' | 'proposals'>,
  projectId: string,
  documentId: string,
): Truths => ({
  keepsSynopsis: documents.synopses.isTrue(projectId, documentId),
  keepsProposal: proposals.isTrue(projectId, documentId),
});

/** What was true before the edit is true of the text that it made. */
export const keepTrue = async (
  { documents, proposals }: Pick<ReplaceParts, 'documents' | 'proposals'>,
  projectId: string,
  { documentId, written, truths }: { documentId: string; written: DocumentText; truths: Truths },
): Promise<void> => {
  const { synopses } = documents;
  if (truths.keepsSynopsis) await synopses.keepTrue(projectId, documentId, written.version);
  if (truths.keepsProposal) {
    proposals.keepTrue(projectId, { documentId, mark: synopses.markOf(written) });
  }
};
