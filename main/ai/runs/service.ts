/** What others may ask of runs and models. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Candidate } from '#shared/domain/candidate.ts';
import type { Prices, ToolProtocol } from '#shared/domain/model-profile.ts';
import type { AgreedSum } from '#shared/domain/purse.ts';
import type { Run, Usage } from '#shared/domain/run.ts';
import type { Json } from '#shared/errors.ts';
import type { FollowText } from '#main/book/text-move.ts';
import type { ContextModel } from '#main/context/engine/index.ts';
import type { PaidForecast } from '#main/purse/service.ts';

/** A plain question to the chosen model: the judge and the conversation ask such. */
export type Completion = { text: string; usage: Usage; finish: 'stop' | 'length' };

/** A message of a conversation in the provider's own form; calls and results are paired by `callId`. */
export type ChatMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ChatToolCall[] }
  | { role: 'tool'; results: readonly { callId: string; toolName: string; text: string }[] };

export type ChatToolCall = { callId: string; toolName: string; input: Json };

/** One model call of an agent. */
export type ChatRequest = {
  projectId: string;
  /** Constant and stable blocks, most stable first; the last is marked for the provider's cache where that is asked for. */
  system: readonly string[];
  messages: readonly ChatMessage[];
  /** So many of the first messages stay the same in the coming calls; the last of them is marked for the cache too. */
  settled?: number;
  /** Offered in the provider's own protocol; empty: none (the text protocol). */
  tools: readonly { name: string; description: string; inputSchema: Record<string, unknown> }[];
  /** Texts at which the model is to stop (the text protocol's observation). */
  stop: readonly string[];
  profileId?: string;
  /** Whether no fence went up since it was put together; else REQUEST_FENCED, and nothing is sent. */
  isStillOpen(): boolean;
  /** What the writer agreed to when asked about such a request (PURSE_ASKS). */
  agreedTo?: AgreedSum | undefined;
};

export type ChatAnswer = {
  text: string;
  calls: readonly ChatToolCall[];
  finish: 'stop' | 'length' | 'calls';
  usage: Usage;
  /** In the currency of the model's prices, by our own count where the provider did not tell; null without prices. */
  cost: number | null;
};

/** What an agent must know of the model it talks to. */
export type ChatModel = {
  profileId: string;
  model: string;
  contextWindow: number;
  maxOutput: number;
  /** Of the largest request it is sent (E2). */
  maxInput: number;
  toolProtocol: ToolProtocol;
  prices: Prices | null;
  exactness: 'exact' | 'estimate';
  /** Tokens of a text: the upper bound where they are estimated. */
  count(text: string): number;
};

/** What is asked in one request; of the chosen model unless another is named. */
export type Question = {
  purpose: 'judge' | 'summary' | 'synopsis' | 'contradiction' | 'lookUp';
  system: string;
  user: string;
  maxOutputTokens?: number;
  profileId?: string;
  /** The writer may want to be asked first (PURSE_ASKS), and may have agreed to a sum; absent where somebody else asks. */
  agreement?: { agreedTo: AgreedSum | undefined };
};

/** Which models there are and which one is meant. */
export type ModelsService = {
  list(): Promise<Output<'ai:models:list'>>;
  /** MODEL_INVALID, MODEL_KEY_STORE_FAILED. */
  save(input: Parsed<'ai:models:save'>): Promise<Output<'ai:models:save'>>;
  /** MODEL_NOT_FOUND. */
  select(id: string): Promise<Output<'ai:models:select'>>;
  remove(id: string): Promise<Output<'ai:models:remove'>>;
  /** MODEL_NOT_FOUND; what is wrong with the connection is in the result. */
  test(id: string, signal: AbortSignal): Promise<Output<'ai:models:test'>>;
  discover(): Promise<Output<'ai:models:discover'>>;
  /** The chosen model for the context engine. */
  contextModel(): ContextModel | null;
  /**
   * Asks the chosen model, or the named one. MODEL_NOT_SELECTED, MODEL_NOT_FOUND, CANCELLED, and what calls to
   * models meet.
   */
  complete(
    question: {
      /** What for, and about which book: the ledger of what left the machine says so. */
      projectId: string;
      /** The request it is asked for, where there is one. */
      assemblyId?: string;
      /** Whether no fence went up since the question was put together; else REQUEST_FENCED, and nothing is sent. */
      isStillOpen(): boolean;
    } & Question,
    signal: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Completion>;
  /** What {@link complete} would take at most. MODEL_NOT_SELECTED, MODEL_NOT_FOUND. */
  forecastCompletion(question: Question): PaidForecast;
  /** The chosen model, or the named one, for a conversation. MODEL_NOT_SELECTED, MODEL_NOT_FOUND. */
  chatModel(profileId?: string): ChatModel;
  /** One call of a conversation. Errors as {@link complete}; a call whose arguments are no JSON has their text as input. */
  sendChat(
    sendChat: ChatRequest,
    signal: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<ChatAnswer>;
};

export type { SkillLibrary } from './skills/library.ts';

/** A change the assistant suggests: the whole new text of a chapter, or a chapter that is not there yet. */
export type Proposal = {
  projectId: string;
  /** The turn of a conversation it was made in; of another program's the one call. */
  turnId: string;
  /** The program outside of the desk that proposes it (N16), as it calls itself; null for a conversation. */
  program: string | null;
  text: string;
} & (
  | {
      documentId: string;
      /** The text it was made from. */
      version: string;
    }
  /** Relative, with forward slashes. */
  | { newPath: string }
);

export type AiService = {
  run(input: Parsed<'ai:run'>, signal: AbortSignal): Promise<Output<'ai:run'>>;
  cancel(runId: string): void;
  listRuns(projectId: string, limit: number): Run[];
  /** Judges an answer with the model, and keeps what came of it. RUN_NOT_FOUND, SELECTION_INVALID, MODEL_NOT_SELECTED. */
  judgeRun(input: Parsed<'ai:runs:judge'>, signal: AbortSignal): Promise<Run>;
  listCandidates(projectId: string, documentId?: string): Promise<Candidate[]>;
  accept(candidateId: string, hunks?: readonly number[]): Promise<Output<'ai:candidates:accept'>>;
  reject(candidateId: string): void;
  /** Lets a rejected candidate, or one set aside, wait again. CANDIDATE_NOT_FOUND. */
  restore(candidateId: string): void;
  /**
   * Whether accepts, and taking them back, are all that changed a chapter from one version to the other; known while
   * the program runs. False for two equal versions that no accept made or changed.
   */
  isAcceptedChange(documentId: string, before: string, now: string): boolean;
  /**
   * Makes a candidate that waits for the writer; nothing is written (F14). DOCUMENT_CONFLICT when the chapter is no
   * longer the one of `version`, CANDIDATE_INVALID when nothing would change, DOCUMENT_NAME_INVALID,
   * DOCUMENT_NAME_TAKEN, and the errors of reading.
   */
  propose(proposal: Proposal): Promise<Candidate>;
  /** Candidates that wait go with the text they are for (W1). */
  followText: FollowText;
  /** Null for a candidate that is not there. */
  projectOf(candidateId: string): string | null;
  /** Ends a project's runs, keeps what they had, and waits until that is written. */
  closeProject(projectId: string): Promise<void>;
  forgetProject(projectId: string): void;
  /** Ends runs and keeps what they had. */
  close(): Promise<void>;
};
