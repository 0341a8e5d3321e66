import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCodeOf } from './scan.ts';
import { writeFileAtomically } from './write-file.ts';

const Entry = z.object({
  documentId: z.string(),
  expectedVersion: z.string(),
  savedAt: z.number(),
  text: z.string(),
});

/** A text that could not be saved, and the version it was made from. */
export type JournalEntry = z.infer<typeof Entry>;

/** Texts whose files could not be written, kept in the data folder until they can (F17). */
export type Journal = {
  /** Path of the journal's file. Throws the file system's error. */
  keep(projectId: string, entry: JournalEntry): Promise<string>;
  remove(projectId: string, documentId: string): Promise<void>;
  /** Also says which files could not be understood; they stay where they are. */
  list(projectId: string): Promise<{ entries: JournalEntry[]; unreadable: string[] }>;
  forget(projectId: string): Promise<void>;
};

export const createJournal = (dataFolder: string): Journal => {
  const folderOf = (projectId: string): string =>
    join(dataFolder, 'journal', encodeURIComponent(projectId));
  const fileOf = (projectId: string, documentId: string): string =>
    join(folderOf(projectId), `${encodeURIComponent(documentId)}.json`);
  return {
    async keep(projectId, entry) {
      const path = fileOf(projectId, entry.documentId);
      await mkdir(folderOf(projectId), { recursive: true });
      await writeFileAtomically(path, Buffer.from(JSON.stringify(entry), 'utf8'));
      return path;
    },
    remove: (projectId, documentId) => rm(fileOf(projectId, documentId), { force: true }),
    async list(projectId) {
      let names: string[];
      try {
        names = await readdir(folderOf(projectId));
      } catch (error) {
        if (errorCodeOf(error) === 'ENOENT') return { entries: [], unreadable: [] };
        throw error;
      }
      const entries: JournalEntry[] = [];
      const unreadable: string[] = [];
      for (const name of names.filter((one) => one.endsWith('.json'))) {
        const path = join(folderOf(projectId), name);
        try {
          entries.push(Entry.parse(JSON.parse(await readFile(path, 'utf8'))));
        } catch {
          unreadable.push(path);
        }
      }
      return { entries, unreadable };
    },
    forget: (projectId) => rm(folderOf(projectId), { recursive: true, force: true }),
  };
};
