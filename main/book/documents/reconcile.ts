/** Compares a folder with what is known of it and stores what changed. */
import { nanoid } from 'nanoid';
import type { ScanProblem } from '#shared/domain/project.ts';
import { tellFenced } from './closed-text.ts';
import type { DocumentsContext } from './context.ts';
import { describeFile, type FileFacts } from './describe.ts';
import { saveFound } from './held-elsewhere.ts';
import { createAnnouncedFinder, matchAnnounced } from './fences/announced.ts';
import { type Brought, findBrought, joinBrought } from './follow-brought.ts';
import { followLost } from './follow-lost.ts';
import { findLikelyCopies } from './likely-copies.ts';
import { type KnownFile, matchRead, matchUnchanged } from './match.ts';
import { dropChapter, type OpenFolder, setGone, setPresent } from './open-folder.ts';
import { keepReplacedText, supersede } from './outside-edit.ts';
import { readChapterFile } from './read-file.ts';
import { type DocumentRecord, sameStamp, undecided } from './record.ts';
import type { FoundFile, Scan } from './scan.ts';
import { forgetDocument } from './store.ts';
import { strictestFence } from '../strictest-fence.ts';
import type { TextCounts } from '#shared/count-text.ts';

const readersAtOnce = 8;
const rowsPerTransaction = 500;

type ReadResult = FileFacts & { empty: boolean };

const knownFiles = (folder: OpenFolder, scope: ReadonlySet<string> | null): KnownFile[] => {
  const inScope = [...folder.present.values()].filter(
    (record) => scope === null || scope.has(record.path),
  );
  return [
    ...inScope.map((record) => ({ ...record, present: true })),
    ...[...folder.missing.values()].map((record) => ({ ...record, present: false })),
  ];
};

/** Reads files a few at a time and keeps only what the binder needs of each. */
const readAll = async (
  folder: OpenFolder,
  files: readonly FoundFile[],
  countsOf: ReadonlyMap<string, TextCounts>,
  problems: ScanProblem[],
): Promise<ReadResult[]> => {
  const results: ReadResult[] = [];
  const chosen = new Map(
    [...folder.missing.values(), ...folder.present.values()].map((record) => [
      record.path,
      record.chosenEncoding,
    ]),
  );
  const queue = files.values();
  const work = async (): Promise<void> => {
    for (const file of queue) {
      const outcome = await readChapterFile(folder.root, file.path, chosen.get(file.path) ?? null);
      if (outcome.kind === 'problem') problems.push(outcome.problem);
      if (outcome.kind !== 'chapter') continue;
      const { chapter } = outcome;
      const facts = describeFile(file.path, chapter, countsOf.get(chapter.version));
      results.push({ ...facts, empty: chapter.text.trim() === '' });
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, work));
  return results;
};

const persist = async (
  context: DocumentsContext,
  folder: OpenFolder,
  changes: readonly { record: DocumentRecord; state: 'present' | 'missing' }[],
): Promise<void> => {
  for (let from = 0; from < changes.length; from += rowsPerTransaction) {
    context.database.transaction(() => {
      for (const { record, state } of changes.slice(from, from + rowsPerTransaction)) {
        saveFound(context.database, folder, record, state);
      }
    })();
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** What a look at the folder changed. */
export type Reconciled = {
  /** Documents whose text is another one now. */
  edited: DocumentRecord[];
  /** Whether the binder shows anything else than before. */
  changed: boolean;
  /** Chapters that came in a book that is known. */
  arrived: DocumentRecord[];
  /** Paths of conflict copies, which are no chapters. */
  copies: string[];
};

/**
 * Brings the records in line with what was found. `scope`: the paths that were looked at, or null for all of
 * them. The caller holds the folder's mutex.
 */
export const reconcile = async (
  context: DocumentsContext,
  folder: OpenFolder,
  scan: Scan,
  scope: ReadonlySet<string> | null,
): Promise<Reconciled> => {
  const problems = [...scan.problems];
  const known = knownFiles(folder, scope);
  const likely = await findLikelyCopies(context, folder, scan.files);
  const copies = [...scan.copies, ...likely];
  const files = scan.files.filter(({ path }) => !likely.has(path));
  const unchanged = matchUnchanged(known, files);
  const settled = new Set(unchanged.values());
  const open = known.filter((file) => !settled.has(file.documentId));
  const records = new Map([...folder.missing, ...folder.present]);
  const countsOf = new Map([...records.values()].map((record) => [record.version, record]));
  const changedFiles = files.filter((file) => !unchanged.has(file.path));
  const read = await readAll(folder, changedFiles, countsOf, problems);
  const empty = new Set(read.filter((file) => file.empty).map((file) => file.version));
  const matched = matchRead(open, read, empty);
  await matchAnnounced(context, folder, { known: open, read, matches: matched });
  const idsNow = new Set([...unchanged.values(), ...matched.values()]);
  const takenOver = await followLost(context, folder, {
    lost: known.flatMap(({ documentId }) =>
      idsNow.has(documentId) ? [] : (folder.present.get(documentId) ?? []),
    ),
    found: new Map([...records].filter(([documentId]) => idsNow.has(documentId))),
    read,
    matches: matched,
  });

  const announcedAs = await createAnnouncedFinder(context, folder);
  const changes: { record: DocumentRecord; state: 'present' | 'missing' }[] = [];
  const edited: DocumentRecord[] = [];
  for (const file of files) {
    const record = records.get(unchanged.get(file.path) ?? '');
    if (!record) continue;
    settled.add(record.documentId);
    const isSame = record.path === file.path && folder.present.has(record.documentId);
    if (isSame) continue;
    // A heading names the chapter wherever its file goes; a name taken from the file goes with it.
    const moved =
      record.path === file.path ? record : await renamed(folder, record, file, countsOf);
    changes.push({ record: moved, state: 'present' });
  }
  for (const { empty: _empty, ...facts } of read) {
    const isNew = !matched.has(facts.path);
    const announced = isNew ? await announcedAs(facts) : null;
    const documentId = matched.get(facts.path) ?? announced?.documentId ?? nanoid();
    const record = records.get(documentId);
    settled.add(documentId);
    if (announced) folder.awaited.set(documentId, announced);
    const next: DocumentRecord = {
      ...undecided,
      fenceKey: announced?.fenceKey ?? null,
      ...record,
      ...facts,
      documentId,
    };
    const closing = takenOver.get(facts.path);
    if (closing) {
      next.fence = strictestFence(record?.fence ? [record.fence, closing] : [closing]);
      // What a new file takes over nobody has decided yet.
      if (record) next.fenceRevision += 1;
    }
    if (record && record.version !== next.version) {
      await keepReplacedText(context, folder, record);
      supersede(folder, documentId, record.version);
      folder.rivals.set(documentId, context.clock.now());
      edited.push(next);
    }
    if (
      record &&
      sameStamp(record, next) &&
      record.path === next.path &&
      !closing &&
      folder.present.has(documentId)
    )
      continue;
    changes.push({ record: next, state: 'present' });
  }
  const lost = known.flatMap(({ documentId }) =>
    settled.has(documentId) ? [] : (folder.present.get(documentId) ?? []),
  );
  for (const record of lost) await keepReplacedText(context, folder, record);
  const isLost = new Set(lost.map(({ documentId }) => documentId));
  const brought = await findBrought(context, folder, lost, (documentId) =>
    isLost.has(documentId)
      ? undefined
      : (changes.find(({ record }) => record.documentId === documentId)?.record ??
        folder.present.get(documentId)),
  );
  for (const record of lost) changes.push({ record, state: 'missing' });
  for (const one of brought) takeBrought(context, folder, one, { changes, edited });
  await persist(context, folder, changes);
  // Only now, all at once: whoever asks meanwhile sees the folder as it was.
  if (scope === null) folder.problems.clear();
  else for (const path of scope) folder.problems.delete(path);
  for (const problem of problems) folder.problems.set(problem.path, problem);
  for (const { record, state } of changes) {
    if (state === 'present') {
      // At the first look of all every file is new.
      if (records.size > 0 && !records.has(record.documentId)) {
        folder.arrivedAt.set(record.documentId, context.clock.now());
      }
      setPresent(folder, record);
    } else {
      setGone(folder, record, true);
      folder.goneAt.set(record.documentId, context.clock.now());
    }
  }
  if (takenOver.size > 0) tellFenced(context, [...takenOver.keys()]);
  const arrived =
    records.size === 0
      ? []
      : changes.flatMap(({ record, state }) =>
          state === 'present' && !records.has(record.documentId) ? [record] : [],
        );
  return { edited, changed: changes.length > 0, arrived, copies };
};

type Taken = {
  changes: { record: DocumentRecord; state: 'present' | 'missing' }[];
  edited: DocumentRecord[];
};

/** The file that came belongs to the chapter that was there: the id it got goes. */
const takeBrought = (
  { database }: DocumentsContext,
  folder: OpenFolder,
  brought: Brought,
  { changes, edited }: Taken,
): void => {
  const { lost, arrived } = brought;
  const ids = new Set([lost.documentId, arrived.documentId]);
  const others = changes.filter(({ record }) => !ids.has(record.documentId));
  const record = joinBrought(brought);
  changes.splice(0, changes.length, ...others, { record, state: 'present' });
  if (record.version !== lost.version) edited.push(record);
  forgetDocument(database, folder.projectId, arrived.documentId);
  dropChapter(folder, arrived.documentId);
};

const renamed = async (
  folder: OpenFolder,
  record: DocumentRecord,
  file: FoundFile,
  countsOf: ReadonlyMap<string, TextCounts>,
): Promise<DocumentRecord> => {
  const outcome = await readChapterFile(folder.root, file.path, record.chosenEncoding);
  if (outcome.kind !== 'chapter') return { ...record, path: file.path };
  return {
    ...record,
    ...describeFile(file.path, outcome.chapter, countsOf.get(outcome.chapter.version)),
  };
};
