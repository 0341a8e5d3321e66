/** The lines of both views of the whole book, from one list of chapters. */
import type { DocumentInfo } from '#shared/domain/project.ts';

/** A volume is a folder; one that is interrupted by another stands twice, as it is read. */
export type VolumeRow = {
  kind: 'volume';
  key: string;
  group: string;
  chapters: number;
  words: number;
};
export type ChapterRow = { kind: 'chapter'; key: string; document: DocumentInfo };
export type CardsRow = { kind: 'cards'; key: string; documents: DocumentInfo[] };

type Volume = { row: VolumeRow; documents: DocumentInfo[] };

const volumesOf = (documents: readonly DocumentInfo[]): Volume[] => {
  const volumes: Volume[] = [];
  for (const document of documents) {
    const { group, documentId, wordCount } = document;
    const last = volumes.at(-1);
    if (last?.row.group === group) {
      last.documents.push(document);
      last.row.chapters += 1;
      last.row.words += wordCount;
      continue;
    }
    const key = `volume:${documentId}`;
    const row: VolumeRow = { kind: 'volume', key, group, chapters: 1, words: wordCount };
    volumes.push({ row, documents: [document] });
  }
  return volumes;
};

/** A line for every volume and every chapter; a book without folders has no line for its only volume. */
export const outlineRows = (documents: readonly DocumentInfo[]): (VolumeRow | ChapterRow)[] => {
  const volumes = volumesOf(documents);
  const isPlain = volumes.length <= 1;
  return volumes.flatMap(({ row, documents: chapters }) => [
    ...(isPlain ? [] : [row]),
    ...chapters.map((document) => ({
      kind: 'chapter' as const,
      key: document.documentId,
      document,
    })),
  ]);
};

/** The same as rows of so many cards. */
export const cardRows = (
  documents: readonly DocumentInfo[],
  columns: number,
): (VolumeRow | CardsRow)[] => {
  const volumes = volumesOf(documents);
  return volumes.flatMap(({ row, documents: chapters }) => {
    const rows: (VolumeRow | CardsRow)[] = volumes.length <= 1 ? [] : [row];
    for (let from = 0; from < chapters.length; from += columns) {
      const cards = chapters.slice(from, from + columns);
      rows.push({ kind: 'cards', key: `cards:${cards[0]?.documentId ?? ''}`, documents: cards });
    }
    return rows;
  });
};

/** What is said of the whole book before its chapters. */
export const summaryOf = (documents: readonly DocumentInfo[]) => ({
  chapters: documents.length,
  words: documents.reduce((sum, { wordCount }) => sum + wordCount, 0),
  done: documents.filter(({ status }) => status === 'done').length,
  without: documents.filter(({ synopsis }) => synopsis === '').length,
});

/** The chapter `by` places further in binder order; the same at either end. */
export const neighbourOf = (
  documents: readonly DocumentInfo[],
  documentId: string,
  by: number,
): string => {
  const index = documents.findIndex((document) => document.documentId === documentId);
  const to = Math.max(0, Math.min(documents.length - 1, index + by));
  return documents[to]?.documentId ?? documentId;
};
