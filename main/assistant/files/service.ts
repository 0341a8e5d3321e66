/** What others may ask of context files. */
import type { z } from 'zod';
import type { contextFilesContract } from '#shared/contract/context-files.ts';
import type { ContextKind, ContextRef, ContextSource } from '#shared/domain/context-file.ts';
import type { ContextContent } from './content/write.ts';
import type { FileName } from './names.ts';
import type { OffloadRequest, OffloadResult } from './offload/request.ts';

export type { LargeOutput, OffloadRequest, OffloadResult } from './offload/request.ts';

type Channels = typeof contextFilesContract;
export type Request<C extends keyof Channels> = z.output<Channels[C]['input']>;
export type Answer<C extends keyof Channels> = z.output<Channels[C]['output']>;

/** A file whose content exists only here (S0-14). */
export type NewFile = {
  kind: ContextKind;
  mimeType?: string;
  /** One sentence: what it is and where it came from. */
  hint: string;
  source: ContextSource;
  content: ContextContent;
  name: FileName;
  /** From then on it is gone, unless pinned. */
  expiresAt?: number;
};

/** A file that is written when somebody looks, from the source reader named by `source.type` (S0-14). */
export type NewLazyFile = Omit<NewFile, 'content'>;

/** Produces a lazy file's content; null when the source is gone for good. */
export type SourceReader = (
  source: ContextSource,
  conversationId: string,
) => Promise<ContextContent | null>;

/** Section S0: everything big is a file of its conversation. */
export type ContextFilesService = {
  /** Throws CONVERSATION_NOT_FOUND when there is neither the conversation nor a file of it. */
  list(input: Request<'context-files:list'>): Promise<Answer<'context-files:list'>>;
  /** Throws CONTEXT_FILE_NOT_FOUND; the same for every function that takes an id. */
  read(input: Request<'context-files:read'>): Promise<Answer<'context-files:read'>>;
  tail(input: Request<'context-files:tail'>): Promise<Answer<'context-files:tail'>>;
  /** Throws CONTEXT_FILE_PATTERN_INVALID and CONTEXT_FILE_TIMEOUT. */
  grep(
    input: Request<'context-files:grep'>,
    signal: AbortSignal,
  ): Promise<Answer<'context-files:grep'>>;
  /** Throws CONTEXT_FILE_EXISTS when something that is no archive lies at the path. */
  exportTo(input: Request<'context-files:export'>): Promise<Answer<'context-files:export'>>;
  /** Throws CONTEXT_ARCHIVE_INVALID, and CONTEXT_FILE_EXISTS when an id means another file here; nothing is then changed. */
  importFrom(input: Request<'context-files:import'>): Promise<Answer<'context-files:import'>>;
  conversations(): Promise<Answer<'context-files:conversations'>>;
  pin(input: Request<'context-files:pin'>): Promise<Answer<'context-files:pin'>>;
  remove(input: Request<'context-files:delete'>): Promise<Answer<'context-files:delete'>>;
  usage(): Promise<Answer<'context-files:usage'>>;
  clean(): Promise<Answer<'context-files:clean'>>;

  // For the agent and the conversation, not for channels.

  /** Throws CONTEXT_FILE_QUOTA, CONTEXT_FILE_EXISTS for a fixed name, and the codes of failed writes. */
  create(conversationId: string, file: NewFile): Promise<ContextRef>;
  createLazy(conversationId: string, file: NewLazyFile): Promise<ContextRef>;
  /** Never throws for a failed write: the answer says what the conversation should show (S1-15). */
  offload(request: OffloadRequest): Promise<OffloadResult>;
  /** Tries again to write what {@link offload} could not; null when it is no longer known. */
  retryOffload(retryId: string): Promise<OffloadResult | null>;
  /** Somebody else has it whole. */
  forgetUnsaved(retryId: string): void;
  /** The whole output that could not be written; null for one too big to be one string. */
  unsavedOutput(retryId: string): string | null;
  /** The ref of the file at `path` inside the conversation's folder, for `context://` paths (S2-06). */
  findByPath(conversationId: string, path: string): Promise<ContextRef | null>;
  /** `context://<conversationId>/<path>` of a file, the only address ever shown. */
  addressOf(conversationId: string, id: string): Promise<string>;
  /** Which message names a file, and what its pages cost. */
  recordUse(
    conversationId: string,
    id: string,
    use: { messageId?: string; tokens?: number },
  ): Promise<void>;
  /** Everything of a deleted conversation. */
  removeConversation(conversationId: string): Promise<void>;
  /** Ends the upkeep and waits for what is under way. */
  close(): Promise<void>;
};
