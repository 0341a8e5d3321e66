/** The table of notes. */
import { z } from 'zod';
import { flagColumn, jsonColumn } from '#main/db/columns.ts';
import { Note } from '#shared/domain/note.ts';
import { StoredMark } from '../record-source.ts';
import type { RowTable } from '../row-store.ts';
import type { StoredNote } from './service.ts';

const Row = Note.pick({
  noteId: true,
  kind: true,
  version: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  text: z.string().min(1),
  done: flagColumn,
  place: jsonColumn(StoredMark),
});

export const noteTable: RowTable<StoredNote> = {
  table: 'notes',
  id: 'noteId',
  columns: {
    ...{ noteId: 'note_id', kind: 'kind', text: 'text' },
    ...{ done: 'done', place: 'place' },
  },
  schema: Row,
  toColumns: (note) => ({
    ...note,
    done: note.done ? 1 : 0,
    place: JSON.stringify(note.place),
  }),
};
