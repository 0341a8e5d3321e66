/** The table of what left a prompt. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseRow } from '#main/db/columns.ts';
import { Timestamp } from '#shared/domain/identifiers.ts';

/** A line of the offload log (S2-05, S2-18). */
const Row = z.object({
  messageId: z.string(),
  itemType: z.string(),
  /** Inside the conversation's folder. */
  path: z.string(),
  /** One line. */
  summary: z.string(),
  offloadedAt: Timestamp,
  restoredAt: Timestamp.nullable(),
});
export type OffloadLine = z.infer<typeof Row>;

export type OffloadStore = {
  insert(conversationId: string, projectId: string, line: Omit<OffloadLine, 'restoredAt'>): void;
  /** Of the message's last line. */
  setRestored(messageId: string, now: number): void;
  /** Oldest first. */
  list(conversationId: string): OffloadLine[];
};

export const createOffloadStore = (database: Database): OffloadStore => {
  const insert = database.prepare(`
    INSERT INTO conversation_offloads (conversation_id, project_id, message_id, item_type, path,
      summary, offloaded_at)
    VALUES (@conversationId, @projectId, @messageId, @itemType, @path, @summary, @offloadedAt)`);
  const setRestored = database.prepare(`
    UPDATE conversation_offloads SET restored_at = @now WHERE sequence =
      (SELECT MAX(sequence) FROM conversation_offloads WHERE message_id = @messageId)`);
  const list = database.prepare(`
    SELECT message_id AS messageId, item_type AS itemType, path, summary,
      offloaded_at AS offloadedAt, restored_at AS restoredAt
    FROM conversation_offloads WHERE conversation_id = ? ORDER BY sequence`);
  return {
    insert: (conversationId, projectId, line) => {
      insert.run({ conversationId, projectId, ...line });
    },
    setRestored: (messageId, now) => {
      setRestored.run({ messageId, now });
    },
    list: (conversationId) =>
      list.all(conversationId).map((row) => parseRow(Row, 'conversation_offloads', row)),
  };
};
