/** What a tool is, and what it may know of its turn. */
import type { z } from 'zod';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { Todo, ToolResult } from '#main/assistant/conversation/service.ts';

/** What a tool may know of the turn it is called in. */
export type ToolContext = {
  projectId: string;
  conversationId: string;
  turnId: string;
  callId: string;
  /** The program outside of the desk that asks (N16), as it calls itself; null within a conversation. */
  program: string | null;
  language: Language;
  /** The chapter such a program writes for: its own text is shown as a request from there would send it. */
  place?: string;
  /** What fences let this conversation see: every text a tool hands out has passed it (N3). */
  view: FenceView;
  /** Whether a file of the conversation may be shown now: false when it was made of what a fence closes. */
  opensFile(contextId: string): boolean;
  /** Bytes of UTF-8 that one page of a file may take: less for a model that sees little (S0-17). */
  pageBytes: number;
  setTodos(todos: readonly Todo[]): void;
  signal: AbortSignal;
};

/** Which family a tool is of: decides about offloading (S1-03) and never follows from words in a name. */
export type ToolOrigin = 'file' | 'project' | 'context' | 'bash' | 'terminal' | 'web' | 'mcp';

/** What must be asked before a call. */
export type PermissionNeed = {
  /** The switch of settings that rules it. */
  kind: keyof Settings['tools'];
  /** What a standing permission would cover, in words; equal words are the same permission. */
  rule: string;
  /**
   * Set while chapters are closed that it could bring in in a form nobody recognises (N3): then settings' `allow` does not
   * cover it. `call`: no answer covers more than one call; `rule`: a standing permission does.
   */
  fencedReach?: 'call' | 'rule';
};

/** One tool a model may call. `run` never throws for what the model got wrong: that is a result of status error. */
export type Tool<I = unknown> = {
  name: string;
  /** Written for the model; its limits stand in it. */
  description: string;
  input: z.ZodType<I>;
  origin: ToolOrigin;
  /** Keep its last N outputs in the prompt (S2-02); null: no limit of its own. */
  ephemeral: number | null;
  /** Null: the tool needs no permission. */
  permission:
    | ((input: I, context: Pick<ToolContext, 'projectId' | 'view'>) => PermissionNeed)
    | null;
  /** It changes nothing, so that calls of such tools may run beside each other. */
  readOnly?: true;
  /** JSON schema given by another program (MCP); absent: made from `input`. */
  inputSchema?: Record<string, unknown>;
  run(input: I, context: ToolContext): Promise<ToolResult>;
};

/** Keeps the input's type where the tool is written and forgets it where tools are kept together. */
export const defineTool = <I>(tool: Tool<I>): Tool => tool as unknown as Tool;
