/** A conversation and its messages. */
import { z } from 'zod';
import { ReplyError } from '../errors.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { PurseQuestion } from './purse.ts';
import { Usage } from './run.ts';

/** `system` messages are summaries of archived rounds (S4-18). */
export const MessageRole = z.enum(['user', 'assistant', 'tool', 'system']);
export type MessageRole = z.infer<typeof MessageRole>;

/**
 * What a message is besides its words. Its names are those of the record the source documents define, hence
 * their spelling (S2-05, S4-04).
 */
export const MessageMetadata = z.object({
  turn_id: Identifier.optional(),
  /** Number of the model call within the turn, from 1. */
  step: Count.optional(),
  /** `finish`: the answer; `step`: a thought and its calls; `note`: said by Fabula (an error, a limit reached). */
  kind: z.enum(['question', 'step', 'result', 'finish', 'summary', 'note']).optional(),
  /** Of a result: the tool, the call it answers, and how it went. */
  tool_name: z.string().optional(),
  call_id: z.string().optional(),
  status: z.enum(['success', 'partial', 'error']).optional(),
  /** Of a step: what it asked for. Every call here has exactly one result with its `call_id`. */
  calls: z
    .array(z.object({ call_id: z.string(), tool_name: z.string(), input: z.json() }))
    .optional(),
  thought: z.string().optional(),
  /** Of a question: the chapter it was asked in, and the context files the writer attached. */
  document_id: Identifier.optional(),
  attachments: z.array(Identifier).optional(),
  /** Its content lies in a context file, at `offload_path` (S2-14). */
  offloaded: z.boolean().optional(),
  offload_path: z.string().optional(),
  /** Removed from the prompt to save context; the original stays (S2-07). */
  destroyed: z.boolean().optional(),
  /** Its output could not be written to a file (S1-15): what tries again. */
  unsaved: z
    .object({ origin: z.enum(['bash', 'terminal', 'tool']), retry_id: z.string() })
    .optional(),
  /** The answer was stopped or broke off: this is what had come. */
  partial: z.boolean().optional(),
  usage: Usage.optional(),
  error: ReplyError.optional(),
});
export type MessageMetadata = z.infer<typeof MessageMetadata>;

export const ConversationMessage = z.object({
  messageId: Identifier,
  role: MessageRole,
  /** As the model gets it from history: compressed, for the results of tools. */
  content: z.string(),
  metadata: MessageMetadata,
  createdAt: Timestamp,
  /** Context files this message made or names. */
  contextRefs: z.array(Identifier),
  /** True when `conversation:original` has more than `content`. */
  hasOriginal: z.boolean(),
  /** The summary that stands for it in prompts; null while it is sent itself. */
  archivedBy: Identifier.nullable(),
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

export const Conversation = z.object({
  conversationId: Identifier,
  projectId: Identifier,
  title: z.string(),
  createdAt: Timestamp,
  /** When the last message came. */
  updatedAt: Timestamp,
  messageCount: Count,
  /** The turn under way; null when the conversation waits for the writer. */
  turnId: Identifier.nullable(),
  /** A turn broke off with the program: `conversation:resume` goes on with it. */
  interrupted: z.boolean(),
});
export type Conversation = z.infer<typeof Conversation>;

/** What a tool asks leave for, in words a person can decide by. */
export const PermissionRequest = z.object({
  requestId: Identifier,
  /** The book it is asked in: windows that show another one do not show the question. */
  projectId: Identifier,
  conversationId: Identifier,
  turnId: Identifier,
  tool: z.string(),
  input: z.json(),
  /** What `always` would allow from then on: a command's beginning, a host, a server's tool. */
  rule: z.string(),
  /**
   * Fenced chapters are in reach of what is asked for, which could bring them in in a form nobody recognises. It is asked
   * for although settings allow it: each call (`call`), or until a standing permission covers it (`rule`).
   */
  fencedReach: z.enum(['call', 'rule']).optional(),
  /**
   * It is the turn's next request to the model that asks, as it takes more than the sum above which the writer is asked
   * (E2). `conversation` then covers requests of hardly more in this conversation until the program ends; so does `always`.
   */
  purse: PurseQuestion.optional(),
});
export type PermissionRequest = z.infer<typeof PermissionRequest>;

/** A standing permission, as settings list it. */
export const PermissionRule = z.object({
  ruleId: Identifier,
  /** The book it holds in. */
  projectId: Identifier,
  tool: z.string(),
  /** The same words as {@link PermissionRequest}'s `rule`. */
  rule: z.string(),
  createdAt: Timestamp,
});
export type PermissionRule = z.infer<typeof PermissionRule>;

/** What sending a text now would take (S4-20, and the cost before sending). */
export const TurnForecast = z.object({
  /** Tokens of the first request of the turn. */
  inputTokens: Count,
  contextWindow: Count,
  /** Tokens at which older rounds are summarised first. */
  threshold: Count,
  willCompact: z.boolean(),
  /** Of the first request, in `currency`; null without prices. */
  cost: z.number().nonnegative().nullable(),
  currency: z.string().nullable(),
  exactness: z.enum(['exact', 'estimate']),
});
export type TurnForecast = z.infer<typeof TurnForecast>;
