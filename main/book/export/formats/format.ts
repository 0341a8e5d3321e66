/** What a format is: a function from the one model of a book to the bytes of a file. */
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Book, Chapter } from '../book.ts';

export type BookFormat = {
  mediaType: string;
  /** The whole book as one file; for set pages, the page to be printed. */
  write(book: Book, layout: ExportLayout): Promise<Uint8Array>;
  /** Formats of plain text also say how one chapter and the title page read. */
  text?: {
    titlePage(book: Book): string;
    /** A volume's title; `level` is 1 for an outermost one. */
    volume(title: string, level: number): string;
    chapter(chapter: Chapter, book: Book, layout: ExportLayout): string;
  };
  /** How set pages look; formats without it are shown as text. */
  pages?: 'book' | 'manuscript';
};
