/** The table of turns. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseRow } from '#main/db/columns.ts';
import { Timestamp } from '#shared/domain/identifiers.ts';

const TurnState = z.enum(['running', 'done', 'stopped', 'failed', 'interrupted']);
export type TurnState = z.infer<typeof TurnState>;

const Row = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  projectId: z.string(),
  documentId: z.string().nullable(),
  state: TurnState,
  owner: z.string(),
  seenAt: Timestamp,
});
export type StoredTurn = z.infer<typeof Row>;

const select = `SELECT turn_id AS turnId, conversation_id AS conversationId, project_id AS projectId,
  document_id AS documentId, state, owner, seen_at AS seenAt FROM conversation_turns`;

export type TurnStore = {
  insert(turn: StoredTurn): void;
  find(turnId: string): StoredTurn | null;
  latest(conversationId: string): StoredTurn | null;
  running(): StoredTurn[];
  /** The chapter each turn of a conversation was held beside. */
  documents(conversationId: string): Map<string, string | null>;
  end(turnId: string, state: TurnState, now: number): void;
  /** Takes a turn that ended up again. */
  reopen(turnId: string, owner: string, now: number): void;
  /** Shows that the owner's turns are still carried out. */
  touch(owner: string, now: number): void;
};

export const createTurnStore = (database: Database): TurnStore => {
  const insert = database.prepare(`
    INSERT INTO conversation_turns (turn_id, conversation_id, project_id, document_id, state, owner,
      seen_at, started_at)
    VALUES (@turnId, @conversationId, @projectId, @documentId, @state, @owner, @seenAt, @seenAt)`);
  const find = database.prepare(`${select} WHERE turn_id = ?`);
  const latest = database.prepare(
    `${select} WHERE conversation_id = ? ORDER BY sequence DESC LIMIT 1`,
  );
  const running = database.prepare(`${select} WHERE state = 'running'`);
  const ofConversation = database.prepare(`${select} WHERE conversation_id = ?`);
  const end = database.prepare(
    'UPDATE conversation_turns SET state = ?, ended_at = ? WHERE turn_id = ?',
  );
  const reopen = database.prepare(
    `UPDATE conversation_turns SET state = 'running', ended_at = NULL, owner = ?, seen_at = ?
     WHERE turn_id = ?`,
  );
  const touch = database.prepare(
    "UPDATE conversation_turns SET seen_at = ? WHERE owner = ? AND state = 'running'",
  );
  const parse = (row: unknown): StoredTurn => parseRow(Row, 'conversation_turns', row);
  const one = (row: unknown): StoredTurn | null => (row === undefined ? null : parse(row));
  return {
    insert: (turn) => {
      insert.run(turn);
    },
    find: (turnId) => one(find.get(turnId)),
    latest: (conversationId) => one(latest.get(conversationId)),
    documents: (conversationId) =>
      new Map(
        ofConversation
          .all(conversationId)
          .map(parse)
          .map(({ turnId, documentId }) => [turnId, documentId]),
      ),
    running: () => running.all().map(parse),
    end: (turnId, state, now) => {
      end.run(state, now, turnId);
    },
    reopen: (turnId, owner, now) => {
      reopen.run(owner, now, turnId);
    },
    touch: (owner, now) => {
      touch.run(now, owner);
    },
  };
};
