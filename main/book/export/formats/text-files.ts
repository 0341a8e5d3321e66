/** Chapters of text as one file, or as a file each in one zip. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ExportLayout } from '#shared/domain/export.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { type Book, chapterHeadline } from '../book.ts';
import type { BookFormat } from './format.ts';

export type TextParts = NonNullable<BookFormat['text']> & { extension: string };

const inOneFile = (book: Book, layout: ExportLayout, parts: TextParts): Uint8Array => {
  const chapters = book.chapters.map((chapter) => parts.chapter(chapter, book, layout));
  const front = layout.titlePage ? [parts.titlePage(book)] : [];
  return Buffer.from([...front, ...chapters].join('\n\n'));
};

const inOneZip = async (
  book: Book,
  layout: ExportLayout,
  parts: TextParts,
): Promise<Uint8Array> => {
  const zip = new ZipFile();
  const mtime = new Date(book.madeAt);
  const width = String(book.chapters.length).length;
  book.chapters.forEach((chapter, at) => {
    const number = String(at + 1).padStart(Math.max(2, width), '0');
    const head = fileNameFor(chapterHeadline(chapter, book.language)) ?? '';
    const name = `${[number, head].join(' ').trim()}.${parts.extension}`;
    zip.addBuffer(Buffer.from(parts.chapter(chapter, book, layout)), name, { mtime });
  });
  zip.end();
  return buffer(zip.outputStream);
};

/** Writes what `parts` say of each chapter, as the layout has it. */
export const writeTexts = async (
  book: Book,
  layout: ExportLayout,
  parts: TextParts,
): Promise<Uint8Array> =>
  layout.perChapter ? inOneZip(book, layout, parts) : inOneFile(book, layout, parts);
