/** What channels may ask of the assistant. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { JsonObject } from '#shared/errors.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';

/** A tool as programs outside of the desk are told of it. */
export type OfferedBookTool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** It proposes nothing. */
  readOnly: boolean;
};

/** A call of another program, as it calls itself. */
export type OfferedCall = { name: string; input: JsonObject; program: string };

/** What another program may do with a book (N16). Nothing it asks writes: what it proposes waits for the writer (F14). */
export type OfferedTools = {
  tools: readonly OfferedBookTool[];
  /**
   * Carries one call out; the ledger knows of the answer before the program has it (B12). Whatever it got wrong, and whatever the tool met, is a
   * result that says so; throws only the reason of `signal`.
   */
  call(request: OfferedCall, signal: AbortSignal): Promise<ToolResult>;
};

/** The assistant: turns of a model with tools, permission for what tools do, and servers that lend more tools. */
export type AgentService = {
  /**
   * CONVERSATION_BUSY, CONVERSATION_NOT_FOUND, CONVERSATION_TEXT_EMPTY, MODEL_NOT_SELECTED, PROJECT_CLOSED,
   * DOCUMENT_NOT_FOUND.
   */
  send(input: Parsed<'conversation:send'>): Promise<Output<'conversation:send'>>;
  /** CONVERSATION_NOTHING_TO_RESUME, and as {@link send}. */
  resume(conversationId: string): Promise<Output<'conversation:resume'>>;
  stop(turnId: string): void;
  /** What the turn under way here says, so far; nothing where none is. */
  saying(conversationId: string): Pick<Output<'conversation:get'>, 'said'>;
  /** Before it is deleted: ends its turn and waits for that, ends what it left running, forgets what was allowed in it. */
  forgetConversation(conversationId: string): Promise<void>;
  compact(conversationId: string, signal: AbortSignal): Promise<Output<'conversation:compact'>>;
  forecast(input: Parsed<'conversation:forecast'>): Promise<Output<'conversation:forecast'>>;
  /** PERMISSION_NOT_FOUND. */
  permit(input: Parsed<'conversation:permit'>): void;
  pendingPermissions(): Output<'conversation:permissions:pending'>['items'];
  permissionRules(): Output<'conversation:permissions:list'>['items'];
  /** PERMISSION_NOT_FOUND. */
  removePermissionRule(ruleId: string): void;
  /** The tools of a book for programs outside of the desk (N16). PROJECT_CLOSED. */
  offerTools(projectId: string): OfferedTools;
  mcpServers(): Output<'mcp:servers:list'>;
  /** MCP_SERVER_INVALID. */
  saveMcpServer(input: Parsed<'mcp:servers:save'>): Promise<Output<'mcp:servers:save'>>;
  /** MCP_SERVER_NOT_FOUND. */
  removeMcpServer(name: string): Promise<Output<'mcp:servers:remove'>>;
  connectMcpServer(name: string): Promise<Output<'mcp:servers:connect'>>;
  /** Before it is closed: ends its turns, which can be gone on with, and what its conversations left running. */
  closeProject(projectId: string): Promise<void>;
  /** Deletes what was allowed in a project's conversations. */
  forgetProject(projectId: string): void;
  /** Stops turns, processes and connections; what turns had is kept. */
  close(): Promise<void>;
};
