/** What is settled for the whole book, put together from its rooms' parts, as one record (B1). */
import { AppError } from '#shared/errors.ts';
import {
  type BookFields,
  type BookPart,
  DismissedNameFields,
  ExportFields,
  ProjectFields,
  WatchedWordFields,
  WordFields,
} from '../record-source.ts';
import type { ChapterSettingsAccess } from '../documents/service.ts';
import { WritingGoals } from '#shared/domain/days.ts';
import { chapterNames } from './chapter-source.ts';
import { bookRecordId, kindSpecs } from './kinds.ts';
import { fromPortable, toPortable } from './portable-fields.ts';
import { type Fields, isSameValue } from './record-state.ts';
import type { RecordStore } from './store.ts';
import type { KindSource } from './sync-request.ts';

export type BookParts = {
  project: BookPart<ProjectFields>;
  goals: BookPart<WritingGoals>;
  words: BookPart<WordFields>;
  dismissed: BookPart<DismissedNameFields>;
  watched: BookPart<WatchedWordFields>;
  exports: BookPart<ExportFields>;
};

type Slice = {
  read(projectId: string): Fields | null;
  /** Whether it was another. */
  write(projectId: string, book: Fields): boolean;
  tell(projectId: string): void;
};

const { empty } = kindSpecs.book;

const sliceOf = <F extends Fields>(
  schema: { shape: object; parse(value: unknown): F },
  part: BookPart<F>,
): Slice => {
  const pick = (book: Fields): F =>
    schema.parse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, book[name]])));
  return {
    read: part.read,
    write(projectId, book) {
      const fields = pick(book);
      if (isSameValue(fields, part.read(projectId) ?? pick(empty))) return false;
      part.write(projectId, fields);
      return true;
    },
    tell: part.tell,
  };
};

/** In one order, whoever chose them first. */
const inOrder = (book: BookFields): BookFields => {
  const byText = (one: string, other: string): number => (one < other ? -1 : 1);
  return {
    ...book,
    words: book.words.toSorted(byText),
    ...(book.dismissedNames ? { dismissedNames: book.dismissedNames.toSorted(byText) } : {}),
    ...(book.watchedWords ? { watchedWords: book.watchedWords.toSorted(byText) } : {}),
    restDays: book.restDays.toSorted((one, other) => one - other),
    leftOut: book.leftOut.toSorted((one, other) => byText(one.documentId, other.documentId)),
  };
};

export const createBookSource = (
  parts: { book: BookParts; settings: ChapterSettingsAccess; store: RecordStore },
  projectId: string,
): KindSource => {
  const { settings, store } = parts;
  const slices = [
    sliceOf(ProjectFields, parts.book.project),
    sliceOf(WritingGoals, parts.book.goals),
    sliceOf(WordFields, parts.book.words),
    sliceOf(DismissedNameFields, parts.book.dismissed),
    sliceOf(WatchedWordFields, parts.book.watched),
    sliceOf(ExportFields, parts.book.exports),
  ];
  const readAll = (): BookFields =>
    Object.assign({ ...empty }, ...slices.map(({ read }) => read(projectId))) as BookFields;
  const isDamaged = (): boolean => {
    try {
      readAll();
      return false;
    } catch (error) {
      if (error instanceof AppError) return true;
      throw error;
    }
  };
  return {
    isKeptByDatabase: true,
    hintsOf: () => null,
    // It has no fences: what is said of it is sent as soon as it is known, and not before.
    withhold: () => undefined,
    listDamaged: () => (isDamaged() ? [bookRecordId] : []),
    async exchange(decide) {
      if (isDamaged()) return void decide(new Map());
      const { chapters } = settings.list(projectId);
      const names = chapterNames(chapters, store.listAgreed(projectId, 'chapters'));
      const changed = store.transaction(() => {
        const stored = inOrder(toPortable(readAll(), names.keyOf) as BookFields);
        const change = decide(new Map([[bookRecordId, stored]])).find(
          ({ id }) => id === bookRecordId,
        );
        // Also where nothing came: a chapter that is left out may have come only now.
        const book = fromPortable(change?.fields ?? stored, names.idOf);
        return slices.filter((slice) => slice.write(projectId, book));
      });
      for (const slice of changed) slice.tell(projectId);
    },
  };
};
