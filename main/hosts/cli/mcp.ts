/** `fabula mcp`: a book lent to another program as tools, on standard input and output (N16). */
import path from 'node:path';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { App } from '#main/app.ts';
import { beginningWithin } from '#main/base/text/graphemes.ts';
import { showControls } from '#main/base/text/visible-controls.ts';
import { callerOf } from './caller.ts';
import { createLineTransport } from './line-transport.ts';
import { requireBook } from './require-book.ts';

/** A name is shown beside what the program proposes. */
const maxNameLength = 60;

const instructions = `The open book of a novelist, as their writing desk Fabula shows it.
Begin with list_chapters. Before you write for a place, ask context_for_place: it holds the writer's constraints, which must not be violated; give that chapter's path as place to the other tools, and they show what belongs there. Edit, MultiEdit and Write only propose: the writer decides in the desk. What a fence of the writer keeps back is not shown; do not try to get round it.`;

const Arguments = z.record(z.string(), z.json());

const argumentsOf = (given: unknown): z.infer<typeof Arguments> => {
  try {
    return Arguments.parse(given ?? {});
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new McpError(ErrorCode.InvalidParams, 'The arguments are nested too deeply.');
  }
};

/**
 * Serves the book in a folder until the other program closes the input or a signal ends this one.
 * @returns the exit code
 * @throws AppError of opening the book; PROJECT_NOT_FOUND for a folder without one
 */
export const serveMcp = async (app: App, folder: string, version: string): Promise<number> => {
  const call = callerOf(app);
  const root = path.resolve(folder);
  await requireBook(root);
  const { projectId } = await call('projects:open', { path: root });
  await call('retrieval:index', { projectId });
  const offered = app.offerTools(projectId);
  const server = new Server(
    { name: 'fabula', version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered.tools.map(
      ({ readOnly, inputSchema, ...tool }): Tool => ({
        ...tool,
        inputSchema: { ...inputSchema, type: 'object' },
        annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
      }),
    ),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal }): Promise<CallToolResult> => {
      const input = argumentsOf(params.arguments);
      const program = nameOf(server);
      const { text, status } = await offered.call({ name: params.name, input, program }, signal);
      return {
        content: [{ type: 'text', text }],
        isError: status === 'error',
      };
    },
  );
  const hasEnded = ended(server);
  await server.connect(createLineTransport(process.stdin, process.stdout));
  await hasEnded;
  await server.close();
  return 0;
};

/** As the other program calls itself. */
const nameOf = (server: Server): string => {
  const name = showControls(server.getClientVersion()?.name ?? '').trim();
  return name === '' ? 'MCP' : beginningWithin(name, maxNameLength);
};

/** Resolves when the other program is gone or this one is told to stop. */
const ended = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => resolve();
    server.onclose = stop;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
  });
