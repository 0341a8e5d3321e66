/** The calls about conversations with the assistant. */
import { z } from 'zod';
import {
  Conversation,
  ConversationMessage,
  PermissionRequest,
  PermissionRule,
  TurnForecast,
} from '../domain/conversation.ts';
import { ContextRef } from '../domain/context-file.ts';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { McpServer, McpServerName, McpServerState } from '../domain/mcp-server.ts';
import { defineChannel } from './define.ts';

const ConversationScope = z.object({ conversationId: Identifier });
const MessageScope = ConversationScope.extend({ messageId: Identifier });
const TurnScope = z.object({ turnId: Identifier });
const Title = z.string().trim().min(1).max(200);
const McpServers = z.object({ items: z.array(McpServerState) });

/** A message is a file beyond this (S2-09); pasted novels are attachments. */
const longestText = 1_000_000;

/**
 * What the writer is about to send. `documentId`: the chapter in the editor, for fences and point of view. `quoted`: notes
 * that were put into it, with their chapters, so that fences hold for them (W4). NOTE_CLOSED when one stands with what is fenced by now.
 */
const Outgoing = ConversationScope.extend({
  text: z.string().max(longestText),
  documentId: Identifier.optional(),
  attachments: z.array(Identifier).max(20).optional(),
  quoted: z
    .array(z.object({ documentId: Identifier, words: z.string().max(longestText) }))
    .max(50)
    .optional(),
});

/** Sections S1, S2 and S4. Every channel but create and list: CONVERSATION_NOT_FOUND. */
/** What the model has written so far in the step under way: for windows that have not heard it from its beginning. */
const SaidSoFar = z.object({ step: Count, text: z.string() });

export const conversationContract = {
  'conversation:create': defineChannel(
    ProjectScope.extend({ title: Title.optional() }),
    Conversation,
  ),
  /** Newest first. `query` looks into titles and messages. */
  'conversation:list': defineChannel(
    ProjectScope.extend({ query: z.string().max(200).optional() }),
    z.object({ items: z.array(Conversation.extend({ excerpt: z.string().optional() })) }),
  ),
  /** All messages in order, archived ones among them. `after` answers only what came later. */
  'conversation:get': defineChannel(
    ConversationScope.extend({ after: Identifier.optional() }),
    Conversation.extend({
      messages: z.array(ConversationMessage),
      said: SaidSoFar.optional(),
    }),
  ),
  'conversation:rename': defineChannel(ConversationScope.extend({ title: Title }), Conversation),
  /** With its context files. A turn under way is stopped first. */
  'conversation:delete': defineChannel(ConversationScope, Nothing),
  /** The whole conversation as Markdown, originals in place of what was compressed. */
  'conversation:export': defineChannel(
    ConversationScope,
    z.object({ fileName: z.string(), text: z.string() }),
  ),
  /** A message before anything was taken from it. */
  'conversation:original': defineChannel(MessageScope, z.object({ content: z.string() })),
  /** Moves a message's content to a context file and leaves a placeholder (S1-20), and takes it back (S2-18). */
  'conversation:offload': defineChannel(MessageScope, ConversationMessage),
  'conversation:restore': defineChannel(MessageScope, ConversationMessage),
  /**
   * Tries again to write an output to a file whose message has `unsaved` (S1-15). FILE_WRITE_FAILED when that does not
   * work yet; what is no longer known has no `unsaved` afterwards.
   */
  'conversation:store-output': defineChannel(MessageScope, ConversationMessage),
  /** Makes a context file of what the writer attaches. */
  'conversation:attach': defineChannel(
    ConversationScope.extend({
      name: z.string().trim().min(1).max(200),
      text: z.string().max(20_000_000),
    }),
    ContextRef,
  ),
  /** Summarises all but the latest rounds now. Answers when done; `archived` counts messages. */
  'conversation:compact': defineChannel(
    ConversationScope,
    z.object({
      /** Messages that the summary stands for. */
      archived: Count,
      /** Messages of which only a placeholder is left in the prompt. */
      offloaded: Count,
      summaryMessageId: Identifier.nullable(),
    }),
  ),
  /**
   * Starts a turn and answers at once; what comes, comes as events. CONVERSATION_BUSY while a turn is under way,
   * MODEL_NOT_SELECTED, CONVERSATION_TEXT_EMPTY.
   */
  'conversation:send': defineChannel(Outgoing, TurnScope),
  /** Goes on with a turn that broke off. CONVERSATION_NOTHING_TO_RESUME. */
  'conversation:resume': defineChannel(ConversationScope, TurnScope),
  'conversation:stop': defineChannel(TurnScope, Nothing),
  'conversation:forecast': defineChannel(Outgoing, TurnForecast),
  /** Answers a request of the event `conversation:permission`. PERMISSION_NOT_FOUND when it was answered already. */
  'conversation:permit': defineChannel(
    z.object({
      requestId: Identifier,
      decision: z.enum(['once', 'conversation', 'always', 'refuse']),
    }),
    Nothing,
  ),
  /** Requests that wait: for windows opened after the event. */
  'conversation:permissions:pending': defineChannel(
    Nothing,
    z.object({ items: z.array(PermissionRequest) }),
  ),
  'conversation:permissions:list': defineChannel(
    Nothing,
    z.object({ items: z.array(PermissionRule) }),
  ),
  'conversation:permissions:remove': defineChannel(z.object({ ruleId: Identifier }), Nothing),

  'mcp:servers:list': defineChannel(Nothing, McpServers),
  /** Makes or replaces a server by name. A new or changed transport must be confirmed by the writer at its first use. */
  'mcp:servers:save': defineChannel(McpServer.omit({ confirmed: true }), McpServers),
  'mcp:servers:remove': defineChannel(z.object({ name: McpServerName }), McpServers),
  /** Confirms and connects now: the writer pressed the button. What went wrong is in the state. */
  'mcp:servers:connect': defineChannel(z.object({ name: McpServerName }), McpServers),
};
