/** Keeps texts in the data folder that no project's disk would take. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readRegularFile } from '#main/base/files/regular-file.ts';
import { writeOwnFile } from './replace-file.ts';
import { versionOf } from './version.ts';

const Entry = z.object({
  action: z.enum(['save', 'create']).default('save'),
  /** '' for a chapter that could not be made. */
  documentId: z.string(),
  expectedVersion: z.string(),
  /** Where the chapter was; missing in entries of earlier versions of the program. */
  path: z.string().nullable().default(null),
  title: z.string().nullable().default(null),
  draftId: z.string().nullable().default(null),
  savedAt: z.number(),
  text: z.string(),
});

/** A text that could not be saved, the version it was made from, and what was to be done with it. */
export type JournalEntry = z.infer<typeof Entry>;
export type JournalFile = { path: string; entry: JournalEntry };

/** What tells one unsaved text from the others of its project. */
export type JournalKey = Pick<JournalEntry, 'action' | 'documentId' | 'draftId' | 'title' | 'text'>;

/** Bytes. Twice what the largest chapter takes as JSON. */
const largestEntry = 80 * 1024 * 1024;

/** Texts whose files could not be written, kept in the data folder until they can (F17). */
export type Journal = {
  /**
   * Keeps a text in a file of its own: only a later text of the same open page, or the same text once more, takes its
   * place. Path of the journal's file. Throws the file system's error.
   */
  keep(projectId: string, entry: JournalEntry): Promise<string>;
  /** This text is safe elsewhere now, and so is what its page had kept. */
  settle(projectId: string, key: JournalKey): Promise<void>;
  remove(file: JournalFile): Promise<void>;
  /** The last kept first. Also says which files could not be understood; they stay where they are. */
  list(projectId: string): Promise<{ files: JournalFile[]; unreadable: string[] }>;
  forget(projectId: string): Promise<void>;
};

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A text by itself, and a text by the page it comes from. */
const namesOf = (key: JournalKey): { byText: string; byDraft: string | null } => {
  const owner = key.action === 'create' ? `new-${digest(key.title ?? '')}` : key.documentId;
  const stem = encodeURIComponent(owner);
  return {
    byText: `${stem}.text-${versionOf(key.text)}.json`,
    byDraft: key.draftId === null ? null : `${stem}.page-${digest(key.draftId)}.json`,
  };
};

export const createJournal = (dataFolder: string): Journal => {
  const folderOf = (projectId: string): string =>
    join(dataFolder, 'journal', encodeURIComponent(projectId));
  return {
    async keep(projectId, entry) {
      const { byText, byDraft } = namesOf(entry);
      const path = join(folderOf(projectId), byDraft ?? byText);
      await mkdir(folderOf(projectId), { recursive: true });
      await writeOwnFile(path, Buffer.from(JSON.stringify(entry), 'utf8'));
      return path;
    },
    async settle(projectId, key) {
      const { byText, byDraft } = namesOf(key);
      for (const name of byDraft === null ? [byText] : [byText, byDraft]) {
        await rm(join(folderOf(projectId), name), { force: true });
      }
    },
    remove: ({ path }) => rm(path, { force: true }),
    async list(projectId) {
      let names: string[];
      try {
        names = await readdir(folderOf(projectId));
      } catch (error) {
        if (errorCodeOf(error) === 'ENOENT') return { files: [], unreadable: [] };
        throw error;
      }
      const files: JournalFile[] = [];
      const unreadable: string[] = [];
      for (const name of names.filter((one) => one.endsWith('.json'))) {
        const path = join(folderOf(projectId), name);
        try {
          const content = (await readRegularFile(path, largestEntry)).toString('utf8');
          files.push({ path, entry: Entry.parse(JSON.parse(content)) });
        } catch {
          unreadable.push(path);
        }
      }
      files.sort((one, other) => other.entry.savedAt - one.entry.savedAt);
      return { files, unreadable };
    },
    forget: (projectId) => rm(folderOf(projectId), { recursive: true, force: true }),
  };
};
