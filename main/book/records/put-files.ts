/** Brings the files of records in line with what was decided. */
import { errorCodeOf, isMissing } from '#main/base/failures/system-code.ts';
import { isRenamedTwice, pickName } from '../renamed-twice.ts';
import { isSameStamp, type Stamp, stampOfFile, toldPathOf } from './record-folder.ts';
import type { RecordStore } from './store.ts';
import { agreedOf, formerOf, type Step, type SyncParts, type SyncRequest } from './sync-request.ts';
import { binCopy, birthName, removeRecord, writeRecord } from './write-record.ts';

/** The chapter's file moved here since its record was written, or is here where it is to be on every machine. */
const isMovedHere = ({ source }: SyncRequest, { id, agreed, files }: Step): boolean => {
  const hints = source.hintsOf(id);
  if (hints === null) return false;
  if (agreed && agreed.localPath !== null && agreed.localPath !== hints.path) return true;
  const told = files.main && toldPathOf(files.main);
  if (!told || !isRenamedTwice(hints.path, told)) return false;
  return pickName(hints.path, told.path) === hints.path;
};

const isUntouched = async (root: string, path: string, known: Stamp): Promise<boolean> => {
  try {
    return isSameStamp(await stampOfFile(root, path), known);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

type Note = () => void;

/** What to note of a file that now says what was decided; null where another look is due. */
const putFile = async (
  parts: SyncParts,
  request: SyncRequest,
  step: Step,
): Promise<Note | null> => {
  const { root, place, spec, projectId, source } = request;
  const { id, files, agreed, decision } = step;
  if (decision.file === 'remove') {
    if (!files.main || !(await isUntouched(root, files.main.path, files.main.stamp))) return null;
    await removeRecord(root, files.main.path);
    return () => parts.store.dropAgreed(projectId, spec.kind, id);
  }
  const { state } = decision;
  if (!state) return () => undefined;
  const path = files.main?.path ?? agreed?.path ?? `${place}/${birthName(spec, id, state.fields)}`;
  const hints = source.hintsOf(id);
  const record = {
    spec,
    id,
    path,
    state,
    hints: hints && { ...hints, former: formerOf(request, step) },
    over: files.main?.stamp ?? null,
  };
  const stamp = await writeRecord(parts.tools, root, record);
  if (stamp === null) return null;
  return () =>
    parts.store.saveAgreed(
      projectId,
      spec.kind,
      id,
      agreedOf(request, step, { path, stamp, state }),
    );
};

/** Rows are noted many at a time: a book has thousands of files. */
const notesPerTransaction = 100;
const writersAtOnce = 8;

const createNotes = (store: RecordStore) => {
  let notes: Note[] = [];
  const flush = (): void => {
    const due = notes;
    notes = [];
    store.transaction(() => {
      for (const note of due) note();
    });
  };
  return {
    add(note: Note): void {
      notes.push(note);
      if (notes.length >= notesPerTransaction) flush();
    },
    flush,
  };
};

type Written = 'written' | 'unfinished' | 'nothing';

const finishStep = async (
  parts: SyncParts,
  request: SyncRequest,
  step: Step,
  note: (note: Note) => void,
): Promise<Written> => {
  const isDue = step.decision.file !== 'keep' || isMovedHere(request, step);
  try {
    const done = isDue ? await putFile(parts, request, step) : null;
    if (isDue && !done) return 'unfinished';
    if (done) note(done);
    for (const { path } of step.files.copies) await binCopy(parts.tools, request.root, path);
    return isDue ? 'written' : 'nothing';
  } catch (error) {
    parts.logger.log('error', 'a record could not be written', {
      projectId: request.projectId,
      kind: request.spec.kind,
      code: errorCodeOf(error),
    });
    return 'unfinished';
  }
};

/** Writes, removes and puts away what was decided; what fails is logged, and tried again at the next look. */
export const putFiles = async (
  parts: SyncParts,
  request: SyncRequest,
  steps: readonly Step[],
): Promise<{ written: number; isUnfinished: boolean }> => {
  const result = { written: 0, isUnfinished: false };
  const notes = createNotes(parts.store);
  const queue = steps.values();
  const work = async (): Promise<void> => {
    for (const step of queue) {
      const done = await finishStep(parts, request, step, notes.add);
      if (done === 'written') result.written += 1;
      if (done === 'unfinished') result.isUnfinished = true;
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, work));
  notes.flush();
  return result;
};
