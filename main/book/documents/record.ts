import { z } from 'zod';
import type { StoredFence } from '../chapter-reference.ts';

/** What the file system says of a file; equal stamps mean an unchanged file. */
export type FileStamp = { inode: string; size: number; modifiedAt: number };

/** What is known of a chapter beside its text. `path` is relative, with forward slashes. */
export type DocumentRecord = FileStamp & {
  documentId: string;
  path: string;
  version: string;
  title: string;
  encoding: string;
  encodingGuessed: boolean;
  /** True while a person must say which encoding it is; it can only be read until then. */
  encodingUnsure: boolean;
  /** What a person has said; null when nobody was asked. */
  chosenEncoding: string | null;
  /** Bytes of the file that belong to no character. */
  badBytes: number;
  charCount: number;
  wordCount: number;
  pointOfViewEntityId: string | null;
  fence: StoredFence | null;
  /** How often the fence was decided, here or elsewhere; 0 for never. */
  fenceRevision: number;
  /** The chapter's key in the folder's list of fences, where that is not its id. */
  fenceKey: string | null;
};

/** `present` on disk; `missing`: the file went away outside; `deleted` by the writer, kept in the trash. */
export const DocumentState = z.enum(['present', 'missing', 'deleted']);
export type DocumentState = z.infer<typeof DocumentState>;

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.inode === b.inode && a.size === b.size && a.modifiedAt === b.modifiedAt;
