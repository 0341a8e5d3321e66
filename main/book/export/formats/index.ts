/** Every format, a row each; what the writer may choose about them stands in `shared/domain/export.ts`. */
import type { ExportFormat } from '#shared/domain/export.ts';
import { docxFormat } from './docx.ts';
import { epubFormat } from './epub.ts';
import type { BookFormat } from './format.ts';
import { manuscriptFormat } from './manuscript.ts';
import { markdownFormat } from './markdown.ts';
import { pdfFormat } from './print.ts';
import { textFormat } from './text.ts';

export const bookFormats: Record<ExportFormat, BookFormat> = {
  docx: docxFormat,
  epub: epubFormat,
  pdf: pdfFormat,
  markdown: markdownFormat,
  txt: textFormat,
  manuscript: manuscriptFormat,
  platform: textFormat,
};
