/** Tells which messages of a conversation its files were made of. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { nullableJsonColumn, soundRows } from '#main/db/columns.ts';
import type { ContextFile, FileOrigin } from '#shared/domain/context-file.ts';
import { MessageRole } from '#shared/domain/conversation.ts';
import { Identifier, Timestamp } from '#shared/domain/identifiers.ts';

const Row = z.object({
  messageId: Identifier,
  role: MessageRole,
  at: Timestamp,
  beginning: z.string(),
  toolName: z.string().nullable(),
  input: nullableJsonColumn(z.json()),
});

/** Names that stand in `source` for the message itself; every other file names those who spoke of it. */
const ofMessages: ReadonlySet<string> = new Set(['offload', 'message', 'message-archive']);

const messageOf = ({ source, referredBy }: ContextFile): string | undefined =>
  source !== undefined && ofMessages.has(source.type) ? source.id : referredBy?.[0];

/** A title needs no more of what a tool was asked: a whole chapter may be among it. */
const longestField = 300;

const shortFields = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof input === 'object' && input !== null ? input : {}).filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && field[1].length <= longestField,
    ),
  );

const originOf = ({ messageId, role, at, beginning, toolName, input }: z.infer<typeof Row>) => {
  const call = toolName === null ? {} : { call: { toolName, input: shortFields(input) } };
  return { messageId, role, at, beginning, ...call };
};

/** Of the files whose message is still there, by the file's id. */
export const fileOrigins = (
  database: Database,
): ((conversationId: string, files: readonly ContextFile[]) => ReadonlyMap<string, FileOrigin>) => {
  // A result stands behind the step that asked for it: the nearest call of that id is the one.
  const find = database.prepare(`
    SELECT m.message_id AS messageId, m.role, m.created_at AS at, m.metadata ->> '$.tool_name' AS toolName,
      CASE m.role WHEN 'tool' THEN '' ELSE substr(coalesce(m.original, m.content), 1, 120) END
        AS beginning,
      CASE WHEN m.metadata ->> '$.call_id' IS NOT NULL THEN (
        SELECT call.value -> '$.input'
        FROM conversation_messages AS step,
          json_each(CASE WHEN json_valid(step.metadata) THEN step.metadata END, '$.calls') AS call
        WHERE step.conversation_id = m.conversation_id AND step.sequence < m.sequence
          AND call.value ->> '$.call_id' = m.metadata ->> '$.call_id'
        ORDER BY step.sequence DESC LIMIT 1) END AS input
    FROM conversation_messages AS m
    WHERE m.conversation_id = @conversationId
      AND m.message_id IN (SELECT value FROM json_each(@messageIds)) AND json_valid(m.metadata)`);
  return (conversationId, files) => {
    const wanted = files.flatMap((file) => {
      const messageId = messageOf(file);
      return messageId === undefined ? [] : [{ id: file.id, messageId }];
    });
    const messageIds = JSON.stringify(wanted.map(({ messageId }) => messageId));
    // A damaged message costs its file the better title, and nothing else.
    const { items } = soundRows(Row, 'messageId', find.all({ conversationId, messageIds }));
    const origins = new Map(items.map((row) => [row.messageId, originOf(row)] as const));
    return new Map(
      wanted.flatMap(({ id, messageId }) => {
        const origin = origins.get(messageId);
        return origin === undefined ? [] : [[id, origin] as const];
      }),
    );
  };
};
