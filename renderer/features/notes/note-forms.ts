/** The forms of notes as they are kept while they are not saved: what stands in them, and what is read back (W4). */
import { z } from 'zod';
import { Note, NoteKind } from '#shared/domain/note.ts';

const Words = z.object({ text: z.string(), kind: NoteKind });
const Place = z.object({
  documentId: z.string(),
  start: z.number(),
  end: z.number(),
  quote: z.string(),
});

/** A note that is not stored yet. */
export const NewNoteForm = z.object({ place: Place, words: Words });
/** The change of a note, with the note as it was begun from. */
export const NoteChangeForm = z.object({ note: Note, words: Words });

type Words = z.infer<typeof Words>;
type Changed = { note: Note; words: Words };

export const isSameWords = (one: Words, other: Words): boolean =>
  one.kind === other.kind && one.text.trim() === other.text.trim();

type Written = {
  draft: z.infer<typeof Place> | null;
  words: Words;
  editing: Readonly<Record<string, Changed>>;
};

/** By the id of the note they change, null for the new one; forms where nothing would be lost are left out. */
export function formsOf({ draft, words, editing }: Written): Map<string | null, unknown> {
  const forms = new Map<string | null, unknown>();
  if (draft !== null && words.text.trim() !== '') {
    const { documentId, start, end, quote } = draft;
    forms.set(null, { place: { documentId, start, end, quote }, words });
  }
  for (const { note, words: now } of Object.values(editing)) {
    if (!isSameWords(note, now)) forms.set(note.noteId, { note, words: now });
  }
  return forms;
}

/** Whether a program that ended before it could say so has stored a new note already. */
export const isStored = (
  { place, words }: z.infer<typeof NewNoteForm>,
  notes: readonly Note[],
): boolean =>
  notes.some(
    (note) =>
      note.documentId === place.documentId &&
      note.quote === place.quote &&
      isSameWords(note, words),
  );
