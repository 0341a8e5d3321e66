/** A tool server of the writer's. */
import { z } from 'zod';
import { Count } from './identifiers.ts';
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

/** Stands for what is stored and never answered. */
export const hiddenValue = '••••••••';

/**
 * The same where secrets do not go: arguments, values of variables and parts of an address may be keys, so none is ever
 * answered. An argument is its place among the stored ones, a value is null, an address has {@link hiddenValue} in it;
 * given back, each keeps what is stored, an address only as it was answered.
 */
export const McpTransportShown = z.discriminatedUnion('kind', [
  Program.extend({
    args: z.array(z.union([z.string().max(4000), Count])).max(100),
    env: z.record(z.string().max(200), z.string().max(4000).nullable()),
  }),
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
