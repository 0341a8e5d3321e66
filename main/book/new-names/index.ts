/**
 * Names that recur in the text and are in no entry of the codex (W6): found by rules on this machine, offered to the writer,
 * made entries by nobody else. Fenced chapters are read too: this is for the writer's eyes, and no request asks for it.
 */
import type { Database } from 'better-sqlite3';
import type { Clock } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Output } from '#shared/contract/index.ts';
import { describePlace } from '../describe-place.ts';
import {
  createReadBook,
  maxQuotes,
  readOrNull,
  type NameSources,
  type ReadBook,
} from './read-book.ts';
import type { NewNamesService } from './service.ts';
import { createDismissedNames } from './store.ts';

type NewName = Output<'knowledge:newNames:list'>['items'][number];
type Place = { documentId: string; start: number; end: number };

/** Named less often, somebody is hardly worth an entry yet. */
const minCount = 3;
const maxShown = 100;

const sumUp = ({ chosen, chapters }: ReadBook) =>
  chosen.map((one) => {
    const within = chapters.flatMap(({ documentId, names }) => {
      const own = names.get(one.name);
      return own ? [{ documentId, ...own }] : [];
    });
    const places: Place[] = within.flatMap(({ documentId, places: own }) =>
      own.map((place) => ({ documentId, ...place })),
    );
    // One quote a chapter says more than two of the first.
    const firsts = within.flatMap(({ documentId, places: [first] }) =>
      first ? [{ documentId, ...first }] : [],
    );
    return {
      ...one,
      count: within.reduce((sum, { count }) => sum + count, 0),
      chapters: within.map(({ documentId }) => documentId),
      places: (firsts.length < maxQuotes ? places : firsts).slice(0, maxQuotes),
    };
  });

export const createNewNames = (
  sources: NameSources & { database: Database; events: EventSink; clock: Clock },
): NewNamesService => {
  const dismissed = createDismissedNames(sources.database);
  const readBook = createReadBook(sources);
  /** One book is read by one caller at a time; who comes meanwhile has the same answer, or a newer one. */
  const turns = new Map<string, Promise<unknown>>();
  const { foldedName } = sources.knowledge;
  const tell = (projectId: string): void =>
    sources.events.emit('knowledge:newNames:changed', { projectId });

  /** A chapter that was changed since it was counted gives no quote where something else stands now. */
  const quotesOf = async (
    projectId: string,
    name: string,
    places: readonly Place[],
  ): Promise<NewName['quotes']> => {
    const quotes: NewName['quotes'] = [];
    for (const { documentId, start, end } of places) {
      const now = await readOrNull(sources.documents, projectId, documentId);
      if (now === null) continue;
      const isThere = foldedName(now.text.slice(start, end)).startsWith(foldedName(name));
      if (isThere) quotes.push({ documentId, ...describePlace(now.text, start, end) });
    }
    return quotes;
  };

  const list = async (projectId: string): Promise<Output<'knowledge:newNames:list'>> => {
    const book = await readBook(projectId);
    const closed = dismissed.list(projectId);
    const isClosed = new Set(closed.map(foldedName));
    const open = sumUp(book)
      .filter(({ name, count }) => count >= minCount && !isClosed.has(foldedName(name)))
      .toSorted((one, other) => other.count - one.count);
    const items: NewName[] = [];
    for (const { places, ...one } of open.slice(0, maxShown)) {
      items.push({ ...one, quotes: await quotesOf(projectId, one.name, places) });
    }
    return { items, total: open.length, dismissed: closed, unread: [...book.unread] };
  };

  return {
    async list(projectId) {
      const turn = (turns.get(projectId) ?? Promise.resolve()).then(
        () => list(projectId),
        () => list(projectId),
      );
      turns.set(projectId, turn);
      try {
        return await turn;
      } finally {
        if (turns.get(projectId) === turn) turns.delete(projectId);
      }
    },
    dismiss: ({ projectId, name }) => {
      if (dismissed.add(projectId, name, sources.clock.now())) tell(projectId);
    },
    restore: ({ projectId, name }) => {
      if (dismissed.remove(projectId, name)) tell(projectId);
    },
    bookPart: {
      read(projectId) {
        const names = dismissed.list(projectId);
        return names.length === 0 ? {} : { dismissedNames: names };
      },
      write(projectId, { dismissedNames = [] }) {
        const kept = new Set(dismissedNames);
        for (const name of dismissed.list(projectId)) {
          if (!kept.has(name)) dismissed.remove(projectId, name);
        }
        for (const name of dismissedNames) dismissed.add(projectId, name, sources.clock.now());
      },
      tell,
    },
    forgetProject: dismissed.forget,
  };
};
