/** EPUB 3: a page for each chapter, contents for readers of today (nav) and of yesterday (ncx), one style sheet. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, chapterHeadline, type Chapter, openedVolumes } from '../book.ts';
import { epubStyle } from './epub-style.ts';
import type { BookFormat } from './format.ts';
import { escapeMarkup, markupOfRuns } from './markup.ts';
import { sceneBreakMark } from './scene-break.ts';

/** `depth`: how many volumes it stands in, 0 for a page that stands in none. */
type Page = { id: string; file: string; head: string; depth: number; body: string };
type Entry = { page: Page; inside: Entry[] };

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
    depth: chapter.depth,
    body: pageMarkup(book, head, section),
  };
};

/** A page for the title of each volume. */
const volumePages = (book: Book): Map<Chapter, Page[]> => {
  let number = 0;
  return new Map(
    book.chapters.map((chapter) => [
      chapter,
      openedVolumes(chapter).map(({ title, level }) => {
        number += 1;
        const id = `volume-${String(number).padStart(3, '0')}`;
        const section = `<section epub:type="part"><h1 class="volume">${escapeMarkup(title)}</h1></section>`;
        const body = pageMarkup(book, title, section);
        return { id, file: `${id}.xhtml`, head: title, depth: level - 1, body };
      }),
    ]),
  );
};

/** Pages as contents list them: those that stand deeper behind another one are inside it. */
const entriesOf = (pages: readonly Page[]): Entry[] => {
  const entries: Entry[] = [];
  const open: Entry[] = [];
  for (const page of pages) {
    const entry: Entry = { page, inside: [] };
    while ((open.at(-1)?.page.depth ?? -1) >= page.depth) open.pop();
    (open.at(-1)?.inside ?? entries).push(entry);
    open.push(entry);
  }
  return entries;
};

const titlePage = (book: Book): Page => {
  const author = book.author === '' ? '' : `<p class="author">${escapeMarkup(book.author)}</p>`;
  const body = `<section epub:type="titlepage"><h1 class="book">${escapeMarkup(book.title)}</h1>${author}</section>`;
  return {
    id: 'title',
    file: 'title.xhtml',
    head: book.title,
    depth: 0,
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
  const listOf = (entries: readonly Entry[]): string => {
    const items = entries.map(({ page: { file, head }, inside }) => {
      const list = inside.length === 0 ? '' : `\n${listOf(inside)}\n`;
      return `<li><a href="${file}">${escapeMarkup(head)}</a>${list}</li>`;
    });
    return `<ol>\n${items.join('\n')}\n</ol>`;
  };
  const words = contentsWord[book.language];
  const list = `<nav epub:type="toc" id="toc"><h1>${words}</h1>${listOf(entriesOf(pages))}</nav>`;
  return pageMarkup(book, words, list);
};

const ncxMarkup = (book: Book, pages: readonly Page[]): string => {
  const orders = new Map(pages.map((page, at) => [page, at + 1]));
  const pointsOf = (entries: readonly Entry[]): string =>
    entries
      .map(({ page, inside }) => {
        const label = `<navLabel><text>${escapeMarkup(page.head)}</text></navLabel>`;
        const points = inside.length === 0 ? '' : `\n${pointsOf(inside)}\n`;
        return `<navPoint id="point-${page.id}" playOrder="${orders.get(page) ?? 0}">${label}<content src="${page.file}"/>${points}</navPoint>`;
      })
      .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${book.language}">
<head><meta name="dtb:uid" content="${identifierOf(book)}"/><meta name="dtb:depth" content="${book.depth + 1}"/></head>
<docTitle><text>${escapeMarkup(book.title)}</text></docTitle>
<navMap>
${pointsOf(entriesOf(pages))}
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
  const volumes = volumePages(book);
  const pages = [
    ...(layout.titlePage ? [titlePage(book)] : []),
    ...book.chapters.flatMap((chapter, at) => [
      ...(volumes.get(chapter) ?? []),
      chapterPage(chapter, at, book, layout),
    ]),
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
