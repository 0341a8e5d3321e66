/** Unpacks a book's archive beside its final place, and looks at every byte and row on the way. */
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { migrations } from '#main/db/migrations/index.ts';
import { AppError } from '#shared/errors.ts';
import { archiveDamaged, openBookArchive } from './book-archive.ts';
import { digestRows } from './book-rows.ts';
import { folders, type Manifest, rowsName } from './manifest.ts';
import { openRows } from './open-rows.ts';

/** The writer's own folder has the rights folders of the writer have; the rest is the program's. */
const write = async (path: string, bytes: Buffer, isBook: boolean, isKept: boolean) => {
  await mkdir(dirname(path), { recursive: true, mode: isBook ? 0o777 : 0o700 });
  const file = await open(path, 'wx', isBook ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (isKept) await file.sync();
  } finally {
    await file.close();
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
  { binding, isKept }: { binding: string | null; isKept: boolean },
): Promise<Manifest> => {
  const archive = await openBookArchive(path);
  try {
    const { manifest } = archive;
    refuseNewer(manifest);
    for (const file of manifest.files) {
      const bytes = await archive.read(file);
      if (bytes.byteLength !== file.size) throw archiveDamaged('a file in it has another size');
      await write(join(folder, file.path), bytes, file.path.startsWith(folders.book), isKept);
    }
    await write(join(folder, rowsName), await archive.readRows(), false, isKept);
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
