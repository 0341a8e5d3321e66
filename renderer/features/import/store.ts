/** What is being taken in: the file, how it is read, what the writer made of its chapters. */
import { create } from 'zustand';
import { closeDialog, openDialog } from '#renderer/app/dialogs.ts';
import { attendEnd } from '#renderer/app/job-list.ts';
import { runTask, type TaskCall, type TaskState } from '#renderer/app/long-task.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import type { ChapterEdit } from '#shared/contract/import.ts';
import { discardUpload, type PickedFile, type Uploaded, uploadFiles } from './upload.ts';

export type Preview = Output<'import:preview'>;
export type BundlePreview = Output<'projects:bundle:preview'>;
export type ReadOptions = Omit<Input<'import:preview'>, 'path' | 'taskId'>;

type ImportState = {
  source: Uploaded | null;
  options: ReadOptions;
  /** The options of the preview. */
  readWith: ReadOptions;
  preview: Preview | null;
  /** In place of a preview where the file is a whole book. */
  bundle: BundlePreview | null;
  /** By the place of the chapter in the preview. */
  edits: ReadonlyMap<number, ChapterEdit>;
  busy: 'sending' | 'reading' | 'writing' | null;
  /** How far that is; null where it tells nothing. */
  task: TaskState | null;
  failure: unknown;
  /** The one that was put aside before this was chosen: it is shown again when this one goes. */
  under: ImportState | null;
};

const fresh: ImportState = {
  source: null,
  options: {},
  readWith: {},
  preview: null,
  bundle: null,
  edits: new Map(),
  busy: null,
  task: null,
  failure: null,
  under: null,
};

export const useImport = create<ImportState>()(() => fresh);
const { setState, getState } = useImport;

/** What is there without the one that is shown: one that was put aside, or nothing chosen yet. */
const without = (): ImportState => getState().under ?? fresh;

/** The dialog as it was put aside, or with nothing chosen yet. */
export function chooseImport(): void {
  if (!isAdjusted()) setState(without());
  openDialog('import');
}

/** The writer made something of single chapters. */
export const isAdjusted = (): boolean => getState().edits.size > 0;

/** Whether the dialog shows no text yet: who asks for a whole book sees nothing of a text that was put aside. */
export function asksForFile(dialog: 'import' | 'bundle'): boolean {
  const { preview, bundle, busy } = getState();
  return busy === null && bundle === null && (preview === null || dialog === 'bundle');
}

/** Numbers readings, so that a slow one never takes the place of a later one. */
const readings = { latest: 0 };

/** Closes it; what was sent is not needed any more. */
export function leaveImport(): void {
  const { source, task } = getState();
  task?.cancel?.();
  readings.latest += 1;
  setState(without());
  closeDialog();
  if (source !== null) discardUpload(source.uploadId).catch(reportFailure);
}

/** Closes it unasked, by a key or beside it: what the writer made of chapters waits until it is opened again. True then. */
export function putImportAside(): boolean {
  if (isAdjusted()) closeDialog();
  else leaveImport();
  return isAdjusted();
}

/** A whole book in one file, by its name: what is in it decides when it is looked at. */
const isBundle = ({ name }: Pick<Uploaded, 'name'>): boolean => /\.fabula$/i.test(name);

async function readBundle({ path }: Uploaded): Promise<void> {
  const reading = readings.latest;
  const tell = (answer: Partial<ImportState>): void => {
    if (reading === readings.latest) setState({ ...answer, busy: null });
  };
  setState({ busy: 'reading', failure: null });
  try {
    tell({ bundle: await call('projects:bundle:preview', { path }) });
  } catch (failure) {
    tell({ failure });
  }
}

/** Whoever calls off the first look is asked for a file again; a later one leaves what was read before. */
function stopReading(): void {
  const { preview, readWith } = getState();
  if (preview === null) leaveSource();
  else setState({ options: readWith, busy: null, task: null });
}

/** Whether it is divided as before, into the same chapters: what the writer made of those still fits. */
function areSameChapters(read: Preview): boolean {
  const { readWith: before, options: now, preview: shown } = getState();
  const isReadSo =
    before.splitAt === now.splitAt &&
    before.pattern === now.pattern &&
    before.encoding === now.encoding;
  const titles = shown?.chapters.map(({ title }) => title) ?? [];
  return (
    isReadSo &&
    titles.length === read.chapters.length &&
    read.chapters.every(({ title }, at) => title === titles[at])
  );
}

async function readSource(): Promise<void> {
  const { source, options, task: before } = getState();
  if (source === null) return;
  readings.latest += 1;
  const reading = readings.latest;
  const isLatest = (): boolean => reading === readings.latest;
  setState({ busy: 'reading', failure: null });
  before?.cancel?.();
  try {
    const preview = await runTask(
      ({ taskId, options: sending }) =>
        call('import:preview', { ...options, path: source.path, taskId }, sending),
      (task) => isLatest() && setState({ task }),
    );
    if (!isLatest()) return;
    if (preview === null) stopReading();
    else {
      const edits = areSameChapters(preview) ? getState().edits : fresh.edits;
      setState({ preview, readWith: options, edits, busy: null, task: null });
    }
  } catch (failure) {
    if (isLatest()) setState({ failure, preview: null, busy: null, task: null });
  }
}

/** The dialog asks for a file again; what was sent is not needed any more. */
function leaveSource(): void {
  const { source } = getState();
  setState(without());
  if (source !== null) discardUpload(source.uploadId).catch(reportFailure);
}

/** For a new file: what the writer made of an earlier one waits beneath it, and nothing else of that is needed any more. */
function makeRoom(): void {
  if (!isAdjusted()) leaveSource();
  setState({ ...fresh, under: isAdjusted() ? getState() : null });
}

/** Sends the files and reads them. `folder`: a name for files that are in none together. */
export async function takeFiles(picked: readonly PickedFile[], folder: string): Promise<void> {
  if (getState().busy === 'writing') return;
  getState().task?.cancel?.();
  readings.latest += 1;
  const reading = readings.latest;
  makeRoom();
  setState({ busy: 'sending' });
  openDialog('import');
  try {
    const source = await runTask(
      ({ options }) => uploadFiles({ picked, folder }, options.signal),
      (task) => reading === readings.latest && setState({ task }),
    );
    if (reading !== readings.latest) {
      if (source !== null) await discardUpload(source.uploadId);
      return;
    }
    if (source === null) {
      setState(without());
      return;
    }
    setState({ source, task: null });
    await (isBundle(source) ? readBundle(source) : readSource());
  } catch (failure) {
    if (reading === readings.latest) setState({ failure, busy: null, task: null });
  }
}

/** Reads a folder where it lies: a window of the desktop knows its path. */
export async function takeFolder(path: string): Promise<void> {
  if (getState().busy === 'writing') return;
  getState().task?.cancel?.();
  makeRoom();
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
  const leftOut = { documents: [], others: 0 };
  setState({ source: { path, name, uploadId: null, bytes: 0, together: 1, leftOut } });
  openDialog('import');
  await readSource();
}

/** Reads the file anew in another way; what was made of single chapters goes with them where it makes others. */
export function changeOptions(change: ReadOptions): void {
  setState({ options: { ...getState().options, ...change } });
  void readSource();
}

export function editChapter(chapter: number, change: Omit<ChapterEdit, 'chapter'>): void {
  const edits = new Map(getState().edits);
  edits.set(chapter, { ...edits.get(chapter), ...change, chapter });
  setState({ edits });
}

export const isTaken = (edit: ChapterEdit | undefined): boolean => edit?.skip !== true;

/** Chapters that will be there: those that are taken in and not joined to another. */
export function countTaken(preview: Preview, edits: ReadonlyMap<number, ChapterEdit>): number {
  let count = 0;
  for (const at of preview.chapters.keys()) {
    const edit = edits.get(at);
    if (isTaken(edit) && !(edit?.mergeUp === true && count > 0)) count += 1;
  }
  return count;
}

export type Target = Input<'import:commit'>['into'];

/** Writes what was looked at; null when it was called off or could not be, and why stands in the dialog. */
async function write<T>(work: (task: TaskCall) => Promise<T>): Promise<T | null> {
  setState({ busy: 'writing', failure: null });
  try {
    const made = await runTask(
      (task) => work(task).finally(() => attendEnd(task.taskId)),
      (task) => setState({ task }),
    );
    setState({ busy: null, task: null });
    if (made !== null) leaveImport();
    return made;
  } catch (failure) {
    setState({ failure, busy: null, task: null });
    return null;
  }
}

/** Takes the text in. */
export async function commitImport(into: Target): Promise<Output<'import:commit'> | null> {
  const { source, options, edits } = getState();
  if (source === null) return null;
  const request = { ...options, path: source.path, edits: [...edits.values()], into };
  return write(({ taskId }) => call('import:commit', { ...request, taskId }));
}

/** Takes the whole book in. */
export async function takeInBundle(into: string): Promise<Output<'projects:bundle:import'> | null> {
  const { source } = getState();
  if (source === null) return null;
  const { path } = source;
  return write(({ taskId }) => call('projects:bundle:import', { path, into, taskId }));
}
