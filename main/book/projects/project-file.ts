/** The file in a folder that says which project it is. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { CarriedIdentifier } from '#shared/domain/identifiers.ts';
import { holdsMergeMarks } from '#main/base/text/merge-marks.ts';
import { readRegularFile } from '#main/base/files/regular-file.ts';

/** `.fabula/project.json`: who this folder is. Nothing in it belongs to one machine. */
const ProjectFile = z.object({ formatVersion: z.literal(1), projectId: CarriedIdentifier });

/** Bytes of the small files a project has of its own; larger ones are not ours. */
const largestOwnFile = 64 * 1024;

export const privateFolder = '.fabula';
const fileIn = (root: string): string => join(root, privateFolder, 'project.json');

export type ProjectFileState =
  | { kind: 'present'; projectId: string }
  | { kind: 'absent' }
  /** There is one and it is not understood. */
  | { kind: 'broken' }
  /** git left two versions in it: which book this is, somebody has to choose. */
  | { kind: 'unmerged' };

/** Text of one of the project's own small files, never waiting for a pipe. Throws the file system's error. */
export const readOwnFile = async (path: string): Promise<string> =>
  (await readRegularFile(path, largestOwnFile)).toString('utf8');

export const readProjectFile = async (root: string): Promise<ProjectFileState> => {
  let content: string;
  try {
    content = await readOwnFile(fileIn(root));
  } catch (error) {
    const code = errorCodeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'broken' };
  }
  try {
    return { kind: 'present', projectId: ProjectFile.parse(JSON.parse(content)).projectId };
  } catch {
    return { kind: holdsMergeMarks(content.replaceAll('\r\n', '\n')) ? 'unmerged' : 'broken' };
  }
};

/** Throws the file system's error. */
export const writeProjectFile = async (root: string, projectId: string): Promise<void> => {
  await makePrivateFolder(root);
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

const unwritableCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOTSUP']);
const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** Enough to need a block of its own, so that a full disk is found out now and not at the first save. */
const probe = Buffer.alloc(4096);

/** One step: asked for all of a path at once, a disk that can only be read is said to have no such folder. */
const makePrivateFolder = async (root: string): Promise<void> => {
  try {
    await mkdir(join(root, privateFolder));
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
};

/** Why this process cannot write in the folder, null where it can: found out by writing, since rights alone do not tell. */
export const findWriteObstacle = async (root: string): Promise<'unwritable' | 'full' | null> => {
  const folder = join(root, privateFolder);
  const path = join(folder, `probe-${nanoid()}`);
  try {
    await makePrivateFolder(root);
    await writeFile(path, probe, { flag: 'wx' });
    return null;
  } catch (error) {
    const code = errorCodeOf(error);
    if (fullCodes.has(code)) return 'full';
    if (unwritableCodes.has(code)) return 'unwritable';
    throw error;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
};

export const isFolderWritable = async (root: string): Promise<boolean> =>
  (await findWriteObstacle(root)) === null;
