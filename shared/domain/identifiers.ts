import { z } from 'zod';

/** Ids are opaque strings; the limit only keeps hostile input small. */
export const Identifier = z.string().min(1).max(200);

/** An id that comes from a file: ids name folders and files here, so nothing that leads elsewhere is one. */
export const CarriedIdentifier = z.string().regex(/^[\w-]{1,200}$/);

/** An id that may also be the name of a file, and a key in one. */
export const RecordId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/)
  .refine((id) => id !== '__proto__');

export const Language = z.enum(['zh-CN', 'en']);
export type Language = z.infer<typeof Language>;

/** Milliseconds since the epoch. */
export const Timestamp = z.number().int().nonnegative();

/** A count of tokens, characters, bytes, items. */
export const Count = z.number().int().nonnegative();

/** Chapters are counted from 1, in binder order. */
export const ChapterNumber = z.number().int().min(1).max(100_000);

export const Nothing = z.object({});
export const ProjectScope = z.object({ projectId: Identifier });
