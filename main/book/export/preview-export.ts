/** Shows how title page and one chapter of an export will look, before anything is written. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import { buildBook } from './build-book.ts';
import type { Book } from './book.ts';
import { type ExportContext, settleRequest } from './context.ts';
import { chapterInFile } from './formats/chapter-in-file.ts';
import { printStyle } from './formats/print-style.ts';
import { printedChapter, printedTitlePage, printedVolumes, runningHead } from './formats/print.ts';
import { gatherBook } from './gather-book.ts';

/** As much of a chapter as a look at it needs. */
const shownBlocks = 120;

/** DOCUMENT_NOT_FOUND when the chapter is not among those that go out. */
export const previewExport = async (
  context: ExportContext,
  input: Parsed<'documents:export:preview'>,
  signal: AbortSignal,
): Promise<Output<'documents:export:preview'>> => {
  const { format, projectId, documentId } = input;
  context.sources.documents.info(projectId, documentId);
  const request = settleRequest(context, format, input);
  const documentIds = request.documentIds && [...new Set([...request.documentIds, documentId])];
  const isShown = (one: string): boolean => one === documentId;
  const source = await gatherBook(context.sources, { ...request, documentIds }, signal, isShown);
  const book: Book = await buildBook(source, request.layout);
  const found = book.chapters.find((one) => isShown(one.documentId));
  const chapter = {
    ...(found ?? { documentId, label: null, title: null, depth: 0, opens: [] }),
    blocks: (found?.blocks ?? []).slice(0, shownBlocks),
  };
  // Not loaded with every start of the program, see the export itself.
  const { bookFormats } = await import('./formats/index.ts');
  const { text, pages = 'book' } = bookFormats[format];
  const { layout } = request;
  const hasTitlePage = layout.titlePage || format === 'manuscript';
  if (text) {
    const titlePage = hasTitlePage && !layout.perChapter ? text.titlePage(book) : '';
    return { kind: 'text', titlePage, chapter: chapterInFile(chapter, book, layout, text) };
  }
  return {
    kind: 'pages',
    css: printStyle(book.language, layout, pages),
    titlePage: hasTitlePage ? printedTitlePage(book, pages) : '',
    volumePage: printedVolumes(chapter),
    chapter: runningHead(book, pages) + printedChapter(chapter, book, layout, pages),
  };
};
