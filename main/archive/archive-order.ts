/** What the worker of archives is told, and what it answers. */
import type { ErrorCode, JsonObject } from '#shared/errors.ts';
import type { Manifest } from './manifest.ts';
import type { BookPlaces } from './pack-book.ts';

export type ArchiveOrder = { binding: string | null } & (
  | {
      kind: 'pack';
      database: string;
      places: BookPlaces;
      now: number;
      /** A file that is not there yet. */
      target: string;
      /** An empty folder to restore it into, to see that it can be. */
      trial: string;
      /** The book's last backup: one that says the same is not made again. */
      last: string | null;
    }
  | { kind: 'unpack'; path: string; folder: string; isKept: boolean }
);

export type ArchiveAnswer =
  | { kind: 'packed'; manifest: Manifest; bytes: number }
  /** The book is as it was when the last one was made. */
  | { kind: 'unchanged' }
  | { kind: 'unpacked'; manifest: Manifest }
  | { kind: 'failed'; code: ErrorCode; message: string; details: JsonObject };
