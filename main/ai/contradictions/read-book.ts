/** Reads the chapters of a book and what its codex says. */
import { AppError } from '#shared/errors.ts';
import type { ContradictionDependencies } from './dependencies.ts';
import { type EntryText, entryTexts } from './entry-text.ts';

export type BookChapter = { documentId: string; chapter: number; text: string };
export type ReadBook = {
  chapters: BookChapter[];
  /** Those that say something. */
  entries: EntryText[];
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
  const entries = entryTexts(knowledge.listEntities(projectId), knowledge.listRelations(projectId));
  return { chapters, entries, unreadable };
};
