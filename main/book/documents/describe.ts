/** Describes a chapter's file as it is kept in the database. */
import { holdsMergeMarks } from '#main/base/text/merge-marks.ts';
import { countText, type TextCounts } from '#shared/count-text.ts';
import type { ChapterFile } from './read-file.ts';
import type { ChapterDecisions, DocumentRecord } from './record.ts';
import { minHash } from './synopsis-mark.ts';
import { titleOf } from './title.ts';

export type FileFacts = Omit<DocumentRecord, 'documentId' | keyof ChapterDecisions>;

/** Everything kept of a chapter's file but its text. `counts`, when known for this version, saves counting. */
export const describeFile = (
  path: string,
  chapter: ChapterFile,
  counts: TextCounts = countText(chapter.text),
): FileFacts => ({
  ...chapter.stamp,
  path,
  version: chapter.version,
  title: titleOf(chapter.text, path),
  encoding: chapter.decoded.encoding,
  encodingGuessed: chapter.decoded.guessed,
  encodingUnsure: chapter.decoded.unsure,
  badBytes: chapter.decoded.badBytes,
  hasMergeMarks: holdsMergeMarks(chapter.text),
  charCount: counts.charCount,
  wordCount: counts.wordCount,
  minHash: minHash(chapter.text),
});
