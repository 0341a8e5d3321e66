/** What a file with a book in it says of itself, before anything is taken in (B9). */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Output } from '#shared/contract/index.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { findFreeFolder } from '#main/base/files/places.ts';
import type { ArchiveContext } from './archive-context.ts';
import { openBookArchive } from './book-archive.ts';

const booksIn = (documents: string): string => join(documents, 'Fabula');

/** A new folder among the writer's documents. */
const placeFor = (documents: string, name: string): Promise<string> =>
  findFreeFolder(booksIn(documents), fileNameFor(name) ?? 'Fabula');

/** ARCHIVE_DAMAGED, ARCHIVE_TOO_LARGE. */
export const previewBundle = async (
  { database, platform }: Pick<ArchiveContext, 'database' | 'platform'>,
  path: string,
): Promise<Output<'projects:bundle:preview'>> => {
  const archive = await openBookArchive(path);
  archive.close();
  const { projectId, name, createdAt, files } = archive.manifest;
  const known = database.prepare('SELECT 1 FROM projects WHERE project_id = ?').get(projectId);
  return {
    ...{ name, createdAt, files: files.length, bytes: (await stat(path)).size },
    isHere: known !== undefined,
    into: await placeFor(platform.paths.documents, name),
  };
};

/**
 * Where it goes: into a new folder named for the book when nobody says. The folder that previews propose is made.
 * ARCHIVE_DAMAGED, ARCHIVE_TOO_LARGE.
 */
export const chooseBundlePlace = async (
  { platform }: Pick<ArchiveContext, 'platform'>,
  path: string,
  into: string | undefined,
): Promise<string> => {
  const { documents } = platform.paths;
  const own = booksIn(documents);
  if (into === undefined || dirname(into) === own) await mkdir(own, { recursive: true });
  if (into !== undefined) return into;
  const archive = await openBookArchive(path);
  archive.close();
  return placeFor(documents, archive.manifest.name);
};
