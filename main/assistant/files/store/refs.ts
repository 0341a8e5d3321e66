/** Claims ids of files, one small file for each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ManifestEntry } from '../entry.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { readFolder, refsFolder } from './tree.ts';

/*
 * One small file per id, holding its manifest line as it was created. It claims the id across processes (S1-18),
 * and lets a lost manifest come back with the ids that conversations already mention.
 */
const refPath = (folder: string, id: string): string => join(folder, refsFolder, `${id}.json`);

/** False when the id is taken, in whatever letter case the file system tells apart. */
export const claimRef = (folder: string, entry: ManifestEntry): boolean => {
  const path = refPath(folder, entry.id);
  const text = JSON.stringify(entry);
  for (;;) {
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      if (systemCode(error) !== 'ENOENT') throw error;
      mkdirSync(join(folder, refsFolder), { recursive: true, mode: 0o700 });
    }
  }
};

export const releaseRef = (folder: string, id: string): Promise<void> =>
  rm(refPath(folder, id), { force: true });

export const listRefs = async (folder: string): Promise<string[]> =>
  (await readFolder(join(folder, refsFolder)))
    .filter((item) => item.isFile() && item.name.endsWith('.json'))
    .map((item) => item.name.slice(0, -'.json'.length));

/** Null for a ref that is torn or not ours. */
export const readRef = async (folder: string, id: string): Promise<ManifestEntry | null> => {
  let text: string;
  try {
    text = await readFile(refPath(folder, id), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const entry = ManifestEntry.parse(JSON.parse(text));
    return entry.id === id ? entry : null;
  } catch {
    return null;
  }
};
