/** The path of a chapter that does not exist yet. */
import { fileNameFor } from '#shared/domain/file-name.ts';
import { Refusal } from '../catch-tool-failure.ts';
import { pathSegments } from './location.ts';
import { isChapterPath } from './project-files.ts';

const extension = /\.(?:md|markdown|txt)$/i;

/**
 * The path of a chapter that does not exist yet, in composed characters. NAME_INVALID for names that some systems
 * do not take, NOT_A_CHAPTER for other kinds of files, and what is wrong with the path.
 */
export const newChapterPath = (given: string): string => {
  const segments = pathSegments(given).map((segment) => segment.normalize('NFC'));
  const path = segments.join('/');
  if (!isChapterPath(path)) {
    throw new Refusal(
      'NOT_A_CHAPTER',
      'Only chapters can be made: a name that ends in .md or .txt, and not CODE_LAW.md.',
    );
  }
  const wrong = segments.find((segment, index) => {
    const name = index === segments.length - 1 ? segment.replace(extension, '') : segment;
    return fileNameFor(name) !== name;
  });
  if (wrong === undefined) return path;
  const better = fileNameFor(wrong);
  throw new Refusal(
    'NAME_INVALID',
    `Not every system takes the name "${wrong}".${better === null ? '' : ` Try "${better}".`}`,
  );
};
