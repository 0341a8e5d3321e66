import type { Migration } from '../migration.ts';

/**
 * Conversations, their turns and messages, and what was moved out of prompts. `content` is a message as history has
 * it, `original` the whole where that differs, `placeholder` what prompts show while it is taken out.
 */
export const conversationsMigration: Migration = {
  number: 10,
  name: 'conversations',
  up(database) {
    database.exec(`
      CREATE TABLE conversations (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        conversation_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        title TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        last_input_tokens INTEGER NOT NULL DEFAULT 0 CHECK (last_input_tokens >= 0),
        context_window INTEGER NOT NULL CHECK (context_window > 0),
        todos TEXT NOT NULL DEFAULT '[]'
      ) STRICT;
      CREATE INDEX conversations_by_project ON conversations (project_id, updated_at);

      CREATE TABLE conversation_turns (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        turn_id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations (conversation_id) ON DELETE CASCADE,
        project_id TEXT NOT NULL,
        document_id TEXT,
        state TEXT NOT NULL
          CHECK (state IN ('running', 'done', 'stopped', 'failed', 'interrupted')),
        owner TEXT NOT NULL,
        seen_at INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER
      ) STRICT;
      CREATE INDEX conversation_turns_in_order ON conversation_turns (conversation_id, sequence);
      CREATE UNIQUE INDEX conversation_turns_running ON conversation_turns (conversation_id)
        WHERE state = 'running';

      CREATE TABLE conversation_messages (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        message_id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations (conversation_id) ON DELETE CASCADE,
        project_id TEXT NOT NULL,
        turn_id TEXT,
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool', 'system')),
        content TEXT NOT NULL,
        original TEXT,
        placeholder TEXT,
        restored INTEGER NOT NULL DEFAULT 0 CHECK (restored IN (0, 1)),
        metadata TEXT NOT NULL,
        context_refs TEXT NOT NULL,
        archived_by TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX conversation_messages_in_order
        ON conversation_messages (conversation_id, sequence);
      CREATE INDEX conversation_messages_by_summary
        ON conversation_messages (archived_by) WHERE archived_by IS NOT NULL;
      CREATE INDEX conversation_messages_by_project ON conversation_messages (project_id);

      CREATE TABLE conversation_offloads (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        conversation_id TEXT NOT NULL REFERENCES conversations (conversation_id) ON DELETE CASCADE,
        project_id TEXT NOT NULL,
        message_id TEXT NOT NULL,
        item_type TEXT NOT NULL,
        path TEXT NOT NULL,
        summary TEXT NOT NULL,
        offloaded_at INTEGER NOT NULL,
        restored_at INTEGER
      ) STRICT;
      CREATE INDEX conversation_offloads_in_order
        ON conversation_offloads (conversation_id, sequence);
    `);
  },
};
