import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainProse } from '#shared/count-text.ts';
import { textsOf } from '#main/book/import/chapters.ts';
import { readSource } from '#main/book/import/read-source.ts';
import {
  docxOf,
  epubOf,
  paragraph,
  reading,
  scrivenerFiles,
  xmlText,
  zipOf,
} from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-import-round-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Book = { title: string; paragraphs: string[] }[];

/** Words without what is a mark in Markdown: those have tests of their own. */
const sentence = fc.stringMatching(/^[a-zA-Z雪马盐驿站风“”，、]{1,60}[。！？.]$/u);
const bookOf = fc
  .array(fc.array(sentence, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 6 })
  .map(
    (chapters): Book =>
      chapters.map((paragraphs, at) => ({
        title: `第${at + 1}章 标题${'甲乙丙丁戊己'[at] ?? ''}`,
        paragraphs,
      })),
  );

const paragraphsOf = (text: string): string[] =>
  plainProse(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const imported = async (name: string, bytes: string | Buffer): Promise<Book> => {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  const { chapters, source } = await readSource({ path: place }, reading);
  return chapters.map((chapter) => {
    const [, ...paragraphs] = paragraphsOf(textsOf(chapter, source, 'keep').text);
    return { title: chapter.title, paragraphs };
  });
};

const writers: Record<string, (book: Book) => Promise<string | Buffer> | string | Buffer> = {
  'book.md': (book) =>
    book.map(({ title, paragraphs }) => `# ${title}\n\n${paragraphs.join('\n\n')}\n`).join('\n'),
  'book.txt': (book) =>
    book
      .map(
        ({ title, paragraphs }) =>
          `${title}\n${paragraphs.map((one) => `　　${one}`).join('\n')}\n`,
      )
      .join('\n'),
  'book-gb.txt': (book) =>
    iconv.encode(
      `${'雪马盐驿站风。'.repeat(30)}\r\n${book.map(({ title, paragraphs }) => `${title}\r\n\r\n${paragraphs.join('\r\n\r\n')}\r\n`).join('\r\n')}`,
      'GB18030',
    ),
  'book.docx': (book) =>
    docxOf(
      book
        .map(
          ({ title, paragraphs }) =>
            paragraph(title, '1') + paragraphs.map((one) => paragraph(one)).join(''),
        )
        .join(''),
    ),
  'book.epub': (book) =>
    epubOf(
      '书',
      book.map(({ title, paragraphs }) => ({
        title,
        html: `<h1>${title}</h1>${paragraphs.map((one) => `<p>${xmlText(one)}</p>`).join('')}`,
      })),
    ),
  'book.zip': (book) =>
    zipOf(
      scrivenerFiles('书', [
        {
          id: 'D',
          type: 'DraftFolder',
          title: 'Draft',
          children: book.map(({ title, paragraphs }, at) => ({ id: `T${at}`, title, paragraphs })),
        },
      ]),
    ),
};

describe('a book that another program wrote', () => {
  it.each(Object.keys(writers))(
    'comes in from %s with the same chapters and paragraphs [B10 F20]',
    async (name) => {
      const write = writers[name];
      await fc.assert(
        fc.asyncProperty(bookOf, async (book) => {
          const found = await imported(name, (await write?.(book)) ?? '');
          // Where the encoding has to be guessed there is enough text before the first chapter to tell it by.
          expect(name === 'book-gb.txt' ? found.slice(1) : found).toEqual(book);
        }),
        { numRuns: 60 },
      );
    },
  );
});
