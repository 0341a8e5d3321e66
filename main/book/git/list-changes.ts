/** What in the folder is otherwise than in the last version. */
import { AppError } from '#shared/errors.ts';
import type { ChangedFile } from './commit-message.ts';
import type { Git } from './git.ts';

export type FileStatus = {
  path: string;
  /** As git says it: of the index, and of the folder. */
  index: string;
  folder: string;
};

/** Reads the answer of `status --porcelain=v1 -z --no-renames`. */
export const parseStatus = (answer: string): FileStatus[] =>
  answer
    .split('\0')
    .filter((entry) => entry.length > 3)
    .map((entry) => ({ index: entry.charAt(0), folder: entry.charAt(1), path: entry.slice(3) }));

const statusArgs = [
  'status',
  '--porcelain=v1',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignore-submodules=all',
];

const isUnmerged = ({ index, folder }: FileStatus): boolean =>
  index === 'U' || folder === 'U' || `${index}${folder}` === 'AA' || `${index}${folder}` === 'DD';

/** What is ignored is not among them. GIT_BUSY where somebody is in the middle of a merge. */
export const readStatus = async (git: Git): Promise<FileStatus[]> => {
  const files = parseStatus((await git.run(statusArgs)).stdout.toString());
  if (files.some(isUnmerged)) {
    throw new AppError('GIT_BUSY', 'Files wait to be merged.', { state: 'unmerged' });
  }
  return files;
};

export const changeOf = ({ index, folder }: FileStatus): ChangedFile['change'] => {
  if (folder === 'D' || (index === 'D' && folder === ' ')) return 'removed';
  return index === '?' || index === 'A' ? 'added' : 'changed';
};
