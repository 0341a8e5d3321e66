/** The notes and to-dos of the open book, and the one that is being written (W4). */
import type { EditorView } from '@codemirror/view';
import { useEffect } from 'react';
import { create } from 'zustand';
import { flushEdits } from '#renderer/app/flush.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { followEntry, isSame } from '#renderer/app/merge-drafts.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input } from '#shared/contract/index.ts';
import type { Note } from '#shared/domain/note.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { isSameWords } from './note-forms.ts';
import type { NoteWords } from './note-form.tsx';
import { createInOrder } from '#renderer/app/last-asked.ts';

export const notesPanelId = 'notes';

/** Where a note is to stand, and what is written there. */
export type DraftPlace = { documentId: string; start: number; end: number; quote: string };
/** `draftId`: under which the page follows it, and no other one; its place is the one of the text on the page. */
export type Draft = DraftPlace & { draftId: string };

/** `note`: as it was when its change was begun, so that what another window wrote meanwhile is not written over. */
export type Editing = {
  note: Note;
  words: NoteWords;
  /** What another window wrote meanwhile, where it was the reason not to keep these words. */
  there?: string;
};

export type Shown = 'open' | 'done';

type NotesState = {
  /** Null until read. */
  notes: readonly Note[] | null;
  failure: unknown;
  draft: Draft | null;
  /** Of the new note; they stay when its passage becomes another one. */
  words: NoteWords;
  /** The notes whose words are being changed, by id. */
  editing: Readonly<Record<string, Editing>>;
  /** The note that was come from or gone to. */
  selected: string | null;
  shown: Shown;
  /** The page's. */
  view: EditorView | null;
  /** Grows whenever the program puts text on the page. */
  brought: number;
};

const noWords: NoteWords = { text: '', kind: 'note' };

export const nothing: Omit<NotesState, 'view' | 'brought'> = {
  ...{ notes: null, failure: null, draft: null, words: noWords, editing: {} },
  selected: null,
  shown: 'open',
};

export const useNotes = create<NotesState>()(() => ({ ...nothing, view: null, brought: 0 }));

const begin = createInOrder();

const wordsOf = ({ text, kind }: NoteWords): NoteWords => ({ text, kind });

const follow = ({ note, words }: Pick<Editing, 'note' | 'words'>, there: Note) => {
  const { draft, isContested } = followEntry(wordsOf(note), words, wordsOf(there));
  return { words: draft, isContested };
};

/** Notes whose words are on their way; what is typed meanwhile is a change of these, not of what the note was. */
const beingKept = new Set<string>();

/** What is not changed in a form follows what another window wrote; where both wrote, that is met when it is kept. */
function followNotes(notes: readonly Note[]): void {
  const { editing } = useNotes.getState();
  const followed = Object.entries(editing).map(([noteId, one]) => {
    const note = notes.find((listed) => listed.noteId === noteId);
    if (note === undefined || note.version === one.note.version || beingKept.has(noteId)) {
      return [noteId, one] as const;
    }
    const { words, isContested } = follow(one, note);
    return [noteId, isContested ? one : { ...one, note, words }] as const;
  });
  const now = Object.fromEntries(followed);
  if (!isSame(now, editing)) useNotes.setState({ editing: now });
}

/** Answers what was read, also where a later reading is shown; null where it failed. */
export async function readNotes(projectId: string): Promise<readonly Note[] | null> {
  const mayShow = begin();
  try {
    const { items } = await call('notes:list', { projectId });
    if (isOpenProject(projectId) && mayShow()) {
      useNotes.setState({ notes: items, failure: null });
      followNotes(items);
    }
    return items;
  } catch (failure) {
    if (isOpenProject(projectId) && mayShow()) useNotes.setState({ failure });
    return null;
  }
}

/** What failed stands with the list. Null then. */
async function change<T>(work: (projectId: string) => Promise<T>): Promise<T | null> {
  const projectId = openProjectId();
  if (projectId === undefined) return null;
  let done: T | null = null;
  let failure: unknown = null;
  try {
    done = await work(projectId);
  } catch (error) {
    failure = error;
  }
  await readNotes(projectId);
  if (failure !== null && isOpenProject(projectId)) useNotes.setState({ failure });
  return done;
}

/** Once, however often it is asked for; what is written meanwhile becomes a change of the new note. Null where it could not be kept. */
export const keepDraft = (given: NoteWords): Promise<Note | null> =>
  inTurn(async () => {
    const begun = useNotes.getState().draft;
    if (begun === null) return null;
    await flushEdits();
    const followed = useNotes.getState().draft;
    const { draftId, ...place } = followed?.draftId === begun.draftId ? followed : begun;
    const input = { ...place, ...given };
    const kept = await change((projectId) => call('notes:create', { projectId, ...input }));
    if (kept) {
      const { draft: now, words } = useNotes.getState();
      const isOther = now?.draftId !== draftId;
      if (!isOther && !isSameWords(words, given)) edit(kept, words);
      const left = isOther ? {} : { draft: null, words: noWords };
      useNotes.setState({ ...left, selected: kept.noteId, shown: 'open' });
    }
    return kept;
  });

/** What was let go of stands in its form again when the writer wants it back, unless another one is open there. */
function offerBack(said: string, putBack: () => boolean): void {
  const projectId = openProjectId();
  if (projectId === undefined) return;
  const undo = async (): Promise<boolean> => {
    if (!isOpenProject(projectId) || !putBack()) return false;
    useLayout.getState().showPanel(notesPanelId);
    return true;
  };
  void inTurn(async () => offerUndo({ projectId, place: 'dock', text: said, undo }));
}

/** `said` is shown with the way back, where there was something to lose. */
export function leaveDraft(said: string): void {
  const { draft, words } = useNotes.getState();
  useNotes.setState({ draft: null, words: noWords, failure: null });
  if (draft === null || words.text.trim() === '') return;
  offerBack(said, () => {
    if (useNotes.getState().draft !== null) return false;
    putDraft(draft, words);
    return true;
  });
}

export const updateNote = (
  { noteId, version }: Note,
  given: Pick<Input<'notes:update'>, 'text' | 'kind' | 'done' | 'place'>,
): Promise<Note | null> =>
  change((projectId) =>
    call('notes:update', { projectId, noteId, expectedVersion: version, ...given }),
  );

const listed = (noteId: string): Note | undefined =>
  useNotes.getState().notes?.find((one) => one.noteId === noteId);

const showDone = (noteId: string, done: boolean): void =>
  useNotes.setState(({ notes }) => ({
    notes: notes?.map((one) => (one.noteId === noteId ? { ...one, done } : one)) ?? null,
  }));

/** Shown at once; the tick is of the note as it is when it is its turn, whatever was changed of it before. */
export function tickNote(noteId: string, done: boolean): Promise<void> {
  showDone(noteId, done);
  return inTurn(async () => {
    const note = listed(noteId);
    if (note === undefined) return;
    const kept = await updateNote(note, { done });
    if (kept !== null) return;
    const now = listed(noteId);
    // Another window changed its words: that does not touch whether it is done.
    if (now !== undefined && now.version !== note.version) await updateNote(now, { done });
    else if (now?.done === done) showDone(noteId, !done);
  });
}

export function edit(note: Note, words: NoteWords): void {
  const { editing } = useNotes.getState();
  const begun = editing[note.noteId] ?? { note };
  useNotes.setState({ editing: { ...editing, [note.noteId]: { ...begun, words } } });
}

function endEditing(noteId: string): void {
  const { [noteId]: _left, ...editing } = useNotes.getState().editing;
  useNotes.setState({ editing, failure: null });
}

/** `said` is shown with the way back, where there was something to lose. */
export function leaveEditing(noteId: string, said: string): void {
  const left = useNotes.getState().editing[noteId];
  endEditing(noteId);
  if (left === undefined || isSameWords(left.note, left.words)) return;
  offerBack(said, () => {
    if (useNotes.getState().editing[noteId] !== undefined) return false;
    edit(left.note, left.words);
    return true;
  });
}

/** A note that another window deleted comes back with them. */
async function keepWords({ note, words }: Editing): Promise<Note | null> {
  const { noteId } = note;
  const isDeleted = useNotes.getState().notes !== null && listed(noteId) === undefined;
  const begun = isDeleted
    ? await change((projectId) => call('notes:restore', { projectId, noteId }))
    : note;
  const kept = begun && (await updateNote(begun, follow({ note, words }, begun).words));
  const current = listed(noteId);
  if (kept || current === undefined || current.version === note.version) return kept;
  // Another window changed something else of it: no reason to ask.
  const followed = follow({ note, words }, current);
  return followed.isContested ? null : updateNote(current, followed.words);
}

/** What is written meanwhile stays as a change of what is kept; what another window wrote is met once, then meant. */
export const keepEditing = (noteId: string): Promise<void> =>
  inTurn(async () => {
    const begun = useNotes.getState().editing[noteId];
    if (begun === undefined) return;
    beingKept.add(noteId);
    const kept = await keepWords(begun).finally(() => beingKept.delete(noteId));
    const { editing } = useNotes.getState();
    const now = editing[noteId];
    if (now === undefined) return;
    const settled = kept === null ? [] : [begun.words, kept];
    if (settled.some((one) => isSameWords(now.words, one))) return endEditing(noteId);
    const current = kept ?? listed(noteId);
    if (current === undefined || current.version === now.note.version) return;
    const { words } = kept ? now : follow(now, current);
    const left = { note: current, words, ...(kept ? {} : { there: current.text }) };
    useNotes.setState({ editing: { ...editing, [noteId]: left } });
  });

/** `said` is shown with the undo. */
export const deleteNote = ({ noteId }: Note, said: string): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    const scope = { projectId, noteId };
    if ((await change(() => call('notes:delete', scope))) === null) return;
    endEditing(noteId);
    useNotes.setState({ selected: null });
    const undo = () => call('notes:restore', scope);
    offerUndo({ projectId, place: 'dock', text: said, undo });
  });

/** Shows the list, with one of them in view. */
export function showNote(noteId: string | null): void {
  const note = useNotes.getState().notes?.find((one) => one.noteId === noteId);
  useNotes.setState({ selected: noteId, ...(note ? { shown: note.done ? 'done' : 'open' } : {}) });
  useLayout.getState().showPanel(notesPanelId);
}

let drafts = 0;
/** With the words that stand in the form, or those that stood in it before. */
export const putDraft = (place: DraftPlace, words = useNotes.getState().words): void => {
  drafts += 1;
  useNotes.setState({ draft: { ...place, draftId: `draft ${drafts}` }, words, failure: null });
};

export const beginDraft = (place: DraftPlace): void => {
  putDraft(place);
  useLayout.getState().showPanel(notesPanelId);
};

/** Chapters that come or go take their notes with them. */
const presenceOf = (documents: readonly DocumentInfo[] | undefined): string =>
  documents?.map(({ documentId }) => documentId).join() ?? '';

async function refresh(projectId: string): Promise<void> {
  await readNotes(projectId);
}

/** Keeps the notes of the open book up to date. */
export function useNotesReading(): void {
  useProjectReading(refresh, 'notes:changed');
  useEffect(
    () =>
      useSession.subscribe(({ project }, { project: before }) => {
        if (project === null || project.projectId !== before?.projectId) return;
        if (project.documents === before.documents) return;
        const isSame = presenceOf(project.documents) === presenceOf(before.documents);
        if (!isSame) void readNotes(project.projectId);
      }),
    [],
  );
}
