import { z } from 'zod';
import { ReplyError } from '../errors.ts';

/** Part of the names of its tools in questions to the writer. */
export const McpServerName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._ -]*$/u);

/** How an MCP server is reached: a program of this machine, or an address. */
export const McpTransport = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string().min(1).max(1000),
    args: z.array(z.string().max(4000)).max(100),
    /** Added to a clean environment. */
    env: z.record(z.string().max(200), z.string().max(4000)),
  }),
  z.object({ kind: z.literal('http'), url: z.url().max(2000) }),
]);
export type McpTransport = z.infer<typeof McpTransport>;

const [Program, Address] = McpTransport.options;

/**
 * The same where secrets do not go. A value of a variable may be a key, so none is ever answered: null says that there
 * is one, and given back it keeps the one that is stored.
 */
export const McpTransportShown = z.discriminatedUnion('kind', [
  Program.extend({ env: z.record(z.string().max(200), z.string().max(4000).nullable()) }),
  Address,
]);
export type McpTransportShown = z.infer<typeof McpTransportShown>;

export const McpServer = z.object({
  name: McpServerName,
  transport: McpTransportShown,
  enabled: z.boolean(),
  /** The writer confirmed this very transport; a changed one must be confirmed again. */
  confirmed: z.boolean(),
});
export type McpServer = z.infer<typeof McpServer>;

export const McpServerState = McpServer.extend({
  state: z.enum(['idle', 'connected', 'failed']),
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  error: ReplyError.nullable(),
});
export type McpServerState = z.infer<typeof McpServerState>;
