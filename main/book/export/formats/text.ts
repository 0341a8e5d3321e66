/** Plain text, and the clean copy that platforms take: words, line ends, and nothing else. */
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, type Chapter, chapterHeadline, plainText } from '../book.ts';
import type { BookFormat } from './format.ts';
import { sceneBreakMark } from './scene-break.ts';
import { writeTexts } from './text-files.ts';

const indents: Record<ExportLayout['indent'], string> = {
  twoCharacters: '　　',
  halfInch: '    ',
  none: '',
};

const lineOf = (block: Block, book: Book, layout: ExportLayout): string => {
  if (block.kind === 'break') return sceneBreakMark(layout, book.language);
  if (block.kind === 'space') return '';
  const text = plainText(block.runs);
  if (block.kind === 'heading') return text;
  const indent = indents[layout.indent];
  return indent + text.replace(/\n/g, `\n${indent}`);
};

const chapterText = (chapter: Chapter, book: Book, layout: ExportLayout): string => {
  const between = layout.blankLines ? '\n\n' : '\n';
  const lines = chapter.blocks.map((block) => {
    const line = lineOf(block, book, layout);
    const stands = block.kind === 'heading' || block.kind === 'break';
    // Without empty lines between paragraphs a scene break or a heading needs its own.
    return stands && !layout.blankLines ? `\n${line}\n` : line;
  });
  const head = chapterHeadline(chapter, book.language);
  return `${[...(head === '' ? [] : [`${head}\n`]), lines.join(between)].join('\n')}\n`;
};

const titleText = ({ title, author }: Book): string =>
  author === '' ? `${title}\n` : `${title}\n\n${author}\n`;

const plain: NonNullable<BookFormat['text']> = {
  titlePage: titleText,
  volume: (title) => `${title}\n`,
  chapter: chapterText,
};

/** `txt`, and `platform`: the same, laid out as each is wont to be. */
export const textFormat: BookFormat = {
  mediaType: 'text/plain',
  text: plain,
  write: (book, layout) => writeTexts(book, layout, { ...plain, extension: 'txt' }),
};
