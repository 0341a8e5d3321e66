/** How a chapter of a text begins, in the file and in the preview of it, which needs nothing of what writes files. */
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Book, type Chapter, openedVolumes } from '../book.ts';
import type { BookFormat } from './format.ts';

/** A chapter with the titles of the volumes that begin with it above it. */
export const chapterInFile = (
  chapter: Chapter,
  book: Book,
  layout: ExportLayout,
  parts: NonNullable<BookFormat['text']>,
): string => {
  const volumes = layout.perChapter ? [] : openedVolumes(chapter);
  const heads = volumes.map(({ title, level }) => parts.volume(title, level));
  return [...heads, parts.chapter(chapter, book, layout)].join('\n\n');
};
