/** What a report on the whole book says: lines, each of which stands at places of the text (W7). */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** Words a writer wants to be told of (敏感词). */
export const WatchedWords = z.array(z.string().trim().min(1).max(100)).max(5_000);
export const WatchedWordsChange = z.object({ added: WatchedWords, removed: WatchedWords });
export type WatchedWordsChange = z.infer<typeof WatchedWordsChange>;

/** The reports there are, in the order they are shown. */
export const ReportKind = z.enum([
  'overused',
  'phrases',
  'nearby',
  'habits',
  'rhythm',
  'dialogue',
  'people',
  'duplicates',
  'punctuation',
  'typos',
  'spelling',
  'watched',
]);
export type ReportKind = z.infer<typeof ReportKind>;

/** What a line is about, where its words alone do not tell. */
export const ReportRemark = z.enum([
  // rhythm
  'chapterRhythm',
  'longSentence',
  'longParagraph',
  'evenRun',
  // dialogue
  'chapterSpeech',
  'withoutSpeech',
  // punctuation
  'halfWidth',
  'fullWidth',
  'straightQuotes',
  'otherQuotes',
  'unbalanced',
  'doubled',
  'ellipsis',
  'dash',
  'spaceBefore',
  'doubleSpace',
  // 错别字
  'misspelling',
  'repeatedWord',
]);
export type ReportRemark = z.infer<typeof ReportRemark>;

/** Figures of a line or a report; lengths are in words as the desk counts them (F23). */
export const ReportFigure = z.enum([
  'perTenThousand',
  'mentions',
  // Places inside of longer words, which are no places of the line.
  'within',
  'mean',
  'median',
  'longest',
  'length',
  'share',
  'sentences',
]);
export type ReportFigure = z.infer<typeof ReportFigure>;
export const ReportFigures = z.partialRecord(ReportFigure, z.number().nonnegative());
export type ReportFigures = z.infer<typeof ReportFigures>;

/** Where a line stands, as the text was when it was read: UTF-16 code units, and a few words around it. */
export const ReportPlace = z.object({
  documentId: Identifier,
  start: Count,
  end: Count,
  before: z.string(),
  match: z.string(),
  after: z.string(),
});
export type ReportPlace = z.infer<typeof ReportPlace>;

export const ReportLine = z.object({
  lineId: Identifier,
  remark: ReportRemark.nullable(),
  /** The word, phrase, sentence or name; '' where the remark and the chapter say all. */
  label: z.string(),
  /** How it should read, where that is known; '' for none. */
  suggestion: z.string(),
  /** Places in all; `reports:places` lists them. */
  count: Count,
  figures: ReportFigures,
  /** How many places each part of the book has, the parts in order; empty for a single place. */
  spread: z.array(Count),
  /** The first of its places. */
  place: ReportPlace,
});
export type ReportLine = z.infer<typeof ReportLine>;

export const ReportSection = z.object({
  kind: ReportKind,
  lines: z.array(ReportLine),
  /** Lines in all; the most telling are listed. */
  total: Count,
  figures: ReportFigures,
});
export type ReportSection = z.infer<typeof ReportSection>;

export const Report = z.object({
  reportId: Identifier,
  madeAt: Timestamp,
  chapters: Count,
  /** Chapters whose text was read for this report; the others were known from an earlier one. */
  chaptersRead: Count,
  words: Count,
  /** Chapters that could not be read and are not in it. */
  unreadable: z.array(Identifier),
  sections: z.array(ReportSection),
});
export type Report = z.infer<typeof Report>;
