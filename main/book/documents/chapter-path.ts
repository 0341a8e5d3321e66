/** Names of chapters' files. */
import { fileNameFor } from '#shared/domain/file-name.ts';
import { AppError } from '#shared/errors.ts';

/** A file's name for a title, without extension. DOCUMENT_NAME_INVALID. */
export const stemFor = (title: string): string => {
  const stem = fileNameFor(title);
  if (stem === null) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'The title gives no file name.', { title });
  }
  return stem;
};

/** Path of a name in a folder of the project; '' and '.' are its top. */
export const inFolder = (folder: string, name: string): string =>
  folder === '' || folder === '.' ? name : `${folder}/${name}`;
