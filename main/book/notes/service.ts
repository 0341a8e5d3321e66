/** What others may ask of notes. */
import type { FollowedMarks } from '../locate-marked.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Note } from '#shared/domain/note.ts';
import type { FollowText } from '../text-move.ts';
import type { NoteFields, RecordSource, StoredMark } from '../record-source.ts';

/** A note as it is kept: its passage is known by its text. */
export type StoredNote = Pick<
  Note,
  'noteId' | 'kind' | 'text' | 'done' | 'version' | 'createdAt' | 'updatedAt'
> & { place: StoredMark };

export type NotesService = {
  /** For the records of the book's folder. */
  records: RecordSource<NoteFields>;
  marks: FollowedMarks;
  list(input: Parsed<'notes:list'>): Promise<Output<'notes:list'>>;
  /** DOCUMENT_NOT_FOUND, NOTE_INVALID, NOTE_LIMIT, and the errors of reading a chapter. */
  create(input: Parsed<'notes:create'>): Promise<Note>;
  /** NOTE_NOT_FOUND, NOTE_CONFLICT; to another place, what `create` meets. */
  update(input: Parsed<'notes:update'>): Promise<Note>;
  /** As they are kept, whether or not their passage is found. */
  listStored(projectId: string): readonly StoredNote[];
  /** Null where it is not there, or deleted. */
  findStored(projectId: string, noteId: string): StoredNote | null;
  /** Its words alone; where it stands is not looked for. NOTE_NOT_FOUND, NOTE_CONFLICT. */
  reword(
    projectId: string,
    wording: Pick<Note, 'noteId' | 'text'> & { expectedVersion: number },
  ): void;
  /** NOTE_NOT_FOUND, DOCUMENT_NOT_FOUND, NOTE_CLOSED. */
  quote(input: Parsed<'notes:quote'>): Promise<Output<'notes:quote'>>;
  remove(projectId: string, noteId: string): void;
  restore(projectId: string, noteId: string): Promise<Note>;
  followText: FollowText;
  forgetProject(projectId: string): void;
  /** Ends what waits to be looked at. */
  close(): void;
};
