/** A file of a conversation. */
import { z } from 'zod';
import { MessageRole } from './conversation.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';

export const ContextKind = z.enum(['artifact', 'history', 'catalog']);
export type ContextKind = z.infer<typeof ContextKind>;

/** Where the content came from: a tool call, a terminal, messages of the conversation, an import. */
export const ContextSource = z.object({
  /** Names the reader that can produce a lazy file's content again. */
  type: z.string().min(1).max(64),
  id: z.string().max(200),
  /** The tool's or server's own name, for people. */
  name: z.string().max(200).optional(),
  /** Whatever else the reader needs. */
  detail: z.record(z.string(), z.json()).optional(),
});
export type ContextSource = z.infer<typeof ContextSource>;

/** `lazy`: not written yet; `cached`: written, can be produced again; `stored`: the only copy. */
export const ContextFileState = z.enum(['stored', 'lazy', 'cached']);
export type ContextFileState = z.infer<typeof ContextFileState>;

/** The light reference a model keeps instead of a big output (S0-04). The id is never a path. */
export const ContextRef = z.object({
  id: Identifier,
  kind: ContextKind,
  mimeType: z.string().optional(),
  /** Bytes of the content; absent while a lazy file was never written. */
  byteSize: Count.optional(),
  createdAt: Timestamp,
  hint: z.string(),
});
export type ContextRef = z.infer<typeof ContextRef>;

/** The message of the conversation that a file was made of. */
export const FileOrigin = z.object({
  messageId: Identifier,
  role: MessageRole,
  /** When it was said. */
  at: Timestamp.optional(),
  /** How it begins; '' for the result of a tool. */
  beginning: z.string(),
  /** Of the result of a tool: which one, and the short ones of the words it was asked with. */
  call: z.object({ toolName: z.string(), input: z.record(z.string(), z.string()) }).optional(),
});
export type FileOrigin = z.infer<typeof FileOrigin>;

/** A reference with what the Files panel shows beside it. */
export const ContextFile = ContextRef.extend({
  state: ContextFileState.optional(),
  /** Bytes on disk, less than `byteSize` when packed. */
  storedBytes: Count.optional(),
  pinned: z.boolean().optional(),
  source: ContextSource.optional(),
  /** Absent where the conversation is not known, or no longer has the message. */
  origin: FileOrigin.optional(),
  /** Messages whose text names this file, oldest first. */
  referredBy: z.array(Identifier).optional(),
  /** Tokens its pages have cost in requests so far. */
  costTokens: Count.optional(),
});
export type ContextFile = z.infer<typeof ContextFile>;

export const GrepMatch = z.object({
  /** From 1. */
  line: z.number().int().positive(),
  /** Without its line end. Of a very long line the part around the match, marked by an ellipsis. */
  content: z.string(),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
  /** Byte offset at which the line begins, for reading on from here. */
  offset: Count.optional(),
  /** True when `content` is not the whole line. */
  truncated: z.boolean().optional(),
});
export type GrepMatch = z.infer<typeof GrepMatch>;

export const ContextStorage = z.object({
  conversations: Count,
  files: Count,
  /** Bytes of the contents. */
  bytes: Count,
  /** Bytes on disk. */
  storedBytes: Count,
  /** Bytes on disk that can be produced again. */
  cacheBytes: Count,
  cacheLimit: Count,
  quota: Count,
});
export type ContextStorage = z.infer<typeof ContextStorage>;
