/** What a tool hands over to be made fit for the conversation, and what it gets back. */
import type { ContextRef } from '#shared/domain/context-file.ts';
import type { OutputOrigin } from './format.ts';

/** Outputs above either bound go to a file (S0-06); bytes of UTF-8, and characters. */
export type InlineBounds = { maxInlineBytes: number; maxInlineChars?: number };

/** An output too big to be one string. It is read from its start for every try. */
export type LargeOutput = {
  /** At least the first 1,600 characters. */
  beginning: string;
  characters: number;
  content(): AsyncIterable<string | Uint8Array>;
};

export type OffloadRequest = {
  conversationId: string;
  origin: OutputOrigin;
  /** The tool's own name, for the hint and the log. */
  toolName: string;
  callId?: string;
  output: string | LargeOutput;
  /** Shown last, when given; null for a process that was ended by a signal. */
  exitCode?: number | null;
  mimeType?: string;
  bounds?: InlineBounds;
};

export type OffloadResult =
  /** Small enough: `text` has all of it. */
  | { status: 'inline'; text: string }
  /** `text` has the beginning and the reference. */
  | { status: 'offloaded'; text: string; ref: ContextRef }
  /** `text` says that it is cut; the whole waits under `retryId`. */
  | { status: 'failed'; text: string; retryId: string };
