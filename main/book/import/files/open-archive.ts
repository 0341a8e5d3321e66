/** A zip of a stranger's, with the limits and the words of the import. */
import { openZip } from '#main/base/files/zip-reader.ts';
import { damaged, isProtected, tooLarge } from '../failures.ts';
import type { ImportLimits } from '../limits.ts';
import type { FileTree } from './file-tree.ts';

/**
 * Opens a zip. IMPORT_FILE_DAMAGED for what is none, names that lead out of a folder and links, IMPORT_FILE_PROTECTED for
 * encryption, IMPORT_TOO_LARGE for more entries, bytes or repetition than an honest one has.
 */
export const openArchive = (path: string, limits: ImportLimits): Promise<FileTree> =>
  openZip(path, limits, { damaged, isProtected, tooLarge });
