/** EPUB 3: a page for each chapter, contents for readers of today (nav) and of yesterday (ncx), one style sheet. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, chapterHeadline, type Chapter } from '../book.ts';
import { epubStyle } from './epub-style.ts';
import type { BookFormat } from './format.ts';
import { escapeMarkup, markupOfRuns } from './markup.ts';
import { sceneBreakMark } from './scene-break.ts';

type Page = { id: string; file: string; head: string; body: string };

const contentsWord = { 'zh-CN': '目录', en: 'Contents' };

const blockMarkup = (block: Block, layout: ExportLayout, language: Book['language']): string => {
  if (block.kind === 'space') return '<p class="space"><br/></p>';
  if (block.kind === 'break') {
    const mark = sceneBreakMark(layout, language);
    return mark === '' ? '<hr class="blank"/>' : `<p class="break">${mark}</p>`;
  }
  if (block.kind === 'heading') {
    const level = Math.min(6, Math.max(2, block.level));
    return `<h${level}>${markupOfRuns(block.runs)}</h${level}>`;
  }
  const paragraph = `<p>${markupOfRuns(block.runs)}</p>`;
  return block.quoted ? `<blockquote>${paragraph}</blockquote>` : paragraph;
};

const pageMarkup = (book: Book, title: string, body: string, more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${book.language}" xml:lang="${book.language}">
<head><meta charset="UTF-8"/><title>${escapeMarkup(title) || '—'}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body${more}>
${body}
</body>
</html>
`;

const headMarkup = ({ label, title }: Chapter): string => {
  const parts = [
    ...(label === null ? [] : [`<span class="label">${escapeMarkup(label)}</span>`]),
    ...(title === null ? [] : [`<span>${escapeMarkup(title)}</span>`]),
  ];
  return parts.length === 0 ? '' : `<h1>${parts.join(' ')}</h1>\n`;
};

const chapterPage = (chapter: Chapter, at: number, book: Book, layout: ExportLayout): Page => {
  const number = String(at + 1).padStart(4, '0');
  const head = chapterHeadline(chapter, book.language) || String(at + 1);
  const blocks = chapter.blocks.map((block) => blockMarkup(block, layout, book.language));
  const section = `<section epub:type="chapter">\n${headMarkup(chapter)}${blocks.join('\n')}\n</section>`;
  return {
    id: `chapter-${number}`,
    file: `chapter-${number}.xhtml`,
    head,
    body: pageMarkup(book, head, section),
  };
};

const titlePage = (book: Book): Page => {
  const author = book.author === '' ? '' : `<p class="author">${escapeMarkup(book.author)}</p>`;
  const body = `<section epub:type="titlepage"><h1 class="book">${escapeMarkup(book.title)}</h1>${author}</section>`;
  return {
    id: 'title',
    file: 'title.xhtml',
    head: book.title,
    body: pageMarkup(book, book.title, body),
  };
};

/** The same book keeps its name over all its exports: a shelf replaces the old one. */
const identifierOf = (book: Book): string => {
  const hash = createHash('sha256').update(`fabula ${book.id}`).digest('hex');
  const groups = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...groups, hash.slice(20, 32)].join('-')}`;
};

const packageMarkup = (book: Book, pages: readonly Page[]): string => {
  const modified = `${new Date(book.madeAt).toISOString().slice(0, 19)}Z`;
  const creator =
    book.author === '' ? '' : `\n<dc:creator>${escapeMarkup(book.author)}</dc:creator>`;
  const items = pages.map(
    ({ id, file }) => `<item id="${id}" href="${file}" media-type="application/xhtml+xml"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="${book.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book-id">${identifierOf(book)}</dc:identifier>
<dc:title>${escapeMarkup(book.title)}</dc:title>
<dc:language>${book.language}</dc:language>${creator}
<meta property="dcterms:modified">${modified}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
${items.join('\n')}
</manifest>
<spine toc="ncx">
${pages.map(({ id }) => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`;
};

const navMarkup = (book: Book, pages: readonly Page[]): string => {
  const entries = pages.map(
    ({ file, head }) => `<li><a href="${file}">${escapeMarkup(head)}</a></li>`,
  );
  const words = contentsWord[book.language];
  const list = `<nav epub:type="toc" id="toc"><h1>${words}</h1><ol>\n${entries.join('\n')}\n</ol></nav>`;
  return pageMarkup(book, words, list);
};

const ncxMarkup = (book: Book, pages: readonly Page[]): string => {
  const points = pages.map(
    ({ id, file, head }, at) =>
      `<navPoint id="point-${id}" playOrder="${at + 1}"><navLabel><text>${escapeMarkup(head)}</text></navLabel><content src="${file}"/></navPoint>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${book.language}">
<head><meta name="dtb:uid" content="${identifierOf(book)}"/><meta name="dtb:depth" content="1"/></head>
<docTitle><text>${escapeMarkup(book.title)}</text></docTitle>
<navMap>
${points.join('\n')}
</navMap>
</ncx>
`;
};

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const writeEpub = async (book: Book, layout: ExportLayout): Promise<Uint8Array> => {
  const pages = [
    ...(layout.titlePage ? [titlePage(book)] : []),
    ...book.chapters.map((chapter, at) => chapterPage(chapter, at, book, layout)),
  ];
  const zip = new ZipFile();
  const mtime = new Date(book.madeAt);
  const add = (name: string, text: string, compress = true): void =>
    zip.addBuffer(Buffer.from(text), name, { mtime, compress });
  // First, and as it is: by these bytes a file is known to be an EPUB.
  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  add('EPUB/package.opf', packageMarkup(book, pages));
  add('EPUB/nav.xhtml', navMarkup(book, pages));
  add('EPUB/toc.ncx', ncxMarkup(book, pages));
  add('EPUB/style.css', epubStyle(book.language, layout));
  for (const { file, body } of pages) add(`EPUB/${file}`, body);
  zip.end();
  return buffer(zip.outputStream);
};

export const epubFormat: BookFormat = {
  mediaType: 'application/epub+zip',
  write: writeEpub,
  pages: 'book',
};
