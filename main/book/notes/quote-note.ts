/** A note as the writer hands it to a model: with its passage, and only where nothing in it is fenced (W4). */
import type { ChapterFence } from '#shared/domain/fence.ts';
import type { Note } from '#shared/domain/note.ts';
import { AppError } from '#shared/errors.ts';

type Fenced = { entityId: string; fence: ChapterFence | null };

/** What decides whether it may go. */
export type AroundNote = {
  /** Of the chapter; null for one that is open. A chapter that is gone has no place here. */
  chapterFence: ChapterFence | null;
  entities: readonly Fenced[];
  /** Ids of the entries that a text names. */
  namedIn(text: string): readonly string[];
};

const closed = (noteId: string, why: 'chapter' | 'entry'): AppError =>
  new AppError('NOTE_CLOSED', 'The note stands with what is kept from models.', { noteId, why });

/** NOTE_CLOSED: its chapter has a fence of any kind, or the note or its passage names an entry that has one. */
export const quoteNote = (
  { noteId, text, quote }: Pick<Note, 'noteId' | 'text' | 'quote'>,
  { chapterFence, entities, namedIn }: AroundNote,
): { text: string; quote: string } => {
  if (chapterFence !== null) throw closed(noteId, 'chapter');
  const fenced = new Set(
    entities.flatMap(({ entityId, fence }) => (fence === null ? [] : [entityId])),
  );
  const isNamed = [text, quote].some((words) => namedIn(words).some((id) => fenced.has(id)));
  if (isNamed) throw closed(noteId, 'entry');
  return { text, quote };
};
