/** Brings the notes of a chapter onto its page, and begins a new one there (W4). */
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { flushEdits } from '#renderer/app/flush.ts';
import { notify } from '#renderer/app/notices.ts';
import { documentOf } from '#renderer/app/page-document.ts';
import { useSession } from '#renderer/app/session.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { Note } from '#shared/domain/note.ts';
import { maxMarkedText } from '#shared/domain/thread.ts';
import {
  awaitNotes,
  createNoteMarks,
  findOnPage,
  hasNotes,
  placedIn,
  placeNotes,
} from './marks.ts';
import { beginDraft, type DraftPlace, readNotes, updateNote, useNotes } from './store.ts';

/** The note that is being written stands where its passage is by now, and beside what that says, wherever the writer goes then. */
function followDraft(state: EditorState): void {
  const { draft } = useNotes.getState();
  if (draft === null || draft.documentId !== documentOf(state)) return;
  const placed = placedIn(state).find(({ noteId }) => noteId === draft.draftId);
  if (placed === undefined) return;
  const start = placed.from;
  const end = Math.min(placed.to, start + maxMarkedText);
  const quote = state.sliceDoc(start, end);
  if (start === draft.start && end === draft.end && quote === draft.quote) return;
  useNotes.setState({ draft: { ...draft, start, end, quote } });
}

export const noteMarks = createNoteMarks({
  onView: (view) => useNotes.setState({ view }),
  onText: followDraft,
  // What is read of notes may be ahead of the page: their passages are in no text of it before.
  onBrought: () => useNotes.setState(({ brought }) => ({ brought: brought + 1 })),
});

/** Those whose place is followed already keep it; what is done or gone has no mark. */
export function drawNotes(): void {
  const { view, notes, draft } = useNotes.getState();
  if (view === null) return;
  const documentId = documentOf(view.state);
  const known = new Map(placedIn(view.state).map((one) => [one.noteId, one]));
  const here = (notes ?? []).flatMap(({ noteId, documentId: own, done, start, end, quote }) =>
    own === documentId && !done && start !== null && end !== null
      ? [{ noteId, start, end, quote }]
      : [],
  );
  const wanted =
    draft?.documentId === documentId ? [...here, { ...draft, noteId: draft.draftId }] : here;
  const placed = [
    ...wanted.flatMap(({ noteId }) => known.get(noteId) ?? []),
    ...findOnPage(
      wanted.filter(({ noteId }) => !known.has(noteId)),
      view.state,
    ),
  ];
  if (placed.length > 0 || hasNotes(view.state)) {
    const awaited = new Set(wanted.map(({ noteId }) => noteId));
    view.dispatch({ effects: [placeNotes.of(placed), awaitNotes.of(awaited)] });
    followDraft(view.state);
  }
}

/** Where the page has a note now; of another chapter it is asked for, for what was read may be behind its text. */
export async function openNotePlace(noteId: string): Promise<void> {
  const { view, notes } = useNotes.getState();
  const note = notes?.find((one) => one.noteId === noteId);
  const { project, openDocument } = useSession.getState();
  if (note === undefined || project === null) return;
  const { documentId } = note;
  const onPage =
    view && documentOf(view.state) === documentId
      ? placedIn(view.state).find((one) => one.noteId === noteId)
      : undefined;
  if (onPage) return openDocument(documentId, { start: onPage.from, end: onPage.to });
  await flushEdits();
  const read = await readNotes(project.projectId);
  const now = read?.find((one) => one.noteId === noteId);
  if (now === undefined) return;
  const { start, end } = now;
  openDocument(now.documentId, start === null || end === null ? undefined : { start, end });
}

/** What is selected, else the paragraph of the caret; null where nothing is written there. */
function passageHere(view: EditorView): DraftPlace | null {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  const { from, to } = main.empty ? line : main;
  const quote = view.state.sliceDoc(from, Math.min(to, from + maxMarkedText));
  if (quote.trim() === '') return null;
  const documentId = documentOf(view.state);
  return { documentId, start: from, end: from + quote.length, quote };
}

const tellNothingHere = (t: Translate): void =>
  notify({ place: 'dock', text: t('notes:nothingHere') });

export function beginNote(t: Translate): void {
  const { view } = useNotes.getState();
  if (view === null) return;
  const passage = passageHere(view);
  if (passage === null) tellNothingHere(t);
  else beginDraft(passage);
}

/** Puts a note whose passage is gone beside another one. */
export async function putNoteHere(t: Translate, note: Note): Promise<void> {
  // The place is one of the text as it is saved.
  await flushEdits();
  const { view } = useNotes.getState();
  if (view === null) return;
  const place = passageHere(view);
  if (place === null) tellNothingHere(t);
  else if (await updateNote(note, { place })) useNotes.setState({ selected: note.noteId });
}
