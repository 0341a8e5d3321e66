/** Unpacks a book's archive beside its final place, and looks at every byte and row on the way. */
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { migrations } from '#main/db/migrations/index.ts';
import { AppError } from '#shared/errors.ts';
import { archiveDamaged, openBookArchive } from './book-archive.ts';
import { digestRows } from './book-rows.ts';
import type { ArchiveStep } from './archive-step.ts';
import { folders, type Manifest, rowsName } from './manifest.ts';
import { openRows } from './open-rows.ts';

/** The writer's own folder has the rights folders of the writer have; the rest is the program's. */
const write = async (path: string, bytes: Buffer, isBook: boolean): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: isBook ? 0o777 : 0o700 });
  await writeFile(path, bytes, { flag: 'wx', mode: isBook ? 0o666 : 0o600 });
};

/** How many files are on their way to the disk at once. */
const syncedAtOnce = 8;

/** After all are written: the first waits for what the others would each wait for. */
const syncAll = async (paths: readonly string[]): Promise<void> => {
  const sync = async (path: string): Promise<void> => {
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  };
  for (let from = 0; from < paths.length; from += syncedAtOnce) {
    await Promise.all(paths.slice(from, from + syncedAtOnce).map(sync));
  }
};

const refuseNewer = ({ schema }: Manifest): void => {
  const known = migrations.at(-1)?.number ?? 0;
  if (schema <= known) return;
  throw new AppError('ARCHIVE_NEWER', 'The file of the book was written by a newer Fabula.', {
    found: schema,
    known,
  });
};

/**
 * Unpacks into an empty folder: `book/`, `context/`, `journal/` and the rows. ARCHIVE_DAMAGED, ARCHIVE_TOO_LARGE,
 * ARCHIVE_NEWER, and the file system's errors; whoever made the folder clears it away.
 * @param isKept what is unpacked stays, and must survive a power cut
 */
export const unpackBook = async (
  path: string,
  folder: string,
  {
    binding,
    isKept,
    onStep,
  }: { binding: string | null; isKept: boolean; onStep(step: ArchiveStep): void },
): Promise<Manifest> => {
  const archive = await openBookArchive(path);
  try {
    const { manifest } = archive;
    refuseNewer(manifest);
    const total = manifest.files.length;
    for (const [done, file] of manifest.files.entries()) {
      onStep({ step: 'unpacking', done, total });
      const bytes = await archive.read(file);
      if (bytes.byteLength !== file.size) throw archiveDamaged('a file in it has another size');
      await write(join(folder, file.path), bytes, file.path.startsWith(folders.book));
    }
    await write(join(folder, rowsName), await archive.readRows(), false);
    if (isKept) await syncAll(manifest.files.map(({ path: inside }) => join(folder, inside)));
    const rows = openRows(join(folder, rowsName), manifest, binding);
    try {
      if (digestRows(rows, manifest.projectId) !== manifest.rowsSha256) {
        throw archiveDamaged('its records are not those that were written');
      }
    } finally {
      rows.close();
    }
    return manifest;
  } finally {
    archive.close();
  }
};
