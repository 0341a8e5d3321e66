/**
 * What a new folder's chapters bring along besides their text (synopses, labels, how far they have come, the text before tracked
 * changes), written down before the folder is there: what a kill kept from a book it gets when it is next opened (B10).
 */
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { DocumentsService, NewChapter } from '#main/book/documents/service.ts';
import type { Logger } from '#main/platform.ts';
import { isThere } from '#main/base/files/places.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { readRegularFile } from '#main/base/files/regular-file.ts';
import { errorCodeOf, unlessMissing } from '#main/base/failures/system-code.ts';
import { WordGoal } from '#shared/domain/days.ts';
import { ChapterStatus, type ProjectInfo } from '#shared/domain/project.ts';

const Notes = z.object({
  path: z.string(),
  file: z.string(),
  earlierText: z.string().nullable(),
  decisions: z
    .object({
      synopsis: z.string(),
      labels: z.array(z.string()),
      status: ChapterStatus.nullable(),
      // Not among what earlier versions left.
      wordGoal: WordGoal.nullable().default(null),
    })
    .nullable(),
});
const Entry = z.object({
  owner: z.object({ pid: z.number(), started: z.string() }),
  root: z.string(),
  chapters: z.array(Notes),
});
type Entry = z.infer<typeof Entry>;

/** Bytes: texts before tracked changes are among them. */
const largestEntry = 128 * 1024 * 1024;

export type UnfinishedNotes = {
  /** Chapters by their paths in the folder `root`. */
  keep(root: string, chapters: ReadonlyMap<string, NewChapter>): Promise<{ done(): Promise<void> }>;
  /** Gives a book that was just opened what a killed import still had for it. Never throws: what fails waits for the next time. */
  takeUp(project: ProjectInfo): Promise<void>;
};

type NotesParts = { folder: string; documents: DocumentsService; logger: Logger };

const readEntry = async (path: string): Promise<Entry | null> => {
  const bytes = await readRegularFile(path, largestEntry);
  try {
    return Entry.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    // Cut off, or of another program: it says nothing.
    return null;
  }
};

/** Entries of programs that are no more, by their files. */
const listLeft = async (folder: string): Promise<(readonly [string, Entry])[]> => {
  const left: (readonly [string, Entry])[] = [];
  for (const name of await unlessMissing(readdir(folder), [])) {
    const path = join(folder, name);
    const entry = name.endsWith('.json') ? await readEntry(path) : null;
    if (entry === null) await rm(path, { force: true });
    else if (!isSameProcessAlive(entry.owner)) left.push([path, entry]);
  }
  return left;
};

/** Forgets what was to go to folders that never came to be. */
export const forgetUnplacedNotes = async (folder: string, logger: Logger): Promise<void> => {
  try {
    for (const [path, { root }] of await listLeft(folder)) {
      if ((await isThere(dirname(root))) && !(await isThere(root))) await rm(path, { force: true });
    }
  } catch (error) {
    logger.log('warn', 'notes of an import are not looked at', { code: errorCodeOf(error) });
  }
};

const giveNotes = async (
  documents: DocumentsService,
  { projectId, documents: infos }: ProjectInfo,
  chapters: Entry['chapters'],
): Promise<void> => {
  const byPath = new Map(infos.map((info) => [info.path, info]));
  for (const { path, file, earlierText, decisions } of chapters) {
    const info = byPath.get(path);
    if (info === undefined) continue;
    const { documentId } = info;
    const snapshots = await documents.listSnapshots(projectId, documentId);
    const isKept = snapshots.some(({ cause }) => cause?.kind === 'import' && cause.isBeforeChanges);
    if (earlierText !== null && !isKept) {
      const text = earlierText;
      await documents.keepImported({ projectId, documentId, text, file, isBeforeChanges: true });
    }
    // What the writer decided since is newer.
    const isDecided =
      info.synopsis !== '' ||
      info.labels.length > 0 ||
      info.status !== null ||
      info.wordGoal !== null;
    if (decisions !== null && !isDecided) {
      await documents.update({ projectId, documentId, ...decisions });
    }
  }
};

export const createUnfinishedNotes = ({
  folder,
  documents,
  logger,
}: NotesParts): UnfinishedNotes => ({
  async keep(root, chapters) {
    const notes = [...chapters].flatMap(([path, { file, earlierText, decisions }]) =>
      earlierText === null && decisions === null ? [] : [{ path, file, earlierText, decisions }],
    );
    if (notes.length === 0) return { done: () => Promise.resolve() };
    const owner = { pid: process.pid, started: processStart(process.pid) };
    const entry = { owner, root, chapters: notes } satisfies Entry;
    const path = join(folder, `${nanoid()}.json`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFileAtomic(path, JSON.stringify(entry), { mode: 0o600 });
    return { done: () => rm(path, { force: true }) };
  },
  async takeUp(project) {
    try {
      for (const [path, { root, chapters }] of await listLeft(folder)) {
        const place = await unlessMissing(realpath(root), null);
        if (place === null || place !== (await realpath(project.path))) continue;
        await giveNotes(documents, project, chapters);
        await rm(path, { force: true });
      }
    } catch (error) {
      logger.log('warn', 'notes of an import are not taken up', { code: errorCodeOf(error) });
    }
  },
});
