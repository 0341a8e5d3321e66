/** What a book's archive says of itself, and the names it may hold. */
import { z } from 'zod';
import { CarriedIdentifier, Timestamp } from '#shared/domain/identifiers.ts';

export const manifestName = 'manifest.json';
export const rowsName = 'book.sqlite';

/** Where a book's things lie in its archive. */
export const folders = { book: 'book/', context: 'context/', journal: 'journal/' } as const;

const maxPathLength = 4000;
const maxSegmentBytes = 255;

const hasControl = (text: string): boolean => [...text].some((one) => one.charCodeAt(0) < 32);

/** Whether a name means one file inside the folder it is put in, on every system. */
export const isInsidePath = (path: string): boolean =>
  path.length <= maxPathLength &&
  !/[\\]|^[A-Za-z]:/.test(path) &&
  !hasControl(path) &&
  path
    .split('/')
    .every(
      (segment) =>
        segment !== '' &&
        segment !== '.' &&
        segment !== '..' &&
        Buffer.byteLength(segment) <= maxSegmentBytes,
    );

const Path = z
  .string()
  .refine((path) => Object.values(folders).some((folder) => path.startsWith(folder)))
  .refine(isInsidePath);

export const ArchivedFile = z.strictObject({
  path: Path,
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ArchivedFile = z.infer<typeof ArchivedFile>;

export const Manifest = z.strictObject({
  format: z.literal('fabula-book'),
  formatVersion: z.literal(1),
  projectId: CarriedIdentifier,
  name: z.string().max(1000),
  createdAt: Timestamp,
  /** The shape of the rows. */
  schema: z.int().positive(),
  rowsSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** In the order of their paths; each path once. */
  files: z
    .array(ArchivedFile)
    .max(200_000)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length),
  /** Links, pipes and other things in the folder that are no files and stayed out. */
  leftOut: z.int().nonnegative(),
});
export type Manifest = z.infer<typeof Manifest>;
