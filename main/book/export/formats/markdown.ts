/** Clean Markdown: the writer's own source, block by block, parted by empty lines, with headings alike. */
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, type Chapter, chapterHeadline } from '../book.ts';
import type { BookFormat } from './format.ts';
import { writeTexts } from './text-files.ts';

const heading = (level: number, words: string): string =>
  `${'#'.repeat(Math.min(6, level))} ${words}`;

/** @param depth how far headings move in, for those of chapters stay below those of volumes */
const sourceOf = (block: Block, depth: number): string => {
  if (block.kind === 'break') return '* * *';
  // With the gaps around it an empty paragraph, as the page reads empty lines.
  if (block.kind === 'space') return '';
  if (block.kind === 'heading') {
    return block.source.replace(/^ {0,3}#{1,6}(?=[ \t])/, (marks) =>
      '#'.repeat(Math.min(6, marks.trim().length + depth)),
    );
  }
  return block.quoted
    ? block.source
        .split('\n')
        .map((line) => `> ${line.replace(/^[ \t]*(?:>[ \t]?)+/, '')}`)
        .join('\n')
    : block.source;
};

/** Characters that would mean something to Markdown at the places where a title has them. */
const escapeTitle = (title: string): string => title.replace(/([\\`*_[\]])/g, '\\$1');

const chapterSource = (chapter: Chapter, book: Book, { perChapter }: ExportLayout): string => {
  const title = chapterHeadline(chapter, book.language);
  const depth = perChapter ? 0 : book.depth;
  const level = perChapter ? 1 : chapter.depth + 1;
  const head = title === '' ? [] : [heading(level, escapeTitle(title))];
  const blocks = chapter.blocks.map((block) => sourceOf(block, depth));
  return `${[...head, ...blocks].join('\n\n')}\n`;
};

/** YAML in front, where other programs look for them; a string of JSON is one of YAML too. */
const frontMatter = ({ title, author }: Book): string =>
  [
    '---',
    `title: ${JSON.stringify(title)}`,
    ...(author === '' ? [] : [`author: ${JSON.stringify(author)}`]),
    '---\n',
  ].join('\n');

const source: NonNullable<BookFormat['text']> = {
  titlePage: frontMatter,
  volume: (title, level) => `${heading(level, escapeTitle(title))}\n`,
  chapter: chapterSource,
};

export const markdownFormat: BookFormat = {
  mediaType: 'text/markdown',
  text: source,
  write: (book, layout) => writeTexts(book, layout, { ...source, extension: 'md' }),
};
