/** What was chosen about a book's exports, as a part of what travels with the book; the address stays (B1). */
import type { Database } from 'better-sqlite3';
import { RecordId } from '#shared/domain/identifiers.ts';
import type { BookPart, ExportFields } from '../record-source.ts';
import { firstChoices } from './choices.ts';
import { createChoicesStore } from './choices-store.ts';

export const createExportPart = (database: Database): BookPart<ExportFields> => {
  const store = createChoicesStore(database);
  return {
    read(projectId) {
      const choices = store.read(projectId);
      if (!choices) return null;
      const { format, author, leftOut, layouts } = choices;
      // What is no id names no chapter: it stays here, and stops no book from being opened.
      const leftOutChapters = leftOut
        .filter((documentId) => RecordId.safeParse(documentId).success)
        .map((documentId) => ({ documentId }));
      return { format, author, leftOut: leftOutChapters, layouts };
    },
    write(projectId, { format, author, leftOut, layouts }) {
      const known = store.read(projectId) ?? firstChoices;
      store.write(projectId, {
        ...{ format: format ?? firstChoices.format, author, layouts, contact: known.contact },
        leftOut: leftOut.map(({ documentId }) => documentId),
      });
    },
    // Dialogs ask when they open.
    tell: () => undefined,
  };
};
