/** Word: headings that its navigation knows, first-line indents, page numbers, fonts for Han and Latin text. */
import {
  AlignmentType,
  Document,
  Footer,
  type IParagraphOptions,
  type ISectionOptions,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx';
import type { ExportLayout } from '#shared/domain/export.ts';
import { type Block, type Book, type Chapter, chapterHeadline, openedVolumes } from '../book.ts';
import type { BookFormat } from './format.ts';
import { sceneBreakMark } from './scene-break.ts';
import {
  firstLineIndent,
  headingAt,
  headingStyles,
  inch,
  paperSizes,
  timesAndSong,
  wordRuns,
} from './word-runs.ts';

const bodyPoints = 12;

/** Faces that Word has on every system of the language; the reader's program puts its own in their place. */
const faces = {
  'zh-CN': timesAndSong,
  en: { ascii: 'Georgia', hAnsi: 'Georgia', eastAsia: 'SimSun', cs: 'Georgia' },
};

const centred = (options: IParagraphOptions): Paragraph =>
  new Paragraph({ alignment: AlignmentType.CENTER, ...options });

const blockParagraph = (block: Block, book: Book, layout: ExportLayout): Paragraph => {
  if (block.kind === 'space') return new Paragraph({});
  if (block.kind === 'break') {
    return centred({
      text: sceneBreakMark(layout, book.language),
      spacing: { before: 240, after: 240 },
    });
  }
  if (block.kind === 'heading') {
    const heading = headingAt(Math.max(2, block.level) + book.depth);
    return new Paragraph({ heading, children: wordRuns(block.runs, book.language) });
  }
  const quote = block.quoted ? { style: 'Quotation' } : { style: 'BodyText' };
  return new Paragraph({ ...quote, children: wordRuns(block.runs, book.language) });
};

/** A page for each title of a volume. */
const volumeParagraphs = (chapter: Chapter, isFirst: boolean): Paragraph[] =>
  openedVolumes(chapter).map(
    ({ title, level }, at) =>
      new Paragraph({
        heading: headingAt(level),
        pageBreakBefore: !isFirst || at > 0,
        text: title,
      }),
  );

/** All chapters look alike; one outside of all volumes stands beside them in the navigation. */
const chapterParagraphs = (
  chapter: Chapter,
  isFirst: boolean,
  book: Book,
  layout: ExportLayout,
): Paragraph[] => [
  ...volumeParagraphs(chapter, isFirst),
  new Paragraph({
    heading: headingAt(book.depth + 1),
    ...(chapter.depth < book.depth ? { outlineLevel: chapter.depth } : {}),
    pageBreakBefore: !isFirst || chapter.opens.length > 0,
    text: chapterHeadline(chapter, book.language),
  }),
  ...chapter.blocks.map((block) => blockParagraph(block, book, layout)),
];

const titleParagraphs = ({ title, author }: Book): Paragraph[] => [
  centred({ style: 'Title', text: title, spacing: { before: 4 * inch, after: 480 } }),
  ...(author === '' ? [] : [centred({ style: 'Author', text: author })]),
];

const stylesFor = (book: Book, layout: ExportLayout) => {
  const chinese = book.language === 'zh-CN';
  const spacing = { line: chinese ? 360 : 320, before: 0, after: 0 };
  const indent = firstLineIndent(layout.indent, bodyPoints);
  const quoteIndent = { left: inch / 2, right: inch / 2 };
  const headingRun = { size: 32, bold: true, color: '000000', font: faces[book.language] };
  const smallerHeading = {
    run: { ...headingRun, size: 26 },
    paragraph: { spacing: { before: 240, after: 120 } },
  };
  const chapterStyle = {
    run: headingRun,
    paragraph: {
      alignment: AlignmentType.CENTER,
      spacing: { before: inch / 2, after: inch / 2 },
    },
  };
  const volumeStyle = {
    run: { ...headingRun, size: 44 },
    paragraph: { alignment: AlignmentType.CENTER, spacing: { before: 3 * inch, after: inch / 2 } },
  };
  const styleAt = (level: number) => {
    if (level <= book.depth) return volumeStyle;
    return level === book.depth + 1 ? chapterStyle : smallerHeading;
  };
  return {
    default: {
      document: {
        run: {
          size: bodyPoints * 2,
          font: faces[book.language],
          language: { value: 'en-US', eastAsia: 'zh-CN' },
        },
      },
      ...headingStyles(styleAt),
      title: { run: { ...headingRun, size: 52 } },
    },
    paragraphStyles: [
      { id: 'Author', name: 'Author', basedOn: 'Normal' },
      {
        id: 'BodyText',
        name: 'Body Text',
        basedOn: 'Normal',
        quickFormat: true,
        paragraph: { spacing, alignment: AlignmentType.BOTH, ...indent },
      },
      {
        id: 'Quotation',
        name: 'Quotation',
        basedOn: 'BodyText',
        quickFormat: true,
        paragraph: { indent: { ...quoteIndent, firstLine: 0, firstLineChars: 0 } },
      },
    ],
  };
};

const pageNumber = (): Footer =>
  new Footer({
    children: [centred({ children: [new TextRun({ children: [PageNumber.CURRENT] })] })],
  });

const writeDocx = async (book: Book, layout: ExportLayout): Promise<Uint8Array> => {
  const page = {
    size: paperSizes[layout.paper],
    margin: { top: inch, bottom: inch, left: inch, right: inch },
  };
  const title: ISectionOptions[] = layout.titlePage
    ? [{ properties: { page }, children: titleParagraphs(book) }]
    : [];
  const text: ISectionOptions = {
    properties: { page: { ...page, pageNumbers: { start: 1 } } },
    footers: { default: pageNumber() },
    children: book.chapters.flatMap((chapter, at) =>
      chapterParagraphs(chapter, at === 0, book, layout),
    ),
  };
  const file = new Document({
    title: book.title,
    ...(book.author === '' ? {} : { creator: book.author, lastModifiedBy: book.author }),
    styles: stylesFor(book, layout),
    // Else Word draws a line that ends in a line break, as verse does, out over the whole width.
    compatibility: { doNotExpandShiftReturn: true },
    sections: [...title, text],
  });
  return Packer.toBuffer(file);
};

export const docxFormat: BookFormat = {
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  write: writeDocx,
  pages: 'book',
};
