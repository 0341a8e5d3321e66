/** Chapters of text as one file, or as a file each in one zip. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ExportLayout } from '#shared/domain/export.ts';
import { numberedName } from '#shared/domain/file-name.ts';
import { type Book, chapterHeadline, openedVolumes } from '../book.ts';
import { chapterInFile } from './chapter-in-file.ts';
import type { BookFormat } from './format.ts';

export type TextParts = NonNullable<BookFormat['text']> & { extension: string };

const inOneFile = (book: Book, layout: ExportLayout, parts: TextParts): Uint8Array => {
  const chapters = book.chapters.map((chapter) => chapterInFile(chapter, book, layout, parts));
  const front = layout.titlePage ? [parts.titlePage(book)] : [];
  return Buffer.from([...front, ...chapters].join('\n\n'));
};

/** The folder of each chapter: its volumes, numbered as they come. '' or with a slash at its end. */
const foldersOf = ({ chapters }: Book): string[] => {
  const names: string[] = [];
  const counts: number[] = [];
  return chapters.map((chapter) => {
    for (const { title, level } of openedVolumes(chapter)) {
      const number = (counts[level - 1] ?? 0) + 1;
      counts.splice(level - 1, counts.length, number);
      names.splice(level - 1, names.length, numberedName(number, 2, title));
    }
    return names
      .slice(0, chapter.depth)
      .map((name) => `${name}/`)
      .join('');
  });
};

const inOneZip = async (
  book: Book,
  layout: ExportLayout,
  parts: TextParts,
): Promise<Uint8Array> => {
  const zip = new ZipFile();
  const mtime = new Date(book.madeAt);
  const width = String(book.chapters.length).length;
  const folders = foldersOf(book);
  book.chapters.forEach((chapter, at) => {
    const own = numberedName(at + 1, width, chapterHeadline(chapter, book.language));
    const name = `${folders[at] ?? ''}${own}.${parts.extension}`;
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
