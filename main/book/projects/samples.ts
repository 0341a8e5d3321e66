/** The sample novels that ship with the program. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryName } from '#main/base/files/temporary-name.ts';
import { makeFolders } from '#main/base/files/make-folders.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { Seed } from './seed.ts';

/** What ships with the program; PROJECT_FILE_INVALID when the installation is damaged. */
export const readSeed = async (samplesFolder: string, language: Language): Promise<Seed> => {
  try {
    const content = await readFile(join(samplesFolder, language, 'seed.json'), 'utf8');
    return Seed.parse(JSON.parse(content));
  } catch (error) {
    throw new AppError(
      'PROJECT_FILE_INVALID',
      'The bundled sample cannot be read.',
      { language },
      { cause: error },
    );
  }
};

export const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCodeOf(error))) return false;
    throw error;
  }
};

/**
 * Copies a sample's manuscript to `target`, whole or not at all. A folder that is there already is the writer's
 * and stays as it is.
 */
export const copySample = async (
  samplesFolder: string,
  language: Language,
  target: string,
): Promise<void> => {
  if ((await isFolder(target)) && (await readdir(target)).length > 0) return;
  const parent = join(target, '..');
  const partial = join(parent, temporaryName());
  await makeFolders(parent);
  try {
    await cp(join(samplesFolder, language, 'manuscript'), partial, { recursive: true });
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
};
