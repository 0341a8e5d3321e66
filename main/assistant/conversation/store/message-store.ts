/** The table of messages. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, jsonColumn, nullableJsonColumn, parseRow } from '#main/db/columns.ts';
import { ConversationMessage, MessageMetadata, MessageRole } from '#shared/domain/conversation.ts';
import { Count, Identifier } from '#shared/domain/identifiers.ts';
import { Provenance } from '../provenance/provenance.ts';

/** A message as it is kept. */
const Row = ConversationMessage.omit({ hasOriginal: true }).extend({
  sequence: Count,
  conversationId: Identifier,
  projectId: Identifier,
  turnId: Identifier.nullable(),
  /** As history has it: compressed, for the results of tools. */
  content: z.string(),
  /** The whole, where it is not `content`; not read along unless asked for. */
  original: z.string().nullable(),
  /** What prompts show while it is taken out; null while it is not. */
  placeholder: z.string().nullable(),
  /** The writer took it back: the ephemeral policy leaves it alone. */
  restored: flagColumn,
  metadata: jsonColumn(MessageMetadata),
  contextRefs: jsonColumn(z.array(Identifier)),
  hasOriginal: flagColumn,
});
export type StoredMessage = z.infer<typeof Row>;

export type NewMessage = Pick<
  StoredMessage,
  | 'messageId'
  | 'conversationId'
  | 'projectId'
  | 'turnId'
  | 'role'
  | 'content'
  | 'original'
  | 'metadata'
  | 'contextRefs'
  | 'createdAt'
> & { provenance: Provenance };

/** What is known of a message without its words. */
const Trace = z.object({
  messageId: Identifier,
  sequence: Count,
  role: MessageRole,
  kind: z.string().nullable(),
  toolName: z.string().nullable(),
  contextRefs: jsonColumn(z.array(Identifier)),
  archivedBy: Identifier.nullable(),
  provenance: nullableJsonColumn(Provenance),
});
export type TracedRow = z.infer<typeof Trace>;

/** As channels and history show it. */
export const toMessage = (row: StoredMessage): ConversationMessage => ({
  messageId: row.messageId,
  role: row.role,
  content: row.placeholder ?? row.content,
  metadata: row.metadata,
  createdAt: row.createdAt,
  contextRefs: row.contextRefs,
  hasOriginal: row.hasOriginal,
  archivedBy: row.archivedBy,
});

const select = (original: string): string => `SELECT sequence, message_id AS messageId,
  conversation_id AS conversationId, project_id AS projectId, turn_id AS turnId, role, content,
  ${original} AS original, placeholder, restored, metadata, context_refs AS contextRefs,
  archived_by AS archivedBy, created_at AS createdAt,
  original IS NOT NULL OR placeholder IS NOT NULL AS hasOriginal FROM conversation_messages`;

export type MessageStore = {
  insert(message: NewMessage): void;
  /** With its original; null for a message of another conversation. */
  find(conversationId: string, messageId: string): StoredMessage | null;
  /** In order, without originals. */
  list(conversationId: string, afterSequence?: number): StoredMessage[];
  /** What no summary stands for, in order; originals of this turn only. */
  live(conversationId: string, turnId: string | null): StoredMessage[];
  /** How many there are up to this one, archived ones and summaries among them. */
  countUpTo(conversationId: string, sequence: number): number;
  /** How many of those no summary stands for there are, summaries left out. */
  countLive(conversationId: string): number;
  ofTurn(turnId: string): StoredMessage[];
  /** By key, all that any message was read from. */
  readKeys(conversationId: string): string[];
  /** Where each message comes from, archived ones among them, in order. */
  trace(conversationId: string): TracedRow[];
  /** Ids in order. */
  archivedBy(conversationId: string, summaryMessageId: string): string[];
  setPlaceholder(
    messageId: string,
    change: { placeholder: string; metadata: MessageMetadata; contextRefs: readonly string[] },
  ): void;
  removePlaceholder(messageId: string, metadata: MessageMetadata): void;
  /** False when a summary stands for it already. */
  archive(messageId: string, summaryMessageId: string): boolean;
};

const prepareStatements = (database: Database) => ({
  insert: database.prepare(`
    INSERT INTO conversation_messages (message_id, conversation_id, project_id, turn_id, role,
      content, original, metadata, context_refs, created_at, provenance)
    VALUES (@messageId, @conversationId, @projectId, @turnId, @role, @content, @original, @metadata,
      @contextRefs, @createdAt, @provenance)`),
  find: database.prepare(`${select('original')} WHERE conversation_id = ? AND message_id = ?`),
  list: database.prepare(
    `${select('NULL')} WHERE conversation_id = ? AND sequence > ? ORDER BY sequence`,
  ),
  live: database.prepare(
    `${select('CASE WHEN turn_id = @turnId THEN original END')}
     WHERE conversation_id = @conversationId AND archived_by IS NULL ORDER BY sequence`,
  ),
  countLive: database
    .prepare(
      `SELECT COUNT(*) FROM conversation_messages
       WHERE conversation_id = ? AND archived_by IS NULL AND role <> 'system'`,
    )
    .pluck(),
  countUpTo: database
    .prepare(
      'SELECT COUNT(*) FROM conversation_messages WHERE conversation_id = ? AND sequence <= ?',
    )
    .pluck(),
  ofTurn: database.prepare(
    `${select('NULL')} WHERE conversation_id =
       (SELECT conversation_id FROM conversation_turns WHERE turn_id = @turnId)
     AND turn_id = @turnId ORDER BY sequence`,
  ),
  readKeys: database
    .prepare(
      `SELECT DISTINCT key.value FROM conversation_messages, json_each(provenance, '$.read') AS key
       WHERE conversation_id = ?`,
    )
    .pluck(),
  trace: database.prepare(
    `SELECT message_id AS messageId, sequence, role, metadata ->> '$.kind' AS kind,
       metadata ->> '$.tool_name' AS toolName, context_refs AS contextRefs,
       archived_by AS archivedBy, provenance
     FROM conversation_messages WHERE conversation_id = ? ORDER BY sequence`,
  ),
  archivedBy: database
    .prepare(
      `SELECT message_id FROM conversation_messages
       WHERE conversation_id = ? AND archived_by = ? ORDER BY sequence`,
    )
    .pluck(),
  setPlaceholder: database.prepare(
    `UPDATE conversation_messages SET placeholder = @placeholder, restored = 0, metadata = @metadata,
       context_refs = @contextRefs WHERE message_id = @messageId`,
  ),
  removePlaceholder: database.prepare(
    `UPDATE conversation_messages SET placeholder = NULL, restored = 1, metadata = ?
     WHERE message_id = ?`,
  ),
  archive: database.prepare(
    `UPDATE conversation_messages SET archived_by = ? WHERE message_id = ? AND archived_by IS NULL`,
  ),
});

export const createMessageStore = (database: Database): MessageStore => {
  const statements = prepareStatements(database);
  const parse = (row: unknown): StoredMessage => parseRow(Row, 'conversation_messages', row);
  return {
    insert: ({ metadata, contextRefs, provenance, ...message }) => {
      statements.insert.run({
        ...message,
        provenance: JSON.stringify(provenance),
        metadata: JSON.stringify(metadata),
        contextRefs: JSON.stringify(contextRefs),
      });
    },
    find(conversationId, messageId) {
      const row = statements.find.get(conversationId, messageId);
      return row === undefined ? null : parse(row);
    },
    list: (conversationId, afterSequence = 0) =>
      statements.list.all(conversationId, afterSequence).map(parse),
    live: (conversationId, turnId) => statements.live.all({ conversationId, turnId }).map(parse),
    countUpTo: (conversationId, sequence) =>
      Number(statements.countUpTo.get(conversationId, sequence)),
    countLive: (conversationId) => Number(statements.countLive.get(conversationId)),
    ofTurn: (turnId) => statements.ofTurn.all({ turnId }).map(parse),
    readKeys: (conversationId) => statements.readKeys.all(conversationId).map(String),
    trace: (conversationId) =>
      statements.trace
        .all(conversationId)
        .map((row) => parseRow(Trace, 'conversation_messages', row)),
    archivedBy: (conversationId, summaryMessageId) =>
      statements.archivedBy.all(conversationId, summaryMessageId).map(String),
    setPlaceholder: (messageId, { placeholder, metadata, contextRefs }) => {
      statements.setPlaceholder.run({
        messageId,
        placeholder,
        metadata: JSON.stringify(metadata),
        contextRefs: JSON.stringify(contextRefs),
      });
    },
    removePlaceholder: (messageId, metadata) => {
      statements.removePlaceholder.run(JSON.stringify(metadata), messageId);
    },
    archive: (messageId, summaryMessageId) =>
      statements.archive.run(summaryMessageId, messageId).changes === 1,
  };
};
