/** The words of the chapters that are closed to a conversation, made anew only when these or their texts change. */
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { ToolContext } from '../tool.ts';
import { createPassages, type Passages } from './passages.ts';

/** Null when nothing is closed. */
export type ClosedPassages = (
  scope: Pick<ToolContext, 'projectId' | 'view'>,
) => Promise<Passages | null>;

export const createClosedPassages = ({
  documents,
}: {
  documents: Pick<DocumentsService, 'list' | 'read'>;
}): ClosedPassages => {
  let last: { key: string; passages: Passages } | null = null;
  return async ({ projectId, view }) => {
    const closed = documents.list(projectId).filter((one) => !view.allowsDocument(one.documentId));
    if (closed.length === 0) return null;
    const texts: { id: string; text: string; version: string }[] = [];
    for (const { documentId } of closed) {
      texts.push({ id: documentId, ...(await documents.read(projectId, documentId)) });
    }
    const key = texts.map(({ id, version }) => `${id} ${version}`).join('\n');
    if (last?.key === key) return last.passages;
    const passages = createPassages();
    for (const { text } of texts) passages.add(text);
    last = { key, passages };
    return passages;
  };
};
