/** The words a writer taught a book, so that its spelling check lets them stand (W5). */

import type { Database } from 'better-sqlite3';
import type { Clock } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { SpellingService, WordOfBook } from './service.ts';
import { createWordStore } from '../word-store.ts';

/** Both spellings of an accented letter are one word. */
const composed = (word: string): string => word.normalize('NFC');

export const createSpelling = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
}): SpellingService => {
  const store = createWordStore(needs.database, 'spelling_words');
  const listAfter = (isChanged: boolean, projectId: string): string[] => {
    if (isChanged) needs.events.emit('spelling:changed', { projectId });
    return store.list(projectId);
  };
  return {
    listWords: store.list,
    addWord: ({ projectId, word }: WordOfBook) =>
      listAfter(store.add(projectId, composed(word), needs.clock.now()), projectId),
    removeWord: ({ projectId, word }: WordOfBook) =>
      listAfter(store.remove(projectId, composed(word)), projectId),
    bookPart: {
      read: (projectId) => ({ words: store.list(projectId) }),
      write: (projectId, { words }) =>
        store.replace(projectId, words.map(composed), needs.clock.now()),
      tell: (projectId) => needs.events.emit('spelling:changed', { projectId }),
    },
    forgetProject: store.forget,
  };
};
