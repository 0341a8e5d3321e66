/** Remembers which texts of a chapter lie on either side of an accept. */
import { LRUCache } from 'lru-cache';

/** Chapters whose accepted changes are remembered, and how many of each. */
const rememberedChapters = 200;
const rememberedChanges = 500;

type Change = { before: string; after: string };

/** Which texts of a chapter lie on either side of an accept; kept while the program runs. */
export type AcceptedChanges = {
  note(documentId: string, change: Change): void;
  /**
   * Whether accepts, and taking them back, are all that lies between two versions of a chapter. False for two equal
   * versions that no accept made or changed.
   */
  connect(documentId: string, one: string, other: string): boolean;
};

/** Whether changes, taken in either direction, lead from one version to the other. */
export const isConnected = (changes: readonly Change[], one: string, other: string): boolean => {
  const reached = new Set<string>();
  const open = changes.some(({ before, after }) => before === one || after === one) ? [one] : [];
  for (let version = open.pop(); version !== undefined; version = open.pop()) {
    if (reached.has(version)) continue;
    reached.add(version);
    for (const { before, after } of changes) {
      if (before === version) open.push(after);
      if (after === version) open.push(before);
    }
  }
  return reached.has(other);
};

export const createAcceptedChanges = (): AcceptedChanges => {
  const chapters = new LRUCache<string, Change[]>({ max: rememberedChapters });
  return {
    note(documentId, change) {
      const known = chapters.get(documentId) ?? [];
      chapters.set(documentId, [...known, change].slice(-rememberedChanges));
    },
    connect: (documentId, one, other) => isConnected(chapters.get(documentId) ?? [], one, other),
  };
};
