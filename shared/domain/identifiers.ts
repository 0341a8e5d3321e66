import { z } from 'zod';

/** Ids are opaque strings; the limit only keeps hostile input small. */
export const Identifier = z.string().min(1).max(200);

/** An id that comes from a file: ids name folders and files here, so nothing that leads elsewhere is one. */
export const CarriedIdentifier = z.string().regex(/^[\w-]{1,200}$/);

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
