/** What is being taken in: the file, how it is read, what the writer made of its chapters. */
import { create } from 'zustand';
import { closeDialog, openDialog } from '#renderer/app/dialogs.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import type { ChapterEdit } from '#shared/contract/import.ts';
import { discardUpload, type PickedFile, type Uploaded, uploadFiles } from './upload.ts';

export type Preview = Output<'import:preview'>;
export type BundlePreview = Output<'projects:bundle:preview'>;
export type ReadOptions = Omit<Input<'import:preview'>, 'path'>;

type ImportState = {
  source: Uploaded | null;
  options: ReadOptions;
  preview: Preview | null;
  /** In place of a preview where the file is a whole book. */
  bundle: BundlePreview | null;
  /** By the place of the chapter in the preview. */
  edits: ReadonlyMap<number, ChapterEdit>;
  busy: 'sending' | 'reading' | 'writing' | null;
  failure: unknown;
};

const fresh: ImportState = {
  source: null,
  options: {},
  preview: null,
  bundle: null,
  edits: new Map(),
  busy: null,
  failure: null,
};

export const useImport = create<ImportState>()(() => fresh);
const { setState, getState } = useImport;

/** The dialog with nothing chosen yet. */
export function chooseImport(): void {
  setState(fresh);
  openDialog('import');
}

/** Closes it; what was sent is not needed any more. */
export function leaveImport(): void {
  const { source } = getState();
  setState(fresh);
  closeDialog();
  if (source !== null) discardUpload(source.uploadId).catch(reportFailure);
}

/** Numbers readings, so that a slow one never takes the place of a later one. */
const readings = { latest: 0 };

/** A whole book in one file, by its name: what is in it decides when it is looked at. */
const isBundle = ({ name }: Pick<Uploaded, 'name'>): boolean => /\.fabula$/i.test(name);

async function readBundle({ path }: Uploaded): Promise<void> {
  setState({ busy: 'reading', failure: null });
  try {
    setState({ bundle: await call('projects:bundle:preview', { path }), busy: null });
  } catch (failure) {
    setState({ failure, busy: null });
  }
}

async function readSource(): Promise<void> {
  const { source, options } = getState();
  if (source === null) return;
  readings.latest += 1;
  const reading = readings.latest;
  setState({ busy: 'reading', failure: null });
  try {
    const preview = await call('import:preview', { ...options, path: source.path });
    if (reading === readings.latest) setState({ preview, edits: new Map(), busy: null });
  } catch (failure) {
    if (reading === readings.latest) setState({ failure, preview: null, busy: null });
  }
}

/** Sends the files and reads them. */
export async function takeFiles(picked: readonly PickedFile[]): Promise<void> {
  if (picked.length === 0 || getState().busy === 'writing') return;
  const before = getState().source;
  setState({ ...fresh, busy: 'sending' });
  openDialog('import');
  if (before !== null) discardUpload(before.uploadId).catch(reportFailure);
  try {
    const source = await uploadFiles(picked);
    setState({ source });
    await (isBundle(source) ? readBundle(source) : readSource());
  } catch (failure) {
    setState({ failure, busy: null });
  }
}

/** Reads the file anew in another way; what was made of single chapters goes with the old one. */
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

/** Takes the text in; null when it could not be, and why stands in the dialog. */
export async function commitImport(into: Target): Promise<Output<'import:commit'> | null> {
  const { source, options, edits } = getState();
  if (source === null) return null;
  setState({ busy: 'writing', failure: null });
  try {
    const request = { ...options, path: source.path, edits: [...edits.values()], into };
    const made = await call('import:commit', request);
    leaveImport();
    return made;
  } catch (failure) {
    setState({ failure, busy: null });
    return null;
  }
}

/** Takes the whole book in; null when it could not be, and why stands in the dialog. */
export async function takeInBundle(into: string): Promise<Output<'projects:bundle:import'> | null> {
  const { source } = getState();
  if (source === null) return null;
  setState({ busy: 'writing', failure: null });
  try {
    const made = await call('projects:bundle:import', { path: source.path, into });
    leaveImport();
    return made;
  } catch (failure) {
    setState({ failure, busy: null });
    return null;
  }
}
