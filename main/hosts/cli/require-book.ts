/** What the commands that work on a book ask of its folder: only the desk makes a folder a book. */
import { existsSync } from 'node:fs';
import { AppError } from '#shared/errors.ts';
import { readProjectFile } from '#main/book/projects/project-file.ts';

/** Nothing is written. PROJECT_NOT_FOUND; of a folder that is not there opening it says so. */
export const requireBook = async (folder: string): Promise<void> => {
  const { kind } = await readProjectFile(folder);
  if (kind !== 'absent' || !existsSync(folder)) return;
  throw new AppError('PROJECT_NOT_FOUND', 'This folder holds no book of Fabula.', { path: folder });
};
