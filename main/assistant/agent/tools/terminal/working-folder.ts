/** The folder inside the project that a program starts in. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The folder a relative path means inside the project, links followed; null when it is none or leads out. */
export const resolveWorkingFolder = async (
  project: string,
  path: string,
): Promise<string | null> => {
  if (isAbsolute(path) || path.includes('\0')) return null;
  try {
    const root = await realpath(project);
    const folder = await realpath(resolve(root, path));
    const inside = relative(root, folder);
    const leadsOut = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
    return leadsOut || !(await stat(folder)).isDirectory() ? null : folder;
  } catch (error) {
    if (systemCode(error) !== '') return null;
    throw error;
  }
};
