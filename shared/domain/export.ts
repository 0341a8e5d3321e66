/** What a book can be exported as, and what the writer chooses about it (B10). */
import { z } from 'zod';
import { givenFields } from '../given-fields.ts';
import { Identifier } from './identifiers.ts';

export const ExportFormat = z.enum([
  'docx',
  'epub',
  'pdf',
  'markdown',
  'txt',
  'manuscript',
  'platform',
]);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Choices that shape the exported file. Each format heeds those that {@link exportFormats} names for it. */
export const ExportLayout = z.object({
  /** A page with title and author in front; for a manuscript also address and number of words. */
  titlePage: z.boolean(),
  /** Titles of volumes, each before its first chapter; in a zip of chapters their folders (W1). */
  volumes: z.boolean(),
  /** Labels of chapters: as the writer wrote them, counted anew, or left out. */
  numbering: z.enum(['asWritten', 'counted', 'none']),
  /** First line of a paragraph: two characters, half an inch, or not at all. */
  indent: z.enum(['twoCharacters', 'halfInch', 'none']),
  sceneBreak: z.enum(['stars', 'hash', 'blank']),
  paper: z.enum(['a4', 'a5', 'letter']),
  /** An empty line between two paragraphs of plain text. */
  blankLines: z.boolean(),
  /** A file for each chapter, all in one zip. */
  perChapter: z.boolean(),
});
export type ExportLayout = z.infer<typeof ExportLayout>;

/** Some of it: what a call or a book names. */
export const ExportLayoutChange = ExportLayout.partial();
export type ExportLayoutChange = z.infer<typeof ExportLayoutChange>;

type LayoutField = keyof ExportLayout;

/** A format: the end of its file's name, and the choices that mean something to it. */
export type ExportFormatInfo = { extension: string; heeds: readonly LayoutField[] };

const typeset = ['titlePage', 'volumes', 'numbering', 'indent', 'sceneBreak'] as const;

/** One row a format, in the order in which they are offered. */
export const exportFormats: Record<ExportFormat, ExportFormatInfo> = {
  docx: { extension: 'docx', heeds: [...typeset, 'paper'] },
  epub: { extension: 'epub', heeds: typeset },
  pdf: { extension: 'pdf', heeds: [...typeset, 'paper'] },
  markdown: { extension: 'md', heeds: ['titlePage', 'volumes', 'numbering', 'perChapter'] },
  txt: { extension: 'txt', heeds: [...typeset, 'blankLines', 'perChapter'] },
  manuscript: { extension: 'docx', heeds: ['volumes', 'numbering', 'paper'] },
  platform: {
    extension: 'txt',
    heeds: ['volumes', 'numbering', 'indent', 'sceneBreak', 'blankLines', 'perChapter'],
  },
};

/** What of the writer's own words an export bears, UTF-16 units. */
export const longestOwnWords = { author: 200, contact: 1000 } as const;

/** What the writer chose about a book's exports, remembered with the book. */
export const ExportChoices = z.object({
  format: ExportFormat,
  author: z.string().max(longestOwnWords.author),
  /** Name, address, e-mail, telephone: the upper left of a manuscript's title page, line by line. */
  contact: z.string().max(longestOwnWords.contact),
  /** Chapters that stay out of the export. */
  leftOut: z.array(Identifier).max(100_000),
  /** How each format is laid out; one that is not named has the layout usual for the book's language. */
  layouts: z.partialRecord(ExportFormat, ExportLayoutChange),
});
export type ExportChoices = z.infer<typeof ExportChoices>;

/** The end of an exported file's name. */
export const exportExtension = (format: ExportFormat, layout: ExportLayout): string => {
  const { extension, heeds } = exportFormats[format];
  return layout.perChapter && heeds.includes('perChapter') ? 'zip' : extension;
};

/** The layout editors, shops and platforms of a language expect, with the writer's own choices over it. */
export const layoutOf = (
  format: ExportFormat,
  language: 'zh-CN' | 'en',
  chosen: ExportLayoutChange = {},
): ExportLayout => {
  const chinese = language === 'zh-CN';
  return {
    titlePage: format !== 'platform',
    // Where serials appear volumes are made in the author's desk, not in the text.
    volumes: format !== 'platform',
    numbering: 'asWritten',
    indent: chinese
      ? 'twoCharacters'
      : format === 'txt' || format === 'platform'
        ? 'none'
        : 'halfInch',
    sceneBreak: format === 'manuscript' ? 'hash' : 'stars',
    paper: chinese ? 'a4' : 'letter',
    blankLines: !chinese || format === 'platform',
    perChapter: false,
    ...givenFields(chosen),
  };
};
