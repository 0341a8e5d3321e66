import { LRUCache } from 'lru-cache';

/** Conversations whose reads are remembered. */
const remembered = 200;

export type SeenFiles = {
  /** Notes the file as read; true when this conversation read it before and it has changed since (S4-27). */
  note(conversationId: string, path: string, mtime: number): boolean;
};

/** When each conversation last read a file; kept while the program runs. */
export const createSeenFiles = (): SeenFiles => {
  const conversations = new LRUCache<string, Map<string, number>>({ max: remembered });
  return {
    note(conversationId, path, mtime) {
      const known = conversations.get(conversationId) ?? new Map<string, number>();
      const before = known.get(path);
      known.set(path, mtime);
      conversations.set(conversationId, known);
      return before !== undefined && before !== mtime;
    },
  };
};
