/** A note in the margin or a to-do: what the writer says to themselves beside a passage (W4). */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { maxMarkedText } from './thread.ts';

export const noteLimit = 5_000;
export const maxNoteText = 4_000;

export const NoteKind = z.enum(['note', 'todo']);
export type NoteKind = z.infer<typeof NoteKind>;

export const NoteText = z.string().trim().min(1).max(maxNoteText);

/** The passage a note stands beside, in UTF-16 code units of its chapter's text. */
export const NotePlace = z.object({
  documentId: Identifier,
  start: Count,
  end: Count,
  /** What the caller saw there: another text is refused, not noted beside. */
  quote: z.string().max(maxMarkedText).optional(),
});

export const Note = z.object({
  noteId: Identifier,
  kind: NoteKind,
  text: z.string(),
  /** A to-do that is ticked. */
  done: z.boolean(),
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  documentId: Identifier,
  /** Its passage as it was when it was last found. */
  quote: z.string(),
  /** Number of its chapter; null where that is gone. */
  chapter: Count.nullable(),
  /** Where its passage stands now; null where it is gone: it is not guessed. */
  start: Count.nullable(),
  end: Count.nullable(),
});
export type Note = z.infer<typeof Note>;
