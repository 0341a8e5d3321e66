/** Set pages: the page that Chromium prints to PDF, that a browser prints, and that the preview shows. */
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, type Chapter, openedVolumes } from '../book.ts';
import type { BookFormat } from './format.ts';
import { pageHeadText, wordCountLine } from './manuscript-words.ts';
import { escapeMarkup, markupOfRuns } from './markup.ts';
import { pageNumberStyle, printStyle } from './print-style.ts';
import { sceneBreakMark } from './scene-break.ts';

export type PageKind = 'book' | 'manuscript';

const blockMarkup = (block: Block, book: Book, layout: ExportLayout, kind: PageKind): string => {
  if (block.kind === 'space') {
    return kind === 'manuscript' ? '<p class="break">#</p>' : '<p class="space"><br></p>';
  }
  if (block.kind === 'break') {
    return `<p class="break">${sceneBreakMark(layout, book.language) || '<br>'}</p>`;
  }
  const words = markupOfRuns(block.runs);
  if (block.kind === 'heading') {
    const level = headingLevel(book, 3);
    return `<h${level} class="section">${words}</h${level}>`;
  }
  return block.quoted ? `<p class="quote">${words}</p>` : `<p>${words}</p>`;
};

/** What follows the book's title in the outline; volumes move it in. */
const headingLevel = ({ depth }: Book, level: number): number => Math.min(6, level + depth);

const headMarkup = ({ label, title }: Chapter, book: Book): string => {
  const level = headingLevel(book, 2);
  const parts = [
    ...(label === null ? [] : [`<span class="label">${escapeMarkup(label)}</span>`]),
    ...(title === null ? [] : [`<span class="title">${escapeMarkup(title)}</span>`]),
  ];
  return parts.length === 0 ? '' : `<h${level} class="head">${parts.join(' ')}</h${level}>`;
};

/** A page of its own with the titles of the volumes that begin with a chapter; '' where none does. */
export const printedVolumes = (chapter: Chapter): string => {
  const titles = openedVolumes(chapter).map(({ title, level }) => {
    const tag = `h${Math.min(6, level + 1)}`;
    return `<${tag} class="volume">${escapeMarkup(title)}</${tag}>`;
  });
  return titles.length === 0 ? '' : `<section class="chapter volumes">${titles.join('')}</section>`;
};

/** One chapter, beginning on a page of its own. */
export const printedChapter = (
  chapter: Chapter,
  book: Book,
  layout: ExportLayout,
  kind: PageKind,
): string => {
  const blocks = chapter.blocks.map((block) => blockMarkup(block, book, layout, kind));
  return `<section class="chapter">${headMarkup(chapter, book)}${blocks.join('\n')}</section>`;
};

export const printedTitlePage = (book: Book, kind: PageKind): string => {
  const title = `<h1>${escapeMarkup(book.title)}</h1>`;
  if (kind === 'book') {
    const author = book.author === '' ? '' : `<p class="author">${escapeMarkup(book.author)}</p>`;
    return `<section class="title-page">${title}${author}</section>`;
  }
  const contact = escapeMarkup(book.contact || book.author).replace(/\n/g, '<br>');
  const by = book.language === 'zh-CN' ? book.author : `by ${book.author}`;
  const author = book.author === '' ? '' : `<p class="author">${escapeMarkup(by)}</p>`;
  const count = `<p class="words">${escapeMarkup(wordCountLine(book))}</p>`;
  return `<section class="title-page">${count}<p class="contact">${contact}</p>${title}${author}</section>`;
};

/** What stands at the head of a manuscript's second page; nothing in a book. */
export const runningHead = (book: Book, kind: PageKind): string =>
  kind === 'manuscript' ? `<p class="run">${escapeMarkup(pageHeadText(book))} / 2</p>` : '';

/** Style and body of a whole book. */
export const printBook = (book: Book, layout: ExportLayout): { css: string; body: string } => {
  const front = layout.titlePage ? printedTitlePage(book, 'book') : '';
  const chapters = book.chapters.map(
    (chapter) => printedVolumes(chapter) + printedChapter(chapter, book, layout, 'book'),
  );
  return {
    css: printStyle(book.language, layout, 'book'),
    body: `<div class="fabula-book" lang="${book.language}">${front}${chapters.join('\n')}</div>`,
  };
};

const writePage = async (book: Book, layout: ExportLayout): Promise<Uint8Array> => {
  const { css, body } = printBook(book, layout);
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return Buffer.from(
    `<!DOCTYPE html><html lang="${book.language}"><head><meta charset="utf-8">` +
      `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
      `<title>${escapeMarkup(book.title)}</title><style>${css}${pageNumberStyle}</style></head><body>${body}</body></html>`,
  );
};

/** The page of a PDF; the desktop prints it. */
export const pdfFormat: BookFormat = {
  mediaType: 'application/pdf',
  write: writePage,
  pages: 'book',
};
