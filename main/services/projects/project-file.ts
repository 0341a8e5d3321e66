import { access, constants, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { Identifier } from '#shared/domain/identifiers.ts';

/** `.fabula/project.json`: who this folder is. Nothing in it belongs to one machine. */
const ProjectFile = z.object({ formatVersion: z.literal(1), projectId: Identifier });

export const privateFolder = '.fabula';
const fileIn = (root: string): string => join(root, privateFolder, 'project.json');

export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';

export type ProjectFileState =
  | { kind: 'present'; projectId: string }
  | { kind: 'absent' }
  /** There is one and it is not understood. */
  | { kind: 'broken' };

export const readProjectFile = async (root: string): Promise<ProjectFileState> => {
  let content: string;
  try {
    content = await readFile(fileIn(root), 'utf8');
  } catch (error) {
    const code = errorCodeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'broken' };
  }
  try {
    return { kind: 'present', projectId: ProjectFile.parse(JSON.parse(content)).projectId };
  } catch {
    return { kind: 'broken' };
  }
};

/** Throws the file system's error. */
export const writeProjectFile = async (root: string, projectId: string): Promise<void> => {
  await mkdir(join(root, privateFolder), { recursive: true });
  await writeFileAtomic(
    fileIn(root),
    `${JSON.stringify({ formatVersion: 1, projectId }, null, 2)}\n`,
  );
};

/** Keeps a broken file under another name and returns that name. */
export const putProjectFileAside = async (root: string, now: number): Promise<string> => {
  const aside = `${fileIn(root)}.damaged-${now}`;
  await rename(fileIn(root), aside);
  return aside;
};

const unwritableCodes = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Whether this process may write in the folder. */
export const isFolderWritable = async (root: string): Promise<boolean> => {
  try {
    await access(root, constants.W_OK);
    await mkdir(join(root, privateFolder), { recursive: true });
    await access(join(root, privateFolder), constants.W_OK);
    return true;
  } catch (error) {
    if (
      unwritableCodes.has(errorCodeOf(error)) ||
      errorCodeOf(error) === 'ENOTDIR' ||
      errorCodeOf(error) === 'EEXIST'
    )
      return false;
    throw error;
  }
};
