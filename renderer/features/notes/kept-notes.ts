/** Has what stands in the forms of notes kept while it is not saved, and puts it back into them (W4). */
import { useEffect } from 'react';
import { entryOf, formOf } from '#renderer/app/form-kind.ts';
import { formDrafts, useKeptForms } from '#renderer/app/kept-forms.ts';
import { formsOf, isSameWords, isStored, NewNoteForm, NoteChangeForm } from './note-forms.ts';
import { edit, nothing, putDraft, useNotes } from './store.ts';

const scopeOf = (projectId: string, noteId: string | null) => ({
  ...{ projectId, form: formOf('note', noteId) },
});

function putBackNew(projectId: string): void {
  const { draft, notes } = useNotes.getState();
  if (draft !== null) return;
  const kept = NewNoteForm.safeParse(formDrafts.takeUp(scopeOf(projectId, null)));
  if (!kept.success) return;
  if (isStored(kept.data, notes ?? [])) formDrafts.drop(scopeOf(projectId, null));
  else putDraft(kept.data.place, kept.data.words);
}

function putBackChange(projectId: string, noteId: string): void {
  const { editing, notes } = useNotes.getState();
  if (editing[noteId] !== undefined) return;
  const kept = NoteChangeForm.safeParse(formDrafts.takeUp(scopeOf(projectId, noteId)));
  if (!kept.success) return;
  const { note, words } = kept.data;
  const stored = notes?.find((one) => one.noteId === noteId);
  if (stored && isSameWords(stored, words)) formDrafts.drop(scopeOf(projectId, noteId));
  else edit(note, words);
}

function putBack(projectId: string): void {
  for (const { form } of formDrafts.waiting(projectId)) {
    const noteId = entryOf('note', form);
    if (noteId !== null) putBackChange(projectId, noteId);
  }
  putBackNew(projectId);
}

/** Tells of each change; of what another book had nothing is said. */
const follow = (projectId: string): (() => void) =>
  useNotes.subscribe((now, before) => {
    const { draft, words, editing } = now;
    if (draft === before.draft && words === before.words && editing === before.editing) return;
    const forms = formsOf(now);
    for (const [noteId, fields] of forms) formDrafts.tell(scopeOf(projectId, noteId), fields);
    for (const noteId of formsOf(before).keys()) {
      if (!forms.has(noteId)) formDrafts.drop(scopeOf(projectId, noteId));
    }
  });

/** Of the open book, once its notes and what is kept of its forms were read. */
export function useNoteForms(projectId: string | undefined): void {
  const isRead = useNotes(({ notes }) => notes !== null);
  const isKeptRead = useKeptForms((state) => state.projectId === projectId);
  useEffect(() => {
    if (projectId === undefined) return;
    const end = follow(projectId);
    return () => {
      end();
      formDrafts.leaveBook(projectId);
      useNotes.setState(nothing);
    };
  }, [projectId]);
  useEffect(() => {
    if (projectId !== undefined && isRead && isKeptRead) putBack(projectId);
  }, [projectId, isRead, isKeptRead]);
}
