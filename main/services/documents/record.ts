import { z } from 'zod';
import type { Fence } from '#shared/domain/fence.ts';

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
  charCount: number;
  wordCount: number;
  pointOfViewEntityId: string | null;
  fence: Fence | null;
};

/** `present` on disk; `missing`: the file went away outside; `deleted` by the writer, kept in the trash. */
export const DocumentState = z.enum(['present', 'missing', 'deleted']);
export type DocumentState = z.infer<typeof DocumentState>;

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.inode === b.inode && a.size === b.size && a.modifiedAt === b.modifiedAt;
