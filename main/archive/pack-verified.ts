/** Packs a book and restores it at once: a file that cannot give back what it took does not count. */
import { rm, stat } from 'node:fs/promises';
import type { Database } from 'better-sqlite3';
import { connectForCopying } from '#main/db/connect.ts';
import { AppError } from '#shared/errors.ts';
import type { ArchiveAnswer, ArchiveOrder } from './archive-order.ts';
import type { ArchiveStep } from './archive-step.ts';
import { archiveDamaged, openBookArchive } from './book-archive.ts';
import { digestRows } from './book-rows.ts';
import type { Manifest } from './manifest.ts';
import { packBook } from './pack-book.ts';
import { unpackBook } from './unpack-book.ts';

type PackOrder = Extract<ArchiveOrder, { kind: 'pack' }>;

const contentsOf = ({ rowsSha256, schema, name, files, leftOut }: Manifest): string =>
  JSON.stringify([schema, name, rowsSha256, leftOut, files]);

/** Whether an earlier archive holds the same; one that cannot be read does not. */
const saysTheSame = async (earlier: string | null, manifest: Manifest): Promise<boolean> => {
  if (earlier === null) return false;
  try {
    const archive = await openBookArchive(earlier);
    archive.close();
    return contentsOf(archive.manifest) === contentsOf(manifest);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

type OnStep = (step: ArchiveStep) => void;
type Packed = { order: PackOrder; manifest: Manifest };

const verify = async (
  source: Database,
  { order, manifest }: Packed,
  onStep: OnStep,
): Promise<void> => {
  const restored = await unpackBook(order.target, order.trial, {
    binding: order.binding,
    isKept: false,
    onStep,
  });
  const isEqual =
    contentsOf(restored) === contentsOf(manifest) &&
    digestRows(source, order.places.projectId) === restored.rowsSha256;
  if (!isEqual) throw archiveDamaged('what came back is not what was packed');
};

/**
 * Nothing stays at `target` but a file that was restored into `trial` and compared: each file with the bytes that were
 * read from the folder, each row with the database. Throws the errors of packing and of unpacking.
 */
export const packVerified = async (order: PackOrder, onStep: OnStep): Promise<ArchiveAnswer> => {
  const { target, places, last, now, binding } = order;
  const source = connectForCopying(order.database, binding);
  try {
    source.exec('BEGIN');
    const manifest = await packBook(source, places, target, { now, binding, onStep });
    try {
      if (await saysTheSame(last, manifest)) {
        await rm(target, { force: true });
        return { kind: 'unchanged' };
      }
      await verify(source, { order, manifest }, onStep);
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
    return { kind: 'packed', manifest, bytes: (await stat(target)).size };
  } finally {
    source.close();
  }
};
