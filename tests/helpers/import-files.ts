/** Files of the formats that can be taken in, as other programs write them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import { ZipFile } from 'yazl';
import { listReadings, orderNames, readText } from '#main/book/documents/index.ts';
import { importLimits } from '#main/book/import/limits.ts';
import type { ReadDependencies } from '#main/book/import/read-source.ts';

/** What reading needs, with the limits of the program. */
export const reading: ReadDependencies = {
  limits: importLimits,
  readText,
  listReadings,
  orderNames,
  report: () => undefined,
};

export type ZipEntries = Readonly<Record<string, string | Buffer>>;

export const zipOf = async (entries: ZipEntries): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(content), name);
  }
  zip.end();
  return buffer(zip.outputStream);
};

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const styles = `${xml}<w:styles ${word}>
  <w:style w:type="paragraph" w:styleId="a"><w:name w:val="Normal"/></w:style>
  <w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:basedOn w:val="a"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="2"><w:name w:val="heading 2"/><w:basedOn w:val="a"/></w:style>
  <w:style w:type="paragraph" w:styleId="mine"><w:name w:val="我的章名"/><w:basedOn w:val="1"/></w:style>
  <w:style w:type="paragraph" w:styleId="toc1"><w:name w:val="toc 1"/></w:style>
</w:styles>`;

export const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`;

/** A paragraph of runs, or of one plain run. */
export const paragraph = (content: string, style = ''): string => {
  const properties = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}${content.startsWith('<') ? content : run(content)}</w:p>`;
};

export const docxOf = (body: string, more: ZipEntries = {}): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'word/styles.xml': styles,
    'word/document.xml': `${xml}<w:document ${word}><w:body>${body}</w:body></w:document>`,
    ...more,
  });

export const commentsPart = (
  comments: readonly { id: number; author: string; text: string }[],
): string =>
  `${xml}<w:comments ${word}>${comments
    .map(
      ({ id, author, text }) =>
        `<w:comment w:id="${id}" w:author="${author}">${paragraph(text)}</w:comment>`,
    )
    .join('')}</w:comments>`;

export type EpubPage = { title: string; html: string };

const container = `${xml}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/** An epub of version 3: one page a chapter, and a table of contents. */
export const epubOf = (
  title: string,
  pages: readonly EpubPage[],
  more: ZipEntries = {},
): Promise<Buffer> => {
  const items = pages.map(
    (_, at) => `<item id="p${at}" href="p%20${at}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = pages.map((_, at) => `<itemref idref="p${at}"/>`);
  const links = pages.map(
    (page, at) => `<li><a href="p%20${at}.xhtml">${xmlText(page.title)}</a></li>`,
  );
  const files = pages.map(({ html }, at): [string, string] => [
    `OEBPS/p ${at}.xhtml`,
    `${xml}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${html}</body></html>`,
  ]);
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/book.opf': `${xml}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    'OEBPS/nav.xhtml': `${xml}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>${links.join('')}</ol></nav></body></html>`,
    ...Object.fromEntries(files),
    ...more,
  });
};

/** Text as Scrivener on a Mac writes it: every character above ASCII as a `\u`. */
export const rtfOf = (paragraphs: readonly string[]): string => {
  const escaped = (text: string): string =>
    [...text]
      .flatMap((character) => (character > '\u007f' ? character.split('') : [character]))
      .map((unit) => {
        const code = unit.charCodeAt(0);
        if (code > 0x7f) return `\\u${code > 0x7fff ? code - 0x10000 : code} `;
        return /[\\{}]/.test(unit) ? `\\${unit}` : unit;
      })
      .join('');
  return `{\\rtf1\\ansi\\ansicpg1252\\cocoartf2639{\\fonttbl\\f0\\fnil\\fcharset0 Palatino;}{\\colortbl;\\red0\\green0\\blue0;}\n\\pard\\uc0\\f0 ${paragraphs.map(escaped).join('\\\n')}}`;
};

export type ScrivenerDocument = {
  id: string;
  type?: string;
  title: string;
  compiled?: boolean;
  paragraphs?: readonly string[];
  synopsis?: string;
  /** More of what a project file says of it: within its `MetaData`, and beside it. */
  metaData?: string;
  more?: string;
  children?: readonly ScrivenerDocument[];
};

const binderItem = ({
  id,
  type,
  title,
  compiled,
  metaData = '',
  more = '',
  children,
}: ScrivenerDocument): string =>
  `<BinderItem UUID="${id}" Type="${type ?? (children ? 'Folder' : 'Text')}"><Title>${xmlText(title)}</Title><MetaData><IncludeInCompile>${compiled === false ? 'No' : 'Yes'}</IncludeInCompile>${metaData}</MetaData>${more}${children ? `<Children>${children.map(binderItem).join('')}</Children>` : ''}</BinderItem>`;

const filesOf = (documents: readonly ScrivenerDocument[], root: string): [string, string][] =>
  documents.flatMap(({ id, paragraphs, synopsis, children }) => [
    ...(synopsis === undefined
      ? []
      : [[`${root}Files/Data/${id}/synopsis.txt`, synopsis] satisfies [string, string]]),
    ...(paragraphs
      ? [[`${root}Files/Data/${id}/content.rtf`, rtfOf(paragraphs)] satisfies [string, string]]
      : []),
    ...filesOf(children ?? [], root),
  ]);

/** The files of a Scrivener 3 project by their names. */
export const scrivenerFiles = (
  name: string,
  documents: readonly ScrivenerDocument[],
  tables = '',
): ZipEntries => ({
  [`${name}.scriv/${name}.scrivx`]: `${xml}<ScrivenerProject Version="2.0"><Binder>${documents.map(binderItem).join('')}</Binder>${tables}</ScrivenerProject>`,
  ...Object.fromEntries(filesOf(documents, `${name}.scriv/`)),
});

/** Writes files below a folder. */
export const writeFiles = (folder: string, files: ZipEntries): void => {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
};
