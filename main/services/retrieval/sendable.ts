import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService } from '../knowledge/service.ts';

/** What of a project may be handed to an embedder that is asked over a wire (N3). */
export type Sendable = {
  /** False for a text with a name that is never to be sent, and for any text of such a chapter. */
  allows(text: string, documentId?: string): boolean;
};

export type FencedSources = {
  documents: Pick<DocumentsService, 'list'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'matcher'>;
};

/** As the fences stand now. Fences of time and point of view keep nothing from a vector, which tells no story. */
export const sendableNow = (
  { documents, knowledge }: FencedSources,
  projectId: string,
): Sendable => {
  const chapters = new Set<string>();
  for (const { documentId, fence } of documents.list(projectId)) {
    if (fence?.neverSend) chapters.add(documentId);
  }
  const entries = new Set<string>();
  for (const { entityId, fence } of knowledge.listEntities(projectId)) {
    if (fence?.neverSend) entries.add(entityId);
  }
  return {
    allows: (text, documentId) =>
      !(documentId !== undefined && chapters.has(documentId)) &&
      (entries.size === 0 ||
        !knowledge
          .matcher(projectId)
          .find(text)
          .some(({ entityId }) => entries.has(entityId))),
  };
};
