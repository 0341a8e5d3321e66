/** Reads the chapters of a book and the descriptions of its codex. */
import type { Entity } from '#shared/domain/knowledge.ts';
import { AppError } from '#shared/errors.ts';
import type { ContradictionDependencies } from './dependencies.ts';

export type BookChapter = { documentId: string; chapter: number; text: string };
export type ReadBook = {
  chapters: BookChapter[];
  /** Those with a description. */
  entries: Entity[];
  /** Chapters that could not be read. */
  unreadable: string[];
};

const unreadableCodes: readonly string[] = [
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_TOO_LARGE',
];

/** `only`: these chapters alone. Throws what `signal` aborts with, and errors of the folder. */
export const readBook = async (
  { documents, knowledge }: Pick<ContradictionDependencies, 'documents' | 'knowledge'>,
  { projectId, only }: { projectId: string; only?: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<ReadBook> => {
  const chapters: BookChapter[] = [];
  const unreadable: string[] = [];
  for (const { documentId, chapter } of documents.list(projectId)) {
    if (only && !only.has(documentId)) continue;
    signal.throwIfAborted();
    try {
      const { text } = await documents.read(projectId, documentId);
      chapters.push({ documentId, chapter, text });
    } catch (error) {
      if (!(error instanceof AppError) || !unreadableCodes.includes(error.code)) throw error;
      unreadable.push(documentId);
    }
  }
  const entries = knowledge.listEntities(projectId).filter(({ summary }) => summary.trim() !== '');
  return { chapters, entries, unreadable };
};
