/** What others may ask of conversations. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Conversation, ConversationMessage } from '#shared/domain/conversation.ts';
import type { Usage } from '#shared/domain/run.ts';
import type { AppError, Json, JsonObject } from '#shared/errors.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { Prompt, PromptItem, ToolCall } from './prompt.ts';
import type { ResultProvenance } from './provenance/provenance.ts';

export type { Prompt, PromptItem, ToolCall } from './prompt.ts';
export type { ResultProvenance } from './provenance/provenance.ts';

/**
 * What a tool answers (S4-13). `text` is what the model reads now: the full observation. History keeps `status`,
 * compressed `data` and `error`; `context` is for people.
 */
export type ToolResult = {
  status: 'success' | 'partial' | 'error';
  text: string;
  data: JsonObject;
  error?: { code: string; message: string };
  context?: JsonObject;
  /** Context files this result made or names. */
  contextRefs?: readonly string[];
  /** What it was made of (N3); absent: of anything. */
  from?: ResultProvenance;
};

/** What the policy must know of a tool (S2-02). */
export type ToolTraits = { ephemeral: number | null };

/** Tokens of a text, as the model of the turn counts them. */
export type CountText = (text: string) => number;

/** One question of the writer and everything until its answer. Every change is on disk before the call returns. */
export type Turn = {
  readonly turnId: string;
  readonly conversationId: string;
  readonly projectId: string;
  readonly documentId: string | null;
  /** Number of model calls made so far; of a resumed turn those before it broke off count. */
  readonly steps: number;
  /** Tokens of the whole input of the last model call; 0 before the first of the conversation. */
  readonly lastInputTokens: number;
  /**
   * Applies the ephemeral policy (S2-07) and answers the next call's prompt. Outputs that no model call has seen
   * are never taken out. `contextWindow`: tokens of the model that is asked; without it those of the last summary's.
   */
  prompt(
    system: string,
    traitsOf: (toolName: string) => ToolTraits,
    count: CountText,
    contextWindow?: number,
  ): Promise<Prompt>;
  /**
   * Takes what it may out of the prompt because the provider said that it is too long (S2-09); false: nothing left.
   * `least`: items with more tokens than this; without it those of settings.
   */
  evictOldest(count: CountText, minTokens?: number): Promise<boolean>;
  /**
   * Leaves the beginning and the file's address of the largest result that no model call has seen and that has more
   * than `most` tokens; false: there is none. For results the window cannot hold (S0-06).
   */
  truncateLargest(count: CountText, maxTokens: number): Promise<boolean>;
  /** What the model said: its calls, or none. Answers the message's id. */
  addStep(step: {
    text: string;
    thought: string;
    calls: readonly ToolCall[];
    usage: Usage;
  }): string;
  /** The answer to one call; its compressed form goes to history. */
  addResult(call: ToolCall, result: ToolResult): Promise<ConversationMessage>;
  /** Fabula's own word to the model within the turn: a malformed action, a repetition (role user, kind note). */
  addNote(text: string): string;
  /** Ends the turn with its answer, and what the model thought before it. */
  finish(text: string, usage: Usage, thought?: string): string;
  /** Ends it without: calls that got no result are answered with the error, so that pairs stay pairs. */
  abort(error: AppError, partialText: string): void;
  /** The list the model keeps (TodoWrite); kept with the conversation. */
  setTodos(todos: readonly Todo[]): void;
};

/** The whole conversation as one text, in S4-01's order (S4-29, S4-30). */
export type BuildContext = (
  history: readonly PromptItem[],
  scratchpad: readonly PromptItem[],
  question: Prompt['question'],
  recap?: string,
) => string;

export type Todo = { content: string; status: 'pending' | 'in_progress' | 'completed' };

/** What a model is asked for a summary. */
export type SummaryQuestion = { system: string; user: string; maxOutputTokens: number };

/** Asks a model for a summary, as long as no fence went up. Throws what calls to models meet. */
export type Summarise = (
  request: SummaryQuestion & { isStillOpen(): boolean },
  signal: AbortSignal,
) => Promise<string>;

/**
 * Who writes summaries: a model of its own, maybe, with a window and a tokenizer of its own. `took`: what its calls took up to now.
 */
export type SummaryWriter = {
  ask: Summarise;
  window: number;
  count: CountText;
  took(): Usage;
};

/** How urgent it is: the threshold may be reached, the prompt is too long now, or the writer asked. */
export type Urgency = 'due' | 'pressing' | 'asked';

export type CompactionRequest = {
  conversationId: string;
  /** Tokens of the window of the model that is talked to, and how it counts. */
  contextWindow: number;
  count: CountText;
  writer: SummaryWriter;
  urgency: Urgency;
  /** What the next request adds to the last one. */
  inputText?: string;
  /** Of the next request, where it was counted. */
  tokens?: number;
};

/** Conversations: their messages, what of them goes into a prompt, and how it stays small (S2, S4). */
export type ConversationService = {
  create(input: Parsed<'conversation:create'>): Conversation;
  list(projectId: string, query?: string): Output<'conversation:list'>['items'];
  get(conversationId: string, after?: string): Output<'conversation:get'>;
  rename(conversationId: string, title: string): Conversation;
  remove(conversationId: string): Promise<void>;
  exportText(conversationId: string): Output<'conversation:export'>;
  original(conversationId: string, messageId: string): string;
  offload(conversationId: string, messageId: string): Promise<ConversationMessage>;
  restore(conversationId: string, messageId: string): Promise<ConversationMessage>;
  /** FILE_WRITE_FAILED. */
  storeOutput(conversationId: string, messageId: string): Promise<ConversationMessage>;
  attach(input: Parsed<'conversation:attach'>): Promise<Output<'conversation:attach'>>;
  /** Deletes the context files of a project's conversations. */
  eraseFiles(projectId: string): Promise<void>;
  /** Deletes a project's conversations; their files go before. */
  forgetProject(projectId: string): void;
  /** Null for a conversation that is not there. */
  projectOf(conversationId: string): string | null;

  // For the agent, not for channels.

  /** CONVERSATION_NOT_FOUND. */
  info(conversationId: string): Conversation;
  /** Prepares and stores the writer's words (S4-23). CONVERSATION_BUSY, CONVERSATION_TEXT_EMPTY. */
  begin(input: Parsed<'conversation:send'>): Promise<Turn>;
  /** The turn that broke off, its calls paired with results that say so. CONVERSATION_NOTHING_TO_RESUME. */
  resume(conversationId: string): Turn;
  /** The prompt that sending `input` now would make, nothing stored. Without `count` tokens are overestimated. */
  preview(
    input: Parsed<'conversation:send'>,
    system: string,
    count?: CountText,
    contextWindow?: number,
  ): Promise<{ prompt: Prompt; lastInputTokens: number }>;
  /** S4-20: whether the conversation must be made smaller before `inputText` is sent. */
  needsCompaction(conversationId: string, inputText: string, contextWindow: number): boolean;
  /** One transaction, all or nothing (S2-11); tells `conversation:compaction`. Never throws for a failed summary. */
  compact(request: CompactionRequest, signal: AbortSignal): Promise<Output<'conversation:compact'>>;
  /**
   * Whether a context file may be shown from this view: false when it was made of what is closed now, or of what
   * nobody knows while anything is closed.
   */
  opensFile(conversationId: string, contextId: string, view: FenceView): boolean;
  /** Ends turns that are under way in this process; they can be resumed. */
  close(): void;
};

export type { Json };
