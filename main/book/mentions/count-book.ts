/** Counts names chapter by chapter, and counts again only what changed. */
import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService, NameMatcher } from '../knowledge/service.ts';
import { type ChapterCounts, countNames } from './count-names.ts';

export type MentionSources = {
  documents: Pick<DocumentsService, 'list' | 'read'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'matcher'>;
};

export type CountedChapter = { documentId: string; chapter: number; counts: ChapterCounts };

export type CountedBook = {
  /** In binder order, without those that could not be read. */
  chapters: readonly CountedChapter[];
  /** Ids of chapters that cannot be read now. */
  unread: readonly string[];
};

type Kept = { names: string; chapters: Map<string, { version: string; counts: ChapterCounts }> };

/** Books whose counts stay in memory: numbers and names, no text. */
const keptBooks = 4;

const unreadable: readonly string[] = ['DOCUMENT_UNREADABLE', 'DOCUMENT_NOT_FOUND'];

const readersAtOnce = 8;

/** A chapter takes some ten milliseconds: everybody else has a turn after each. */
const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * One book is counted by one caller at a time; who comes meanwhile waits and finds the chapters counted. What others ask
 * has its turn between any two chapters.
 */
export const createCountBook = ({
  documents,
  knowledge,
}: MentionSources): ((projectId: string) => Promise<CountedBook>) => {
  const kept = new LRUCache<string, Kept>({ max: keptBooks });
  const turns = new Map<string, Promise<unknown>>();

  /** The codex by its names alone: other changes of entries count nothing anew. */
  const namesOf = (projectId: string): string =>
    JSON.stringify(
      knowledge
        .listEntities(projectId)
        .map(({ entityId, name, aliases }) => [entityId, name, ...aliases]),
    );

  const countChapter = async (
    projectId: string,
    documentId: string,
    { book, matcher }: { book: Kept; matcher: NameMatcher },
  ): Promise<ChapterCounts | null> => {
    try {
      const { text, version } = await documents.read(projectId, documentId);
      const known = book.chapters.get(documentId);
      if (known?.version === version) return known.counts;
      await others();
      const counts = countNames(matcher.find(text));
      book.chapters.set(documentId, { version, counts });
      return counts;
    } catch (error) {
      if (!(error instanceof AppError) || !unreadable.includes(error.code)) throw error;
      return null;
    }
  };

  const count = async (projectId: string): Promise<CountedBook> => {
    const names = namesOf(projectId);
    const before = kept.get(projectId);
    const book = before?.names === names ? before : { names, chapters: new Map() };
    kept.set(projectId, book);
    const matcher = knowledge.matcher(projectId);
    const listed = documents.list(projectId);
    const counted = new Map<string, ChapterCounts>();
    const queue = listed.values();
    const work = async (): Promise<void> => {
      for (const { documentId } of queue) {
        const counts = await countChapter(projectId, documentId, { book, matcher });
        if (counts) counted.set(documentId, counts);
      }
    };
    await Promise.all(Array.from({ length: readersAtOnce }, work));
    const present = new Set(listed.map(({ documentId }) => documentId));
    for (const documentId of book.chapters.keys()) {
      if (!present.has(documentId)) book.chapters.delete(documentId);
    }
    return {
      chapters: listed.flatMap(({ documentId, chapter }) => {
        const counts = counted.get(documentId);
        return counts ? [{ documentId, chapter, counts }] : [];
      }),
      unread: [...present].filter((documentId) => !counted.has(documentId)),
    };
  };

  return async (projectId) => {
    const before = turns.get(projectId) ?? Promise.resolve();
    const turn = before.then(
      () => count(projectId),
      () => count(projectId),
    );
    turns.set(projectId, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(projectId) === turn) turns.delete(projectId);
    }
  };
};
