/** What is remembered of a chapter beside its text. */
import { z } from 'zod';
import type { ChapterStatus } from '#shared/domain/project.ts';
import type { StoredFence } from '../chapter-reference.ts';

/** What the file system says of a file; equal stamps mean an unchanged file. */
export type FileStamp = { inode: string; size: number; modifiedAt: number };

/** What a person has decided about a chapter; no look at its file changes it. */
export type ChapterDecisions = {
  /** The encoding that was chosen; null when nobody was asked. */
  chosenEncoding: string | null;
  pointOfViewEntityId: string | null;
  fence: StoredFence | null;
  /** How often the fence was decided, here or elsewhere; 0 for never. */
  fenceRevision: number;
  /** The chapter's key in the folder's list of fences, where that is not its id. */
  fenceKey: string | null;
  status: ChapterStatus | null;
  /** '' for none. */
  synopsis: string;
  /** The text that the synopsis was written for (`synopsis-mark.ts`); null without a synopsis. */
  synopsisVersion: string | null;
  labels: readonly string[];
  /** Words it is meant to have; null for no goal of its own. */
  wordGoal: number | null;
};

/** Of a chapter about which nobody has decided anything yet. */
export const undecided: ChapterDecisions = {
  chosenEncoding: null,
  pointOfViewEntityId: null,
  fence: null,
  fenceRevision: 0,
  fenceKey: null,
  status: null,
  synopsis: '',
  synopsisVersion: null,
  labels: [],
  wordGoal: null,
};

/** What is known of a chapter beside its text. `path` is relative, with forward slashes. */
export type DocumentRecord = FileStamp &
  ChapterDecisions & {
    documentId: string;
    path: string;
    version: string;
    title: string;
    encoding: string;
    encodingGuessed: boolean;
    /** True while a person must say which encoding it is; it can only be read until then. */
    encodingUnsure: boolean;
    /** Bytes of the file that belong to no character. */
    badBytes: number;
    /** Whether git left two versions of a passage in it. */
    hasMergeMarks: boolean;
    charCount: number;
    wordCount: number;
    /** What the text is known by; '' where nobody has read it since that is kept (`synopsis-mark.ts`). */
    minHash: string;
  };

/** `present` on disk; `missing`: the file went away outside; `deleted` by the writer, kept in the trash. */
export const DocumentState = z.enum(['present', 'missing', 'deleted']);
export type DocumentState = z.infer<typeof DocumentState>;

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.inode === b.inode && a.size === b.size && a.modifiedAt === b.modifiedAt;
