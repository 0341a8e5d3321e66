/** Outputs of tools whose file could not be written (S1-15): whole with their message, and tried again. */
import { z } from 'zod';
import type { MessageMetadata } from '#shared/domain/conversation.ts';
import type { ContextFilesService, OffloadResult } from '#main/assistant/files/service.ts';
import { type Dependencies, tellChange } from '../dependencies.ts';
import type { ToolResult } from '../service.ts';
import type { MessageStore, NewMessage, StoredMessage } from '../store/message-store.ts';

/** UTF-16 units that a message may keep; more stay with whoever can read them again, until the program ends. */
const maxKept = 8 * 1024 * 1024;
const failureLine = '[Output truncated due to offload error]';
const referenceLine = /^\[(?:Bash|Terminal|Tool) output in context: [\w-]+\] \([^)]*\)$/m;

const Told = z.object({ retryId: z.string(), origin: z.enum(['bash', 'terminal', 'tool']) });

export type UnsavedOutput = {
  unsaved: NonNullable<MessageMetadata['unsaved']>;
  /** Null when it is too long for a message. */
  whole: string | null;
};

/** What a tool said of an output that has no file; null when there is none. */
export const unsavedOutput = (
  files: Pick<ContextFilesService, 'unsavedOutput'>,
  { context }: Pick<ToolResult, 'context'>,
): UnsavedOutput | null => {
  const told = Told.safeParse(context);
  if (!told.success) return null;
  const { retryId, origin } = told.data;
  const whole = files.unsavedOutput(retryId);
  return {
    unsaved: { origin, retry_id: retryId },
    whole: whole !== null && whole.length <= maxKept ? whole : null,
  };
};

/**
 * Writes a result; one whose output has no file together with all of it, so that neither a full folder nor the end of
 * the program takes it away. `shown`: what prompts have of it.
 */
export const insertResult = (
  messages: Pick<MessageStore, 'insert' | 'setPlaceholder'>,
  row: NewMessage,
  shown: string,
  lacksFile: UnsavedOutput | null,
): void => {
  if (!lacksFile) {
    messages.insert(row);
    return;
  }
  const { unsaved, whole } = lacksFile;
  const metadata = { ...row.metadata, unsaved };
  messages.insert({ ...row, metadata, original: whole ?? row.original });
  if (whole === null) return;
  const { messageId, contextRefs } = row;
  messages.setPlaceholder(messageId, { placeholder: shown, metadata, contextRefs });
};

type RetryDependencies = Pick<
  Dependencies,
  'files' | 'messages' | 'conversations' | 'events' | 'logger'
>;

/** Of the message's own copy, or of what the files still have; null when nobody has it any more. */
const offloadAgain = async (
  files: RetryDependencies['files'],
  { conversationId, metadata, placeholder, original }: StoredMessage,
): Promise<OffloadResult | null> => {
  const { unsaved, tool_name: toolName = '', call_id: callId } = metadata;
  if (!unsaved) return null;
  const whole = placeholder === null ? null : original;
  if (whole === null) return files.retryOffload(unsaved.retry_id);
  const named = callId === undefined ? {} : { callId };
  const { origin } = unsaved;
  const again = await files.offload({ conversationId, origin, toolName, ...named, output: whole });
  // The message has it: no need for a second copy in memory.
  if (again.status === 'failed') files.forgetUnsaved(again.retryId);
  return again;
};

/**
 * Tries once more to write an output to a file. With the file the message names it as if it had been there from the
 * beginning. False while it cannot be written.
 */
export const storeUnsaved = async (
  dependencies: RetryDependencies,
  { conversationId, messageId }: Pick<StoredMessage, 'conversationId' | 'messageId'>,
): Promise<boolean> => {
  const { messages, conversations, logger } = dependencies;
  const row = messages.find(conversationId, messageId);
  if (row === null) return false;
  const again = await offloadAgain(dependencies.files, row);
  if (again?.status === 'failed') return false;
  const { unsaved: _, ...metadata } = row.metadata;
  const shown = row.placeholder ?? row.original ?? row.content;
  const reference = again === null ? undefined : referenceLine.exec(again.text)?.[0];
  if (reference === undefined) {
    logger.log('warn', 'an output that had no file is no longer known', { conversationId });
  }
  const placeholder = reference === undefined ? shown : shown.replace(failureLine, () => reference);
  const contextRefs =
    again?.status === 'offloaded' ? [...row.contextRefs, again.ref.id] : row.contextRefs;
  conversations.transaction(() => {
    messages.setPlaceholder(messageId, { placeholder, metadata, contextRefs });
  });
  tellChange(dependencies, row);
  return true;
};
