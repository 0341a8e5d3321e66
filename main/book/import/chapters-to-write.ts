/** The chapters of a file as the writer adjusted them, ready to be written. */
import { basename } from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { NewChapter } from '#main/book/documents/service.ts';
import { settleNotes } from './chapter-notes.ts';
import { applyEdits, type Chapter, commentsChapter, textsOf } from './chapters.ts';
import { tooLarge } from './failures.ts';
import type { ChaptersToWrite, CommitRequest } from './import-order.ts';
import { type ReadChapters, type ReadDependencies, readSource } from './read-source.ts';

type Request = Omit<CommitRequest, 'into'>;

const chaptersOf = (read: ReadChapters, request: Request): NewChapter[] => {
  const { source, language } = read;
  const choice = request.changes ?? 'keep';
  const edited: Chapter[] = applyEdits(read.chapters, request.edits ?? []);
  const comments = request.keepComments ? commentsChapter(edited, source, language) : null;
  return [...edited, ...(comments === null ? [] : [comments])].map((chapter) => ({
    title: chapter.title,
    group: chapter.group,
    file: basename(request.path),
    ...textsOf(chapter, source, choice),
    decisions: chapter.notes ? settleNotes(chapter.notes, language) : null,
  }));
};

const checkChapters = (chapters: readonly NewChapter[], limit: number): void => {
  if (chapters.length === 0) throw new AppError('IMPORT_NOTHING_FOUND', 'No chapter is wanted.');
  for (const { text } of chapters) {
    const size = Buffer.byteLength(text);
    if (size > limit) throw tooLarge('text in one chapter', { size, limit });
  }
};

/** Writes nothing. Errors: those of {@link readSource}. */
export const chaptersToWrite = async (
  request: Request,
  dependencies: ReadDependencies,
): Promise<ChaptersToWrite> => {
  const read = await readSource(request, dependencies);
  const chapters = chaptersOf(read, request);
  checkChapters(chapters, dependencies.limits.chapter);
  return { language: read.language, chapters, warnings: read.warnings };
};
