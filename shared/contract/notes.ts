/** The calls about notes and to-dos in the margin (W4). */
import { z } from 'zod';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { Note, NoteKind, NotePlace, NoteText } from '../domain/note.ts';
import { defineChannel } from './define.ts';

const NoteScope = ProjectScope.extend({ noteId: Identifier });

export const notesContract = {
  /** Those of one chapter, or all: in the order of the book, those whose passage is gone last in their chapter. */
  'notes:list': defineChannel(
    ProjectScope.extend({ documentId: Identifier.optional() }),
    z.object({ items: z.array(Note) }),
  ),
  /** DOCUMENT_NOT_FOUND; NOTE_INVALID for no text of the chapter, NOTE_LIMIT. */
  'notes:create': defineChannel(
    ProjectScope.extend({ ...NotePlace.shape, text: NoteText, kind: NoteKind }),
    Note,
  ),
  /** NOTE_NOT_FOUND; NOTE_CONFLICT where a version is expected and it is another. To another place, what `notes:create` meets. */
  'notes:update': defineChannel(
    NoteScope.extend({
      text: NoteText.optional(),
      kind: NoteKind.optional(),
      done: z.boolean().optional(),
      /** Puts it beside another passage. */
      place: NotePlace.optional(),
      expectedVersion: Count.optional(),
    }),
    Note,
  ),
  /**
   * What the writer hands to a model of it, to be shown before it is sent; nothing is sent here. NOTE_NOT_FOUND, DOCUMENT_NOT_FOUND
   * where its chapter is gone, NOTE_CLOSED where that, or an entry it names, has a fence.
   */
  'notes:quote': defineChannel(NoteScope, z.object({ text: z.string(), quote: z.string() })),
  /** NOTE_NOT_FOUND. */
  'notes:delete': defineChannel(NoteScope, Nothing),
  /** Undoes a delete. NOTE_NOT_FOUND, NOTE_LIMIT. */
  'notes:restore': defineChannel(NoteScope, Note),
};
