/** Which folders of a book hold its records: a folder of chapters that bears the name already stays what it is (B1). */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegularFile } from '#main/base/files/regular-file.ts';
import { isMissing } from '#main/base/failures/system-code.ts';
import type { RecordKind } from './kinds.ts';
import { looksLikeRecord } from './record-text.ts';

/** As in `recordFolderNames`. */
const topFolders = ['codex', 'constraints', 'habits'] as const;
const ownName = (name: string): string => `fabula-${name}`;

/** So many files are looked at to find one record among chapters. */
const maxLooked = 200;
const beginningBytes = 64;

const chapterName = /\.(?:md|markdown|txt)$/i;

const beginningOf = async (path: string): Promise<string> => {
  const handle = await openRegularFile(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginningBytes), 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

/** Whether a folder has chapters and not one record: then it is the writer's. */
const isWriters = async (folder: string): Promise<boolean> => {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch {
    return false;
  }
  const files = names.filter((name) => chapterName.test(name) && !name.startsWith('.'));
  let chapters = 0;
  for (const name of files.slice(0, maxLooked)) {
    try {
      const beginning = await beginningOf(join(folder, name));
      if (looksLikeRecord(beginning)) return false;
      if (beginning.trim() !== '') chapters += 1;
    } catch (error) {
      // What cannot be read says nothing.
      if (!isMissing(error)) continue;
    }
  }
  return chapters > 0;
};

export type RecordPlaces = Readonly<Record<RecordKind, string>>;

/** Where each kind of record lies, relative to the book's folder. */
export const findRecordPlaces = async (root: string): Promise<RecordPlaces> => {
  const [codex, constraints, habits] = await Promise.all(
    topFolders.map(async (name) => ((await isWriters(join(root, name))) ? ownName(name) : name)),
  );
  return {
    codex: codex ?? 'codex',
    constraints: constraints ?? 'constraints',
    habits: habits ?? 'habits',
    chapters: '.fabula/chapters',
    expectations: '.fabula/expectations',
    threads: '.fabula/threads',
    notes: '.fabula/notes',
    scenes: '.fabula/scenes',
    dismissed: '.fabula/dismissed',
    book: '.fabula/book',
  };
};

/** Names at the top of the book's folder that hold no chapters. */
export const findRecordFolders = async (root: string): Promise<ReadonlySet<string>> => {
  const { codex, constraints, habits } = await findRecordPlaces(root);
  return new Set([codex, constraints, habits, ...topFolders.map(ownName)]);
};
