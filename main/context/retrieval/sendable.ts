import type { Fence } from '#shared/domain/fence.ts';
import type { EmbedderChoice } from '#shared/domain/settings.ts';
import { isOwnMachine } from '#shared/own-machine.ts';
import type { DocumentsService } from '../../book/documents/service.ts';
import type { KnowledgeService } from '../../book/knowledge/service.ts';

/** What of a project may be handed to an embedder that is asked over a wire (N3). */
export type Sendable = {
  /** False for a text with a name that is kept back, and for any text of such a chapter. */
  allows(text: string, documentId?: string): boolean;
};

export type FencedSources = {
  documents: Pick<DocumentsService, 'list'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'matcher'>;
};

/**
 * Whether an embedder may have what is fenced for a while: on this machine, where nobody reads it and a vector tells no
 * story; elsewhere only when the writer, being told so, has said yes.
 */
export const mayHaveFenced = (choice: EmbedderChoice): boolean =>
  !('baseUrl' in choice) || isOwnMachine(choice.baseUrl) || choice.sendsFenced === true;

/** As the fences stand now. `withFenced`: fences of time and point of view keep nothing back, only "never send" does. */
export const sendableNow = (
  { documents, knowledge }: FencedSources,
  projectId: string,
  withFenced: boolean,
): Sendable => {
  const isKept = (fence: Fence | null): boolean =>
    fence !== null && (!withFenced || fence.neverSend === true);
  const chapters = new Set<string>();
  for (const { documentId, fence } of documents.list(projectId)) {
    if (isKept(fence)) chapters.add(documentId);
  }
  const entries = new Set<string>();
  for (const { entityId, fence } of knowledge.listEntities(projectId)) {
    if (isKept(fence)) entries.add(entityId);
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
