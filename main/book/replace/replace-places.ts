/** Replaces the ticked places of the whole book: all of them, or a stop that has a name and can be undone. */
import { nanoid } from 'nanoid';
import type { RunningJob } from '#main/jobs/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { RecordChange } from '#shared/domain/manuscript.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { LengthChange } from '#shared/origin-runs.ts';
import type { SnapshotCause } from '#shared/domain/snapshot-cause.ts';
import { AppError } from '#shared/errors.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import {
  applyPlaces,
  editsOf,
  findChanged,
  orderPlaces,
  type Replacement,
} from './apply-places.ts';
import { keepTrue, trueNow, type Truths } from './keep-true.ts';
import { reasonToLeave } from './left-alone.ts';
import { followAll, locateAll, type ReplaceParts } from './parts.ts';
import { tellProgress, throwIfCancelled } from './progress.ts';
import { createTurns } from '../take-turns.ts';
import { planRewording, rewordRecord } from './record-changes.ts';
import { undoReplacement } from './undo-replacement.ts';

type Planned = {
  document: DocumentInfo;
  places: Replacement[];
  text: string;
  version: string;
};

/** Taking back is not ended half way. */
const toTheEnd = (job: RunningJob): RunningJob => ({
  ...job,
  signal: new AbortController().signal,
});

const changedMeanwhile = ({ documentId, title }: DocumentInfo, start: number): AppError =>
  new AppError('REPLACE_PLACE_CHANGED', 'A place changed meanwhile.', { documentId, title, start });

const byChapter = ({ places, replacement }: Parsed<'manuscript:replace'>) => {
  const grouped = new Map<string, Replacement[]>();
  for (const { documentId, ...place } of places) {
    const list = grouped.get(documentId) ?? [];
    list.push({ ...place, replacement: place.replacement ?? replacement });
    grouped.set(documentId, list);
  }
  return grouped;
};

/** Looks at every chapter before one is written. REPLACE_CHAPTER_CLOSED, REPLACE_PLACE_CHANGED. */
const planChapters = async (
  { documents, waitingChapters }: ReplaceParts,
  input: Parsed<'manuscript:replace'>,
): Promise<Planned[]> => {
  const { projectId } = input;
  const waiting = await waitingChapters(projectId);
  const grouped = byChapter(input);
  for (const documentId of grouped.keys()) documents.info(projectId, documentId);
  const planned: Planned[] = [];
  for (const document of documents.list(projectId)) {
    const { documentId, title } = document;
    const wanted = grouped.get(documentId);
    if (!wanted) continue;
    const places = orderPlaces(wanted);
    const reason = reasonToLeave(document, waiting);
    if (reason !== null) {
      const details = { documentId, title, reason };
      throw new AppError('REPLACE_CHAPTER_CLOSED', 'The chapter can only be read.', details);
    }
    const { text, version } = await documents.read(projectId, documentId);
    const changed = findChanged(text, places);
    if (changed) throw changedMeanwhile(document, changed.start);
    planned.push({ document, places, text, version });
  }
  return planned;
};

/** The words that become others, where all places of a chapter have the same. */
const causeOf = (places: readonly Replacement[]): SnapshotCause => {
  const only = (words: readonly string[]): string | null => {
    const different = new Set(words);
    return different.size === 1 ? (words[0] ?? null) : null;
  };
  return {
    kind: 'replace',
    from: only(places.map(({ expected }) => expected)),
    to: only(places.map(({ replacement }) => replacement)),
    places: places.length,
  };
};

/** The writer says what is put in; words that are replaced by the very same ones stay whose they were (N14). */
const changesOf = (text: string, places: readonly Replacement[]): LengthChange[] =>
  places
    .filter(({ start, end, replacement }) => text.slice(start, end) !== replacement)
    .map(({ start, end, replacement }) => ({ from: start, to: end, inserted: replacement.length }));

const noTruths: Truths = { keepsSynopsis: false, keepsProposal: false };

type Step = { projectId: string; undoId: string; isRename: boolean };

/** With another name for somebody a chapter tells the same story; what other words make of it is told by its text. */
const replaceChapter = async (
  parts: ReplaceParts,
  { projectId, undoId, isRename }: Step,
  { document, places, text, version }: Planned,
): Promise<void> => {
  const { documents, store } = parts;
  const { documentId } = document;
  const truths = isRename ? trueNow(parts, projectId, documentId) : noTruths;
  const changed = applyPlaces(text, places);
  const cause = causeOf(places);
  const snapshot = await documents.createSnapshot(projectId, documentId, {
    reason: 'beforeReplace',
    cause,
  });
  const written = await documents.rewrite({
    projectId,
    documentId,
    text: changed,
    expectedVersion: version,
    made: { kind: 'changes', code: 'typed', changes: changesOf(text, places) },
    beforeWrite: (versionAfter) =>
      store.note(undoId, {
        kind: 'chapter',
        id: documentId,
        snapshotId: snapshot.snapshotId,
        hasOriginal: snapshot.hasOriginal === true,
        versionBefore: version,
        versionAfter,
        places: places.map(({ start, end, replacement }) => ({ start, end, replacement })),
        ...truths,
      }),
  });
  const edits = editsOf(places);
  await followAll(parts, projectId, { documentId, from: version, now: written, edits });
  await keepTrue(parts, projectId, { documentId, written, truths });
};

/** Synopses come last: between the look at one and its change others may write. */
const inOrder = (changes: readonly RecordChange[]): RecordChange[] =>
  changes.toSorted(
    (one, other) => Number(one.kind === 'synopsis') - Number(other.kind === 'synopsis'),
  );

const rewordRecords = async (
  { kinds, store, documents }: ReplaceParts,
  { projectId, undoId }: Step,
  changes: readonly RecordChange[],
  signal: AbortSignal,
): Promise<void> => {
  const takeTurns = createTurns();
  try {
    for (const change of inOrder(changes)) {
      throwIfCancelled(signal);
      const { back, made } = planRewording(kinds, projectId, change);
      store.note(undoId, { kind: 'record', id: change.id, back, made });
      await rewordRecord(kinds, projectId, made);
      await takeTurns();
    }
  } finally {
    if (changes.some(({ kind }) => kind === 'synopsis')) documents.synopses.tell(projectId);
  }
};

/** Only a rename gives an entry of the codex another name. */
const isOfRename = (change: RecordChange): boolean =>
  change.kind === 'entity' && change.name !== undefined;

type Done = { replaced: number; undoId: string };

/** What stopped a replacement under way, at which chapter, with the way back from what was done till then. */
const stopped = (error: unknown, done: Done, at?: DocumentInfo): unknown => {
  const known = explainStorageFailure(error);
  if (!(known instanceof AppError)) return error;
  const chapter = at ? { documentId: at.documentId, title: at.title } : {};
  const details = { ...known.details, ...chapter, ...done, cause: known.code };
  return new AppError('REPLACE_STOPPED', known.message, details, { cause: known });
};

/** Somebody who cancels wants nothing of it. REPLACE_STOPPED where a chapter went on meanwhile and keeps its places. */
const takeBackAll = async (
  parts: ReplaceParts,
  { projectId, undoId, replaced }: { projectId: string; undoId: string; replaced: number },
  job: RunningJob,
): Promise<void> => {
  const { changed } = await undoReplacement(parts, { projectId, undoId }, toTheEnd(job));
  if (changed.length === 0) return;
  parts.ends.note(undoId, 'replaced');
  throw stopped(new AppError('CANCELLED', 'The writer ended it.'), { replaced, undoId });
};

/**
 * Nothing is written before every place was found as expected; each chapter becomes a snapshot before it is written.
 * REPLACE_PLACE_CHANGED, REPLACE_CHAPTER_CLOSED, INVALID_INPUT, DOCUMENT_NOT_FOUND before the first write,
 * REPLACE_STOPPED with the `undoId` after it. `job` ends it between two chapters and takes back what was done:
 * CANCELLED (W2).
 */
export const replacePlaces = async (
  parts: ReplaceParts,
  input: Parsed<'manuscript:replace'>,
  job: RunningJob,
): Promise<Output<'manuscript:replace'>> => {
  const { projectId, records = [], places } = input;
  const touched = places.map(({ documentId }) => documentId);
  await locateAll(parts, projectId, touched);
  const planned = await planChapters(parts, input);
  for (const change of records) planRewording(parts.kinds, projectId, change);
  const undoId = nanoid();
  const step = { projectId, undoId, isRename: records.some(isOfRename) };
  parts.store.begin(projectId, undoId, parts.clock.now());
  let replaced = 0;
  let at: DocumentInfo | undefined;
  const takeTurns = createTurns();
  const tell = tellProgress(job, 'replacing', planned.length);
  try {
    await rewordRecords(parts, step, records, job.signal);
    for (const [index, chapter] of planned.entries()) {
      throwIfCancelled(job.signal);
      at = chapter.document;
      await replaceChapter(parts, step, chapter);
      replaced += chapter.places.length;
      tell(index + 1);
      await takeTurns();
    }
  } catch (error) {
    if (!job.signal.aborted) {
      parts.ends.note(undoId, 'replaced');
      throw stopped(error, { replaced, undoId }, at);
    }
    await takeBackAll(parts, { projectId, undoId, replaced }, job);
    parts.ends.note(undoId, 'takenBack');
    throw error;
  }
  parts.ends.note(undoId, 'replaced');
  return { replaced, undoId };
};
