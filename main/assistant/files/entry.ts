/** What the manifest says of a file. */
import { z } from 'zod';
import { type ContextFile, ContextKind, ContextSource } from '#shared/domain/context-file.ts';
import { Count, Identifier, Timestamp } from '#shared/domain/identifiers.ts';
import { isContentPath } from './names.ts';

/** Short enough for a model to repeat, and a safe file name. */
export const fileIdShape = /^[A-Za-z0-9_-]{1,32}$/;

/** One line of the manifest: ref → path, source, hash, size, created, expiry (S0-02). */
export const ManifestEntry = z.object({
  id: z.string().regex(fileIdShape),
  kind: ContextKind,
  /** Inside the conversation's folder, with `/`; a packed file has `.gz` after it. */
  path: z.string().refine(isContentPath, 'not a path of this tree'),
  mimeType: z.string().max(200).nullable(),
  hint: z.string().max(2000),
  source: ContextSource,
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  /** Lazy content can be produced again from its source. */
  lazy: z.boolean(),
  /** Of the content, unpacked; null until a lazy file was first written. */
  byteSize: Count.nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** What lies on disk; null while nothing does. */
  stored: z.object({ packed: z.boolean(), bytes: Count }).nullable(),
  pinned: z.boolean(),
  lastUsedAt: Timestamp,
  referredBy: z.array(Identifier),
  costTokens: Count,
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

export const storedPath = (entry: Pick<ManifestEntry, 'path' | 'stored'>): string =>
  entry.stored?.packed ? `${entry.path}.gz` : entry.path;

/** The entry as the contract shows it: no path, no hash. */
export const describeEntry = (entry: ManifestEntry): ContextFile => ({
  id: entry.id,
  kind: entry.kind,
  ...(entry.mimeType === null ? {} : { mimeType: entry.mimeType }),
  ...(entry.byteSize === null ? {} : { byteSize: entry.byteSize }),
  createdAt: entry.createdAt,
  hint: entry.hint,
  state: entry.lazy ? (entry.stored ? 'cached' : 'lazy') : 'stored',
  storedBytes: entry.stored?.bytes ?? 0,
  pinned: entry.pinned,
  source: entry.source,
  referredBy: entry.referredBy,
  costTokens: entry.costTokens,
});
