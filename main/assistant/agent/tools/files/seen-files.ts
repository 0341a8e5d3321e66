/** Remembers when each conversation last read a file. */
import { LRUCache } from 'lru-cache';
import type { AiService } from '#main/ai/runs/service.ts';

type IsAcceptedChange = AiService['isAcceptedChange'];

/** Conversations whose reads are remembered. */
const remembered = 200;

export type SeenFiles = {
  /**
   * Notes the file as read; true when this conversation read it before and somebody else has changed it since (S4-27).
   * An accept of the writer's, and its undo, are our own doing.
   */
  note(conversationId: string, file: SeenFile): boolean;
};

export type SeenFile = {
  path: string;
  mtime: number;
  chapter: { documentId: string; version: string } | null;
};

/** Whether a file that was seen before is now another because of somebody but us. */
const isForeign = (
  before: SeenFile,
  now: SeenFile,
  isAcceptedChange: IsAcceptedChange,
): boolean => {
  if (before.mtime === now.mtime) return false;
  if (!before.chapter || before.chapter.documentId !== now.chapter?.documentId) return true;
  const { documentId, version } = now.chapter;
  return !isAcceptedChange(documentId, before.chapter.version, version);
};

/** When each conversation last read a file; kept while the program runs. */
export const createSeenFiles = (isAcceptedChange: IsAcceptedChange): SeenFiles => {
  const conversations = new LRUCache<string, Map<string, SeenFile>>({ max: remembered });
  return {
    note(conversationId, file) {
      const known = conversations.get(conversationId) ?? new Map<string, SeenFile>();
      const before = known.get(file.path);
      known.set(file.path, file);
      conversations.set(conversationId, known);
      return before !== undefined && isForeign(before, file, isAcceptedChange);
    },
  };
};
