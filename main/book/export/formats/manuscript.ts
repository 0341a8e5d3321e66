/**
 * A manuscript as editors ask for it (William Shunn's standard): twelve points, double spaced, an inch of margin, a title
 * page with contact and number of words, surname, title and number at the head of every further page.
 */
import {
  AlignmentType,
  Document,
  Header,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx';
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, type Chapter, openedVolumes } from '../book.ts';
import type { BookFormat } from './format.ts';
import { pageHeadText, wordCountLine } from './manuscript-words.ts';
import {
  firstLineIndent,
  headingAt,
  headingStyles,
  inch,
  paperSizes,
  timesAndSong as font,
  wordRuns,
} from './word-runs.ts';

const points = 12;
const doubleSpaced = { line: 480, lineRule: LineRuleType.AUTO, before: 0, after: 0 };
const singleSpaced = { line: 240, lineRule: LineRuleType.AUTO, before: 0, after: 0 };

const centred = (text: string, before = 0): Paragraph =>
  new Paragraph({
    alignment: AlignmentType.CENTER,
    text,
    spacing: { ...doubleSpaced, before },
    indent: { firstLine: 0, firstLineChars: 0 },
  });

/** The number of words stands at the right of the first line, where the eye of an editor looks for it. */
const titlePage = (book: Book, width: number): Paragraph[] => {
  const contact = book.contact === '' ? [book.author] : book.contact.split('\n');
  const words = wordCountLine(book);
  const by = book.language === 'zh-CN' ? book.author : `by ${book.author}`;
  return [
    ...contact.map(
      (line, at) =>
        new Paragraph({
          spacing: singleSpaced,
          tabStops: [{ type: TabStopType.RIGHT, position: width }],
          children: [new TextRun(at === 0 ? `${line}\t${words}` : line)],
        }),
    ),
    centred(book.title, 4 * inch - contact.length * 240),
    ...(book.author === '' ? [] : [centred(by)]),
  ];
};

const blockParagraph = (block: Block, language: Book['language']): Paragraph => {
  if (block.kind === 'break' || block.kind === 'space') return centred('#');
  if (block.kind === 'heading') {
    return new Paragraph({
      children: wordRuns(block.runs, language),
      alignment: AlignmentType.CENTER,
      spacing: doubleSpaced,
    });
  }
  return new Paragraph({
    children: wordRuns(block.runs, language),
    spacing: doubleSpaced,
    ...firstLineIndent(language === 'zh-CN' ? 'twoCharacters' : 'halfInch', points),
    ...(block.quoted ? { style: 'Quotation' } : {}),
  });
};

/** A new page, its head a third of the way down. `level`: in the navigation, from 1. */
const pageHeading = (level: number, lines: readonly string[]): Paragraph =>
  new Paragraph({
    heading: headingAt(level),
    pageBreakBefore: true,
    alignment: AlignmentType.CENTER,
    spacing: { ...doubleSpaced, before: 2.5 * inch, after: lines.length > 1 ? 0 : 480 },
    children: lines.map((text, at) => new TextRun(at === 0 ? { text } : { text, break: 1 })),
  });

const chapterParagraphs = (chapter: Chapter, language: Book['language']): Paragraph[] => {
  const lines = [chapter.label, chapter.title].filter((line) => line !== null);
  const [first = '', ...others] = lines;
  return [
    ...openedVolumes(chapter).map(({ title, level }) => pageHeading(level, [title])),
    pageHeading(chapter.depth + 1, [first, ...others]),
    ...chapter.blocks.map((block) => blockParagraph(block, language)),
  ];
};

const pageHead = (book: Book): Header =>
  new Header({
    children: [
      new Paragraph({
        alignment: AlignmentType.RIGHT,
        children: [new TextRun({ children: [`${pageHeadText(book)} / `, PageNumber.CURRENT] })],
      }),
    ],
  });

const writeManuscript = async (book: Book, layout: ExportLayout): Promise<Uint8Array> => {
  const size = paperSizes[layout.paper];
  const file = new Document({
    title: book.title,
    ...(book.author === '' ? {} : { creator: book.author, lastModifiedBy: book.author }),
    styles: {
      default: {
        document: { run: { size: points * 2, font } },
        ...headingStyles(() => ({
          run: { size: points * 2, font, bold: false, color: '000000' },
        })),
      },
      paragraphStyles: [
        {
          id: 'Quotation',
          name: 'Quotation',
          basedOn: 'Normal',
          paragraph: { indent: { left: inch / 2, right: inch / 2 } },
        },
      ],
    },
    sections: [
      {
        properties: {
          titlePage: true,
          page: { size, margin: { top: inch, bottom: inch, left: inch, right: inch } },
        },
        headers: { default: pageHead(book), first: new Header({ children: [new Paragraph('')] }) },
        children: [
          ...titlePage(book, size.width - 2 * inch),
          ...book.chapters.flatMap((chapter) => chapterParagraphs(chapter, book.language)),
          centred(book.language === 'zh-CN' ? '（完）' : 'END', 480),
        ],
      },
    ],
  });
  return Packer.toBuffer(file);
};

export const manuscriptFormat: BookFormat = {
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  write: writeManuscript,
  pages: 'manuscript',
};
