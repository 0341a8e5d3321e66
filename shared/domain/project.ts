/** A book and its chapters. */
import { z } from 'zod';
import { ChapterNumber, Count, Identifier, Language, Timestamp } from './identifiers.ts';
import { WordGoal } from './days.ts';
import { BookSettings } from './book-settings.ts';
import { ChapterFence } from './fence.ts';
import { SnapshotCause } from './snapshot-cause.ts';

/** How far a chapter has come: thought of, written once, gone over again, finished (W1). */
export const ChapterStatus = z.enum(['idea', 'draft', 'revised', 'done']);
export type ChapterStatus = z.infer<typeof ChapterStatus>;

/** What happens in a chapter, in the writer's words; '' for none. */
export const Synopsis = z.string().max(4_000);

/** Characters. */
/** Of a chapter's title, and of what a book is called when it is made, UTF-16 units. */
export const longestTitle = 200;
export const longestBookName = 120;
export const maxLabelLength = 40;
export const maxLabels = 20;

/** The writer's own words for sorting chapters. */
export const Labels = z.array(z.string().trim().min(1).max(maxLabelLength)).max(maxLabels);

/** A chapter: one Markdown file of the project's folder. `path` is relative, with forward slashes. */
export const DocumentInfo = z.object({
  documentId: Identifier,
  path: z.string(),
  title: z.string(),
  /** Position in the binder, from 0. */
  order: Count,
  /** Chapter number, from 1, in binder order. */
  chapter: ChapterNumber,
  /** Characters as a Chinese writer counts them: Han and other letters and digits and punctuation, no white space. */
  charCount: Count,
  /** Han characters one each, other scripts by word. */
  wordCount: Count,
  /** Folder inside the project, '' at the top: the binder groups by it. */
  group: z.string(),
  encoding: z.string(),
  modifiedAt: Timestamp,
  pointOfViewEntityId: Identifier.nullable(),
  fence: ChapterFence.nullable(),
  /** Null while the writer has not said. */
  status: ChapterStatus.nullable(),
  synopsis: Synopsis,
  /** Present and true when the text was changed since the synopsis was written (E3). */
  synopsisStale: z.boolean().optional(),
  labels: Labels,
  /** Words the chapter is meant to have; null where it has no goal of its own (W3). */
  wordGoal: WordGoal.nullable(),
  /** Present and true while a conflict waits for `documents:conflict:resolve`. */
  hasConflict: z.boolean().optional(),
  /** Present and true while a person must choose the encoding: reading works, saving answers DOCUMENT_ENCODING_UNSURE. */
  encodingUnsure: z.boolean().optional(),
  /** Bytes of the file that belong to no character; they are kept, each as a character of a private range. */
  badBytes: Count.optional(),
});
export type DocumentInfo = z.infer<typeof DocumentInfo>;

/** A chapter that was deleted here and can be restored. */
export const DeletedChapter = z.object({
  documentId: Identifier,
  title: z.string(),
  path: z.string(),
  charCount: Count,
  wordCount: Count,
  deletedAt: Timestamp,
});
export type DeletedChapter = z.infer<typeof DeletedChapter>;

/** A file that could not be taken as it is; nothing about it is fatal and it is never changed. */
export const ScanProblem = z.object({
  path: z.string(),
  problem: z.enum([
    'unreadable',
    'binary',
    'tooLarge',
    'symlinkLoop',
    'outsideProject',
    'encodingGuessed',
    'nameInvalid',
    'conflictCopy',
    'recordUnreadable',
    'mergeMarks',
  ]),
  detail: z.string(),
});
export type ScanProblem = z.infer<typeof ScanProblem>;

export const ProjectInfo = z.object({
  projectId: Identifier,
  name: z.string(),
  language: Language,
  path: z.string(),
  /** True when another window or program holds the project: reading works, saving answers PROJECT_LOCKED. */
  readOnly: z.boolean(),
  documents: z.array(DocumentInfo),
  problems: z.array(ScanProblem),
  pointOfViewEntityId: Identifier.nullable(),
  ...BookSettings.shape,
});
export type ProjectInfo = z.infer<typeof ProjectInfo>;

/** Who may write in an open project now: this program, another one, nobody though it was another one, nobody at all. */
export const ProjectWriter = z.enum(['here', 'elsewhere', 'nobody', 'unwritable', 'full']);
export type ProjectWriter = z.infer<typeof ProjectWriter>;

export const ProjectListItem = z.object({
  projectId: Identifier,
  name: z.string(),
  path: z.string(),
  language: Language,
  openedAt: Timestamp,
  /** False when the folder is gone or cannot be read now. */
  present: z.boolean(),
});
export type ProjectListItem = z.infer<typeof ProjectListItem>;

export const SnapshotReason = z.enum([
  'save',
  'autosave',
  'beforeRestore',
  'beforeAi',
  'beforeReplace',
  'beforeSplit',
  'beforeMerge',
  'beforeMove',
  'beforeDelete',
  'outsideEdit',
  'conflict',
  'manual',
  'import',
]);
export type SnapshotReason = z.infer<typeof SnapshotReason>;

export const SnapshotInfo = z.object({
  snapshotId: Identifier,
  createdAt: Timestamp,
  reason: SnapshotReason,
  charCount: Count,
  /** As the binder, the status bar and the statistics count (F23). */
  wordCount: Count,
  /** Present and true when the file itself is kept, byte for byte: `documents:snapshots:restoreOriginal`. */
  hasOriginal: z.boolean().optional(),
  /** The same for versions of the same text, and that of the chapter while it reads so. */
  version: z.string(),
  /** What the writer calls it; a named version is never thinned out (W8). */
  name: z.string().optional(),
  cause: SnapshotCause.optional(),
});
export type SnapshotInfo = z.infer<typeof SnapshotInfo>;

/** How a chapter's bytes read in one encoding. */
export const EncodingChoice = z.object({
  encoding: z.string(),
  /** The beginning of the text. */
  preview: z.string(),
  /** Bytes that belong to no character of this encoding. */
  badBytes: Count,
});
export type EncodingChoice = z.infer<typeof EncodingChoice>;

/** One text that is kept beside a chapter's file until a person has chosen. */
export const KeptText = z.object({
  snapshotId: Identifier,
  /** What it was made from; empty when no copy of that is left. */
  base: z.string(),
  text: z.string(),
  keptAt: Timestamp,
  /** Written here, or by another program right under a save. */
  from: z.enum(['fabula', 'outside']),
  /** Whether it comes from the open page that asks. */
  own: z.boolean(),
});
export type KeptText = z.infer<typeof KeptText>;

/** All versions of a chapter that was changed here and elsewhere at once; none is lost. */
export const DocumentConflict = z.object({
  documentId: Identifier,
  /** The last text both sides share. */
  base: z.string(),
  /** What was being saved from Fabula. */
  mine: z.string(),
  /** What the file holds now. */
  theirs: z.string(),
  theirsVersion: z.string(),
  /** Every text kept beside the file, `mine` among them, the last kept first. */
  texts: z.array(KeptText),
});
export type DocumentConflict = z.infer<typeof DocumentConflict>;
