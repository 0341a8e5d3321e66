/** The room of chapters, which also outlives the pages that write in it (W10). */
import { createManuscript, type DocumentsDependencies } from './create-documents.ts';
import type { DocumentFolders, DocumentsService, RecordsAccess } from './service.ts';
import { createUnsavedDrafts } from './unsaved-drafts.ts';

/** Chapters of open projects: their order, text, versions and history. */
export const createDocuments = (
  dependencies: DocumentsDependencies,
): DocumentsService & DocumentFolders & RecordsAccess => {
  const chapters = createManuscript(dependencies);
  const { logger } = dependencies.platform;
  const drafts = createUnsavedDrafts(chapters, { origins: dependencies.origins, logger });
  return {
    ...chapters,
    save: drafts.save,
    keepDraft: drafts.keep,
    settleDrafts: drafts.settle,
    async resolveConflict(input) {
      drafts.drop(input);
      return chapters.resolveConflict(input);
    },
    async remove(projectId, documentId) {
      // What goes into the trash is all that was typed.
      await drafts.settle(projectId, documentId);
      return chapters.remove(projectId, documentId);
    },
    async merge(input) {
      // In turn: each is a save of a chapter.
      for (const documentId of input.documentIds) await drafts.settle(input.projectId, documentId);
      return chapters.merge(input);
    },
    async moveScene(input) {
      const { projectId, documentId, toDocumentId } = input;
      for (const id of new Set([documentId, toDocumentId])) await drafts.settle(projectId, id);
      return chapters.moveScene(input);
    },
    async undoStep(projectId, undoId) {
      await drafts.settle(projectId);
      return chapters.undoStep(projectId, undoId);
    },
    async detach(projectId) {
      await drafts.settle(projectId);
      drafts.forget(projectId);
      await chapters.detach(projectId);
    },
  };
};
