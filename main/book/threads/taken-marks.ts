/** Marks that were taken away, for those who want them back (N13). */
import { LRUCache } from 'lru-cache';
import type { StoredThreadPlace } from '../record-source.ts';

/** More than anybody takes back one by one. */
const keptMarks = 500;

type MarkKey = { projectId: string; threadId: string; placeId: string };

export type TakenMarks = {
  note(key: MarkKey, place: StoredThreadPlace): void;
  find(key: MarkKey): StoredThreadPlace | undefined;
  forget(projectId: string): void;
};

const nameOf = ({ projectId, threadId, placeId }: MarkKey): string =>
  JSON.stringify([projectId, threadId, placeId]);

/** The steps of a page that take them back do not outlast the program, and neither do these. */
export const createTakenMarks = (): TakenMarks => {
  const taken = new LRUCache<string, StoredThreadPlace>({ max: keptMarks });
  return {
    note: (key, place) => void taken.set(nameOf(key), place),
    find: (key) => taken.get(nameOf(key)),
    forget(projectId) {
      for (const name of taken.keys()) {
        if (JSON.parse(name)[0] === projectId) taken.delete(name);
      }
    },
  };
};
