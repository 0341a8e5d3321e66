/** Words a writer watches for in one book (敏感词): they travel with its record (W7). */
import type { Database } from 'better-sqlite3';
import type { Clock } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { createWordStore } from '../word-store.ts';
import type { ReportsService } from './service.ts';

export type WatchedWordsOfBook = Pick<
  ReportsService,
  'listWatched' | 'changeWatched' | 'bookPart' | 'forgetProject'
>;

export const createWatchedWords = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
}): WatchedWordsOfBook => {
  const { database, events, clock } = needs;
  const store = createWordStore(database, 'watched_words');
  const tell = (projectId: string): void => events.emit('reports:watched:changed', { projectId });
  return {
    listWatched: store.list,
    changeWatched({ projectId, added, removed }) {
      const changes = database.transaction(() => [
        ...removed.map((word) => store.remove(projectId, word)),
        ...added.map((word) => store.add(projectId, word, clock.now())),
      ])();
      if (changes.includes(true)) tell(projectId);
      return store.list(projectId);
    },
    bookPart: {
      read(projectId) {
        const words = store.list(projectId);
        return words.length === 0 ? {} : { watchedWords: words };
      },
      write: (projectId, { watchedWords = [] }) =>
        store.replace(projectId, watchedWords, clock.now()),
      tell,
    },
    forgetProject: store.forget,
  };
};
