/** Remembers which chapters were worked on, as working notes of the book. */
import type { Language } from '#shared/domain/identifiers.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { EventBus } from '#main/events.ts';

type Dependencies = {
  events: EventBus;
  projects: Pick<ProjectsService, 'languageOf'>;
  documents: Pick<DocumentsService, 'titleOf'>;
  memory: Pick<MemoryService, 'addWorkingNote'>;
};

const noteOf: Record<Language, (title: string) => string> = {
  'zh-CN': (title) => `这一次写过：${title}`,
  en: (title) => `Worked on: ${title}`,
};

/** Adds a note whenever somebody has written in a chapter here: a replacement or an import is no work on it. Returns the function that ends it. */
export const noteWorkedOn = ({ events, projects, documents, memory }: Dependencies): (() => void) =>
  events.on((name, payload) => {
    if (name !== 'document:changed' || payload.isWritten !== true) return;
    const { projectId, documentId } = payload;
    const title = documents.titleOf(projectId, documentId);
    memory.addWorkingNote(projectId, documentId, noteOf[projects.languageOf(projectId)](title));
  });
