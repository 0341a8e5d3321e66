/** The table of conversations. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, jsonColumn, parseRow } from '#main/db/columns.ts';
import { Conversation } from '#shared/domain/conversation.ts';
import { Count } from '#shared/domain/identifiers.ts';

const Todos = z.array(
  z.object({ content: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) }),
);

/** What a conversation is, and what of it only prompts need. */
const Row = Conversation.extend({
  interrupted: flagColumn,
  /** Tokens of the whole input of the last model call. */
  lastInputTokens: Count,
  /** Tokens; of the model that last asked for a summary. */
  contextWindow: Count,
  todos: jsonColumn(Todos),
});
export type StoredConversation = z.infer<typeof Row>;

/** A message of a conversation in which a query was found, with all of its text. */
const Hit = z.object({ conversationId: z.string(), text: z.string() });

const select = `SELECT c.conversation_id AS conversationId, c.project_id AS projectId, c.title,
    c.created_at AS createdAt, c.updated_at AS updatedAt, c.last_input_tokens AS lastInputTokens,
    c.context_window AS contextWindow, c.todos,
    (SELECT COUNT(*) FROM conversation_messages m WHERE m.conversation_id = c.conversation_id)
      AS messageCount,
    (SELECT t.turn_id FROM conversation_turns t
      WHERE t.conversation_id = c.conversation_id AND t.state = 'running') AS turnId,
    COALESCE((SELECT t.state = 'interrupted' FROM conversation_turns t
      WHERE t.conversation_id = c.conversation_id ORDER BY t.sequence DESC LIMIT 1), 0) AS interrupted
  FROM conversations c`;

/** For `LIKE … ESCAPE '\'`: every character stands for itself. */
const containing = (query: string): string => `%${query.replace(/[\\%_]/g, '\\$&')}%`;

export type ConversationStore = {
  /** False when the id is taken. */
  insert(row: {
    conversationId: string;
    projectId: string;
    title: string;
    now: number;
    contextWindow: number;
  }): boolean;
  find(conversationId: string): StoredConversation | null;
  /** The one changed last first. */
  list(projectId: string): StoredConversation[];
  /** For each conversation whose messages have the query, the first such message: what writer and model said. */
  search(projectId: string, query: string): Map<string, string>;
  setTitle(conversationId: string, title: string): void;
  setUpdated(conversationId: string, now: number): void;
  setLastInputTokens(conversationId: string, tokens: number): void;
  setContextWindow(conversationId: string, tokens: number): void;
  setTodos(conversationId: string, todos: z.infer<typeof Todos>): void;
  /** With everything of it. */
  remove(conversationId: string): void;
  /** Runs all or nothing; nobody else writes meanwhile. */
  transaction<T>(run: () => T): T;
};

export const createConversationStore = (database: Database): ConversationStore => {
  const insert = database.prepare(`
    INSERT INTO conversations (conversation_id, project_id, title, created_at, updated_at, context_window)
    VALUES (@conversationId, @projectId, @title, @now, @now, @contextWindow)
    ON CONFLICT (conversation_id) DO NOTHING`);
  const find = database.prepare(`${select} WHERE c.conversation_id = ?`);
  const list = database.prepare(
    `${select} WHERE c.project_id = ? ORDER BY c.updated_at DESC, c.sequence DESC`,
  );
  const search = database.prepare(`
    SELECT conversation_id AS conversationId, COALESCE(original, content) AS text
    FROM conversation_messages
    WHERE sequence IN (
      SELECT MIN(sequence) FROM conversation_messages
      WHERE project_id = @projectId AND role IN ('user', 'assistant')
        AND COALESCE(original, content) LIKE @pattern ESCAPE '\\'
      GROUP BY conversation_id)`);
  const update = (column: string) =>
    database.prepare(`UPDATE conversations SET ${column} = ? WHERE conversation_id = ?`);
  const setTitle = update('title');
  const setUpdated = update('updated_at');
  const setLastInputTokens = update('last_input_tokens');
  const setContextWindow = update('context_window');
  const setTodos = update('todos');
  const remove = database.prepare('DELETE FROM conversations WHERE conversation_id = ?');
  const parse = (row: unknown): StoredConversation => parseRow(Row, 'conversations', row);
  return {
    insert: (row) => insert.run(row).changes === 1,
    find(conversationId) {
      const row = find.get(conversationId);
      return row === undefined ? null : parse(row);
    },
    list: (projectId) => list.all(projectId).map(parse),
    search: (projectId, query) =>
      new Map(
        search
          .all({ projectId, pattern: containing(query) })
          .map((row) => parseRow(Hit, 'conversation_messages', row))
          .map(({ conversationId, text }) => [conversationId, text]),
      ),
    setTitle: (conversationId, title) => {
      setTitle.run(title, conversationId);
    },
    setUpdated: (conversationId, now) => {
      setUpdated.run(now, conversationId);
    },
    setLastInputTokens: (conversationId, tokens) => {
      setLastInputTokens.run(tokens, conversationId);
    },
    setContextWindow: (conversationId, tokens) => {
      setContextWindow.run(tokens, conversationId);
    },
    setTodos: (conversationId, todos) => {
      setTodos.run(JSON.stringify(todos), conversationId);
    },
    remove: (conversationId) => {
      remove.run(conversationId);
    },
    transaction: (run) => database.transaction(run).immediate(),
  };
};
