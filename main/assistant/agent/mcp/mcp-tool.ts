/** A server's tool as a model may call it. */
import { z } from 'zod';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import type { JsonObject } from '#shared/errors.ts';
import type { GuardView } from '../fenced-chapters/index.ts';
import { hasClosedChapters } from '../permissions/command-need.ts';
import type { Tool } from '../tool.ts';
import { defineTool } from '../tool.ts';
import { beginningWithin } from '#main/base/text/graphemes.ts';
import { describeToolFailure } from '../tools/tool-failure.ts';
import type { ListedTool, McpConnection } from './connection.ts';
import type { Reach } from './servers.ts';
import { resultText } from './result-text.ts';

const AnyObject = z.record(z.string(), z.json());

/** Of an answer, for history: the whole goes where the result processor puts it. */
const headLength = 2_000;

/** A server's tool as a model may call it. `connect` gives the server, connected anew if it was gone. */
export const createMcpTool = (dependencies: {
  server: string;
  name: string;
  listed: ListedTool;
  guardView: GuardView;
  /** It is a program on this machine, which may read the book's folder. */
  readsDisk: boolean;
  connect(reach: Reach): Promise<McpConnection>;
}): Tool => {
  const { server, listed } = dependencies;
  const failure = (code: string, error: unknown, connection?: McpConnection): ToolResult => {
    const reason = error instanceof Error ? error.message : 'unknown';
    const shown = connection ? connection.redact(reason) : reason;
    return describeToolFailure(code, `The MCP server "${server}": ${shown}`, { server });
  };
  return defineTool<JsonObject>({
    name: dependencies.name,
    description: `${listed.description}\n(From the MCP server "${server}".)`.trim(),
    input: AnyObject,
    inputSchema: listed.inputSchema,
    origin: 'mcp',
    ephemeral: 10,
    permission: (_input, context) => ({
      kind: 'mcp',
      rule: `${server} · ${listed.name}`,
      ...(dependencies.readsDisk && hasClosedChapters(context) ? { fencedReach: 'rule' } : {}),
    }),
    async run(input, context) {
      const { projectId, signal } = context;
      let connection: McpConnection;
      try {
        connection = await dependencies.connect({ projectId, signal });
      } catch (error) {
        return failure('MCP_SERVER_FAILED', error);
      }
      try {
        const result = await connection.call({ name: listed.name, input, projectId }, signal);
        const view = await dependencies.guardView(context);
        const said = view.redact(resultText(result)).text;
        const text = result.isError === true ? connection.redact(said) : said;
        const data = {
          server,
          tool: listed.name,
          head: beginningWithin(text, headLength),
          bytes: Buffer.byteLength(text),
        };
        if (result.isError !== true) return { status: 'success', text, data };
        const error = {
          code: 'MCP_TOOL_ERROR',
          message: beginningWithin(text, headLength),
        };
        return { status: 'error', text, data, error };
      } catch (error) {
        return failure('MCP_CALL_FAILED', error, connection);
      }
    },
  });
};
