/** Clean Markdown: the writer's own source, block by block, parted by empty lines, with headings alike. */
import { type Block, type Book, type Chapter, chapterHeadline } from '../book.ts';
import type { BookFormat } from './format.ts';
import { writeTexts } from './text-files.ts';

const sourceOf = (block: Block): string => {
  if (block.kind === 'break') return '* * *';
  // With the gaps around it an empty paragraph, as the page reads empty lines.
  if (block.kind === 'space') return '';
  if (block.kind === 'heading') return block.source;
  return block.quoted
    ? block.source
        .split('\n')
        .map((line) => `> ${line.replace(/^[ \t]*(?:>[ \t]?)+/, '')}`)
        .join('\n')
    : block.source;
};

/** Characters that would mean something to Markdown at the places where a title has them. */
const escapeTitle = (title: string): string => title.replace(/([\\`*_[\]])/g, '\\$1');

const chapterSource = (chapter: Chapter, { language }: Book): string => {
  const head = chapterHeadline(chapter, language);
  const heading = head === '' ? [] : [`# ${escapeTitle(head)}`];
  return `${[...heading, ...chapter.blocks.map(sourceOf)].join('\n\n')}\n`;
};

/** YAML in front, where other programs look for them; a string of JSON is one of YAML too. */
const frontMatter = ({ title, author }: Book): string =>
  [
    '---',
    `title: ${JSON.stringify(title)}`,
    ...(author === '' ? [] : [`author: ${JSON.stringify(author)}`]),
    '---\n',
  ].join('\n');

export const markdownFormat: BookFormat = {
  mediaType: 'text/markdown',
  text: { titlePage: frontMatter, chapter: chapterSource },
  write: (book, layout) =>
    writeTexts(book, layout, {
      titlePage: frontMatter,
      chapter: chapterSource,
      extension: 'md',
    }),
};
