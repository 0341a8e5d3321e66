/** The notes and to-dos of the open book, and the one that is being written (W4). */
import type { EditorView } from '@codemirror/view';
import { useEffect } from 'react';
import { create } from 'zustand';
import { flushEdits } from '#renderer/app/flush.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input } from '#shared/contract/index.ts';
import type { Note, NoteKind } from '#shared/domain/note.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

export const notesPanelId = 'notes';

/** Where a note is to stand; offsets as the page had them when it was begun. */
export type Draft = { documentId: string; start: number; end: number; quote: string };

export type Shown = 'open' | 'done';

type NotesState = {
  /** Null until read. */
  notes: readonly Note[] | null;
  failure: unknown;
  draft: Draft | null;
  /** The note whose words are being changed. */
  editing: string | null;
  /** The note that was come from or gone to. */
  selected: string | null;
  shown: Shown;
  /** The page's. */
  view: EditorView | null;
};

const nothing: Omit<NotesState, 'view'> = {
  ...{ notes: null, failure: null, draft: null, editing: null, selected: null },
  shown: 'open',
};

export const useNotes = create<NotesState>()(() => ({ ...nothing, view: null }));

const openProjectId = (): string | undefined => useSession.getState().project?.projectId;

export async function readNotes(projectId: string): Promise<void> {
  try {
    const { items } = await call('notes:list', { projectId });
    if (openProjectId() === projectId) useNotes.setState({ notes: items, failure: null });
  } catch (failure) {
    if (openProjectId() === projectId) useNotes.setState({ failure });
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
  if (failure !== null && openProjectId() === projectId) useNotes.setState({ failure });
  return done;
}

/** `placeNow`: where the page has the passage by now. Null where it could not be kept. */
export async function keepDraft(
  given: { text: string; kind: NoteKind },
  placeNow: () => { start: number; end: number } | null,
): Promise<Note | null> {
  const { draft } = useNotes.getState();
  if (draft === null) return null;
  await flushEdits();
  const place = { ...draft, ...placeNow() };
  // With its words as long as nobody wrote in them.
  const { quote, ...span } = place;
  const isSame = span.end - span.start === quote.length;
  const input = { ...span, ...(isSame ? { quote } : {}), ...given };
  const kept = await change((projectId) => call('notes:create', { projectId, ...input }));
  if (kept) useNotes.setState({ draft: null, selected: kept.noteId, shown: 'open' });
  return kept;
}

export const updateNote = (
  { noteId, version }: Note,
  given: Pick<Input<'notes:update'>, 'text' | 'kind' | 'done' | 'place'>,
): Promise<Note | null> =>
  change((projectId) =>
    call('notes:update', { projectId, noteId, expectedVersion: version, ...given }),
  );

/** `said` is shown with the undo. */
export const deleteNote = ({ noteId }: Note, said: string): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    const scope = { projectId, noteId };
    if ((await change(() => call('notes:delete', scope))) === null) return;
    useNotes.setState({ selected: null, editing: null });
    const undo = async () => (await change(() => call('notes:restore', scope))) !== null;
    offerUndo({ projectId, place: 'dock', text: said, undo });
  });

/** Shows the list, with one of them in view. */
export function showNote(noteId: string | null): void {
  const note = useNotes.getState().notes?.find((one) => one.noteId === noteId);
  useNotes.setState({ selected: noteId, ...(note ? { shown: note.done ? 'done' : 'open' } : {}) });
  useLayout.getState().showPanel(notesPanelId);
}

export const beginDraft = (draft: Draft): void => {
  useNotes.setState({ draft, editing: null, failure: null });
  useLayout.getState().showPanel(notesPanelId);
};

/** Chapters that come or go take their notes with them. */
const presenceOf = (documents: readonly DocumentInfo[] | undefined): string =>
  documents?.map(({ documentId }) => documentId).join() ?? '';

/** Keeps the notes of the open book up to date. */
export function useNotesReading(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other notes
  useEffect(() => () => useNotes.setState(nothing), [projectId]);
  useProjectReading(readNotes, 'notes:changed');
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
