/** Makes the room of notes: what the writer says to themselves beside a passage (W4). */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { reportError } from '#main/base/failures/error-report.ts';
import type { EventBus } from '#main/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { type Note, noteLimit } from '#shared/domain/note.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import { createLocateMarked, followedMarks } from '../locate-marked.ts';
import type { Located, Marked, Reanchored } from '../marked-places.ts';
import { createFollowMarked } from '../follow-marked.ts';
import { createRecordRows } from '../record-rows.ts';
import type { NoteFields } from '../record-source.ts';
import { createRelocation } from '../relocate-marked.ts';
import { createStoreMarked } from '../store-marked.ts';
import { quoteNote } from './quote-note.ts';
import type { NotesService, StoredNote } from './service.ts';
import { noteTable } from './store.ts';

export type NotesDependencies = {
  database: Database;
  events: EventBus;
  clock: Clock;
  logger: Logger;
  documents: Pick<DocumentsService, 'read' | 'info' | 'byId'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'matcher'>;
};

/** A note has one place. */
const placeId = 'place';

const asMarked = ({ noteId, place }: StoredNote): Marked => ({
  id: noteId,
  places: { [placeId]: place },
});

const fieldsOf = ({ kind, done, text, place }: StoredNote): NoteFields => ({
  ...{ kind, done, text, place },
});

/** A note as callers are told of it: with where its passage is now. */
const describe = (
  { place, ...note }: StoredNote,
  located: Located,
  byId: ReadonlyMap<string, DocumentInfo>,
): Note => {
  const { documentId, quote } = place;
  const chapter = byId.get(documentId)?.chapter ?? null;
  const span = chapter === null ? null : located.spanOf(note.noteId, placeId);
  return {
    ...note,
    documentId,
    quote,
    chapter,
    start: span?.start ?? null,
    end: span?.end ?? null,
  };
};

const last = Number.MAX_SAFE_INTEGER;

const inOrderOfBook = (notes: readonly Note[]): Note[] =>
  notes.toSorted(
    (one, other) =>
      (one.chapter ?? last) - (other.chapter ?? last) ||
      (one.start ?? last) - (other.start ?? last) ||
      one.createdAt - other.createdAt,
  );

const createRows = ({ database, clock, events }: NotesDependencies) => {
  const rows = createRecordRows<StoredNote, NoteFields>({
    ...{ database, clock, fieldsOf, table: noteTable, limit: noteLimit },
    tell: (projectId) => events.emit('notes:changed', { projectId }),
    rowOf: (noteId, fields, kept) => ({ noteId, ...fields, ...kept }),
    codes: { notFound: 'NOTE_NOT_FOUND', conflict: 'NOTE_CONFLICT', limit: 'NOTE_LIMIT' },
    words: { one: 'note', many: 'notes' },
  });
  const { store } = rows;
  return {
    ...rows,
    /** No edit of the writer's: versions stay. */
    move(projectId: string, changes: readonly Reanchored[]): void {
      for (const { id, places } of changes) {
        const note = store.find(projectId, id)?.row;
        const place = places[placeId];
        if (note && place) store.update(projectId, { ...note, place });
      }
    },
  };
};

export const createNotes = (dependencies: NotesDependencies): NotesService => {
  const { clock, documents, events, knowledge, logger } = dependencies;
  const rows = createRows(dependencies);
  const { store, cached, write } = rows;
  const tell = (projectId: string): void => events.emit('notes:changed', { projectId });
  const storeMarked = createStoreMarked(documents, 'NOTE_INVALID');
  const listStored = (projectId: string) => cached.get(projectId).items;
  const book = createLocateMarked({
    documents,
    listMarked: (projectId) => listStored(projectId).map(asMarked),
    noteFound(projectId, changes) {
      if (changes.length > 0) write(projectId, () => rows.move(projectId, changes));
      tell(projectId);
    },
  });
  const locate = async (projectId: string, documentIds: ReadonlySet<string>): Promise<void> => {
    await book.locate(projectId, documentIds);
  };
  const isMarked = (projectId: string, documentId: string): boolean =>
    listStored(projectId).some(({ place }) => place.documentId === documentId);
  const relocation = createRelocation({
    events,
    isMarked,
    relocate: locate,
    onFailure: (error) =>
      logger.log('warn', 'places of notes were not looked for', reportError(error)),
  });

  /** All, or those of one chapter, where they stand now. */
  const look = async (projectId: string, documentId?: string): Promise<Note[]> => {
    const located = await book.locate(projectId, documentId ? new Set([documentId]) : undefined);
    const byId = documents.byId(projectId);
    const notes = listStored(projectId).filter(
      ({ place }) => documentId === undefined || place.documentId === documentId,
    );
    return inOrderOfBook(notes.map((note) => describe(note, located, byId)));
  };

  const lookAt = async (projectId: string, { noteId, place }: StoredNote): Promise<Note> => {
    const notes = await look(projectId, place.documentId);
    const note = notes.find((one) => one.noteId === noteId);
    // Deleted, or moved with its text, in between.
    if (!note) throw rows.notFound(noteId);
    return note;
  };

  return {
    records: rows.records,
    marks: followedMarks(book, { isMarked, locate }),
    listStored,
    findStored: rows.findStored,
    async list({ projectId, documentId }) {
      if (documentId !== undefined) documents.info(projectId, documentId);
      return { items: await look(projectId, documentId) };
    },

    async create({ projectId, documentId, start, end, quote, text, kind }) {
      const place = await storeMarked(projectId, { documentId, start, end, quote });
      const now = clock.now();
      const note: StoredNote = {
        ...{ noteId: nanoid(), kind, text, done: false, place },
        ...{ version: 1, createdAt: now, updatedAt: now },
      };
      rows.insert(projectId, note);
      return lookAt(projectId, note);
    },

    async update({ projectId, noteId, expectedVersion, ...given }) {
      const place = given.place && (await storeMarked(projectId, given.place));
      const before = store.find(projectId, noteId)?.row.place.documentId;
      const changed = rows.change(
        projectId,
        noteId,
        (current) => {
          const { text = current.text, kind = current.kind } = given;
          const { done = current.done } = given;
          // What is no to-do is not done either.
          const moved = place === undefined ? {} : { place };
          return { ...current, ...moved, text, kind, done: kind === 'todo' && done };
        },
        { expectedVersion },
      );
      // Where it was found is no more where it stands.
      if (place) book.forget([place.documentId, before ?? place.documentId]);
      return lookAt(projectId, changed);
    },

    reword(projectId, { noteId, expectedVersion, text }) {
      rows.change(projectId, noteId, (note) => ({ ...note, text }), { expectedVersion });
    },

    async quote({ projectId, noteId }) {
      const found = listStored(projectId).find((one) => one.noteId === noteId);
      if (!found) throw rows.notFound(noteId);
      // Reading it looks for text of a closed chapter that came from outside.
      await documents.read(projectId, found.place.documentId);
      const note = await lookAt(projectId, found);
      return quoteNote(note, {
        chapterFence: documents.info(projectId, note.documentId).fence,
        entities: knowledge.listEntities(projectId),
        namedIn: (text) =>
          knowledge
            .matcher(projectId)
            .find(text)
            .map(({ entityId }) => entityId),
      });
    },

    remove: rows.remove,
    restore: (projectId, noteId) => lookAt(projectId, rows.restore(projectId, noteId)),

    followText: createFollowMarked({ keeper: noteTable.table, rows, book, asMarked, tell }),

    forgetProject: (projectId) => write(projectId, () => store.forget(projectId)),
    close: relocation.close,
  };
};
