/** Reads signs of names chapter by chapter, counts what was chosen, and reads again only what changed. */
import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { createTurns } from '../take-turns.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService, NameMatcher } from '../knowledge/service.ts';
import { type ChosenName, chooseNames } from './choose-names.ts';
import type { ChapterSigns } from './evidence.ts';
import { readSigns } from './read-signs.ts';

export type NameSources = {
  documents: Pick<DocumentsService, 'list' | 'read'>;
  knowledge: Pick<
    KnowledgeService,
    'listEntities' | 'matcherWith' | 'isOrdinaryWord' | 'foldedName'
  >;
};

/** Where a name stands in a chapter: how often, and its first places, of which quotes are taken. */
export type NamePlaces = { count: number; places: { start: number; end: number }[] };
export type NamedChapter = { documentId: string; names: ReadonlyMap<string, NamePlaces> };

type Chapter = { documentId: string; version: string; signs: ChapterSigns };
type Counted = { version: string; key: string; names: ReadonlyMap<string, NamePlaces> };
type Kept = { signs: Map<string, Chapter>; counted: Map<string, Counted> };

/** Books whose signs stay in memory. */
const keptBooks = 2;
/** Quotes that are shown of a name. */
export const maxQuotes = 2;

const unreadable: readonly string[] = ['DOCUMENT_UNREADABLE', 'DOCUMENT_NOT_FOUND'];

/** Begins the id of what is no entry: no entry's id has a colon. */
const newNamePrefix = 'new:';

const countPlaces = (text: string, matcher: NameMatcher): Map<string, NamePlaces> => {
  const names = new Map<string, NamePlaces>();
  for (const { entityId, start, end } of matcher.find(text)) {
    if (!entityId.startsWith(newNamePrefix)) continue;
    const name = entityId.slice(newNamePrefix.length);
    const known = names.get(name) ?? { count: 0, places: [] };
    known.count += 1;
    if (known.places.length < maxQuotes) known.places.push({ start, end });
    names.set(name, known);
  }
  return names;
};

export type ReadBook = {
  chosen: readonly ChosenName[];
  chapters: readonly NamedChapter[];
  /** Chapters that cannot be read now. */
  unread: readonly string[];
};

/** A chapter's text, or null for one that cannot be read now. */
export const readOrNull = async (
  documents: Pick<DocumentsService, 'read'>,
  projectId: string,
  documentId: string,
): Promise<{ text: string; version: string } | null> => {
  try {
    return await documents.read(projectId, documentId);
  } catch (error) {
    if (!(error instanceof AppError) || !unreadable.includes(error.code)) throw error;
    return null;
  }
};

type Turn = () => Promise<void>;

export const createReadBook = ({ documents, knowledge }: NameSources) => {
  const kept = new LRUCache<string, Kept>({ max: keptBooks });

  const chooseNew = (projectId: string, signs: readonly ChapterSigns[]): ChosenName[] => {
    const known = new Set(
      knowledge
        .listEntities(projectId)
        .flatMap(({ name, aliases }) => [name, ...aliases].map(knowledge.foldedName)),
    );
    return chooseNames(signs, knowledge.isOrdinaryWord).filter(
      ({ name }) => !known.has(knowledge.foldedName(name)),
    );
  };

  const readChapters = async (
    projectId: string,
    book: Kept,
    turn: Turn,
  ): Promise<{ chapters: Chapter[]; unread: string[] }> => {
    const [chapters, unread]: [Chapter[], string[]] = [[], []];
    for (const { documentId } of documents.list(projectId)) {
      const now = await readOrNull(documents, projectId, documentId);
      await turn();
      if (now === null) {
        unread.push(documentId);
        continue;
      }
      const before = book.signs.get(documentId);
      const isSame = before?.version === now.version;
      const chapter = isSame
        ? before
        : { documentId, version: now.version, signs: await readSigns(now.text, turn) };
      book.signs.set(documentId, chapter);
      chapters.push(chapter);
    }
    return { chapters, unread };
  };

  const countChapters = async (
    projectId: string,
    { book, chapters, chosen }: { book: Kept; chapters: Chapter[]; chosen: ChosenName[] },
    turn: Turn,
  ): Promise<NamedChapter[]> => {
    const names = chosen.map(({ name }) => name);
    const entries = knowledge.listEntities(projectId);
    const key = JSON.stringify([
      names.toSorted(),
      entries.map(({ name, aliases }) => [name, ...aliases]),
    ]);
    let matcher: NameMatcher | null = null;
    const named: NamedChapter[] = [];
    for (const { documentId, version } of chapters) {
      let counted = book.counted.get(documentId);
      if (counted?.version !== version || counted.key !== key) {
        const now = await readOrNull(documents, projectId, documentId);
        if (now === null) continue;
        matcher ??= knowledge.matcherWith(
          projectId,
          names.map((name) => ({ entityId: `${newNamePrefix}${name}`, names: [name] })),
        );
        counted = { version: now.version, key, names: countPlaces(now.text, matcher) };
        book.counted.set(documentId, counted);
        await turn();
      }
      named.push({ documentId, names: counted.names });
    }
    return named;
  };

  return async (projectId: string): Promise<ReadBook> => {
    const turn = createTurns();
    const book = kept.get(projectId) ?? { signs: new Map(), counted: new Map() };
    kept.set(projectId, book);
    const { chapters, unread } = await readChapters(projectId, book, turn);
    const signs = chapters.map((chapter) => chapter.signs);
    const chosen = chooseNew(projectId, signs);
    await turn();
    const named = await countChapters(projectId, { book, chapters, chosen }, turn);
    const present = new Set(chapters.map(({ documentId }) => documentId));
    for (const ids of [book.signs, book.counted]) {
      for (const id of ids.keys()) if (!present.has(id)) ids.delete(id);
    }
    return { chosen, chapters: named, unread };
  };
};
