/** Where an expectation is to be looked at in the book as it is now, and for what. */
import { appErrorCode, type ErrorCode } from '#shared/errors.ts';
import type { ExpectationOutcome } from '#shared/domain/expectation.ts';
import type { Chapters } from '#main/book/chapters.ts';
import type { DocumentText, DocumentsService } from '#main/book/documents/service.ts';
import { resolveReference } from '#main/book/chapter-reference.ts';
import type {
  FindAnchored,
  Reanchored,
  StoredExpectation,
} from '#main/book/expectations/service.ts';

/** A request to look at. `key` stays the same while text comes and goes around the place. */
export type Place = { key: string; documentId: string; cursorPosition: number; skillId: string };

export type Target =
  | { kind: 'entity' | 'constraint'; id: string }
  | { kind: 'passage'; documentId: string; start: number; end: number; quote: string }
  | { kind: 'text'; text: string };

export type Unjudged = { outcome: ExpectationOutcome; code?: ErrorCode };

export type Resolved = { expectation: StoredExpectation } & (
  | { places: readonly Place[]; target: Target }
  | { failure: Unjudged }
);

/** The book as one look sees it. */
export type BookNow = {
  chapters: Chapters;
  /** Ids of chapters, in binder order. */
  order: readonly string[];
  entities: ReadonlySet<string>;
  constraints: ReadonlySet<string>;
  read(documentId: string): Promise<DocumentText>;
  find: FindAnchored;
};

/** Each chapter is read once. */
export const createReader = (
  documents: Pick<DocumentsService, 'read'>,
  projectId: string,
): BookNow['read'] => {
  const texts = new Map<string, Promise<DocumentText>>();
  return (documentId) => {
    const known = texts.get(documentId) ?? documents.read(projectId, documentId);
    texts.set(documentId, known);
    return known;
  };
};

class Unresolved extends Error {
  readonly failure: Unjudged;

  constructor(failure: Unjudged) {
    super(failure.outcome);
    this.failure = failure;
  }
}

const readText = async (book: BookNow, documentId: string): Promise<string> => {
  try {
    return (await book.read(documentId)).text;
  } catch (error) {
    throw new Unresolved({ outcome: 'failed', code: appErrorCode(error) });
  }
};

const endOf = async (book: BookNow, documentId: string, skillId: string): Promise<Place> => {
  const { length } = await readText(book, documentId);
  return { key: `${documentId}\nend\n${skillId}`, documentId, cursorPosition: length, skillId };
};

const requireChapter = (book: BookNow, documentId: string): void => {
  if (!book.order.includes(documentId)) throw new Unresolved({ outcome: 'chapterGone' });
};

type Moved = { change: Reanchored };

const placesOf = async (
  book: BookNow,
  { expectationId, at, skillId }: StoredExpectation,
  { change }: Moved,
): Promise<Place[]> => {
  if ('every' in at) {
    const [from, before] = [at.from, at.before].map((end) => {
      if (end && book.chapters.numberOf(end.documentId) === null) {
        throw new Unresolved({ outcome: 'chapterGone' });
      }
      return end && resolveReference(end, book.chapters);
    });
    const chapters = book.order.slice(
      (from ?? 1) - 1,
      before === undefined ? undefined : before - 1,
    );
    return Promise.all(chapters.map((documentId) => endOf(book, documentId, skillId)));
  }
  const { documentId } = at;
  requireChapter(book, documentId);
  if (!('offset' in at)) return [await endOf(book, documentId, skillId)];
  const text = await readText(book, documentId);
  const found = book.find.place(text, at);
  if (found === null) throw new Unresolved({ outcome: 'placeGone' });
  if (!found.isSame) change.at = found.anchor;
  return [
    { key: `${expectationId}\n${skillId}`, documentId, cursorPosition: found.cursor, skillId },
  ];
};

const targetOf = async (
  book: BookNow,
  { item }: StoredExpectation,
  { change }: Moved,
): Promise<Target> => {
  if ('text' in item) return { kind: 'text', text: item.text };
  if ('entityId' in item) {
    if (!book.entities.has(item.entityId)) throw new Unresolved({ outcome: 'entityGone' });
    return { kind: 'entity', id: item.entityId };
  }
  if ('constraintId' in item) {
    if (!book.constraints.has(item.constraintId)) {
      throw new Unresolved({ outcome: 'constraintGone' });
    }
    return { kind: 'constraint', id: item.constraintId };
  }
  const { documentId, quote } = item;
  if (!book.order.includes(documentId)) throw new Unresolved({ outcome: 'passageGone' });
  const found = book.find.passage(await readText(book, documentId), item);
  if (found === null) throw new Unresolved({ outcome: 'passageGone' });
  if (!found.isSame) change.item = found.anchor;
  return { kind: 'passage', documentId, start: found.start, end: found.end, quote };
};

/** With what has another place in the text than when it was last looked for. */
export const resolve = async (
  book: BookNow,
  expectation: StoredExpectation,
): Promise<{ resolved: Resolved; moved: Reanchored | null }> => {
  const change: Reanchored = { from: expectation };
  const movedOrNull = () => (change.at || change.item ? change : null);
  try {
    const target = await targetOf(book, expectation, { change });
    const places = await placesOf(book, expectation, { change });
    if (places.length === 0) {
      return { resolved: { expectation, failure: { outcome: 'nowhere' } }, moved: movedOrNull() };
    }
    return { resolved: { expectation, places, target }, moved: movedOrNull() };
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    return { resolved: { expectation, failure: error.failure }, moved: movedOrNull() };
  }
};
