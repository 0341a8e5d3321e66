/** A connection to one server of tools. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { McpTransport } from '#shared/domain/mcp-server.ts';
import type { JsonObject } from '#shared/errors.ts';
import type { Egress, Fetch } from '#main/egress/service.ts';
import { showControls, showControlsIn } from '#main/base/text/visible-controls.ts';
import { safeEnvironment } from '../tools/processes/environment.ts';
import { bindSignal, createBookScope } from './book-scope.ts';
import { splitSignIn } from './hidden-address.ts';
import { redactValues } from './secret-values.ts';

export type ListedTool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
};

export type McpTiming = {
  /** Ms to connect and list the tools, and to answer a call; progress begins a call's time anew, up to `longestCall`. */
  connect: number;
  call: number;
  maxCallMs: number;
};

export const defaultMcpTiming: McpTiming = { connect: 30_000, call: 120_000, maxCallMs: 600_000 };

/** A call of one of the server's tools, and the book it is made for. */
export type ToolRequest = { name: string; input: JsonObject; projectId: string };

/** A conversation with one server. */
export type McpConnection = {
  /** As the server listed them last. */
  tools(): readonly ListedTool[];
  call(request: ToolRequest, signal: AbortSignal): Promise<CallToolResult>;
  /** What went wrong in a call, without the values the server was given. */
  redact(text: string): string;
  close(): Promise<void>;
};

export type ConnectionDependencies = {
  /** The way out: to servers that are addresses, and what programs are given is recorded. */
  egress: Pick<Egress, 'fetchFor' | 'sendThrough'>;
  /** As the writer calls it. */
  server: string;
  /** The book it is reached for; null from the settings. */
  projectId: string | null;
  transport: McpTransport;
  environment: Readonly<Record<string, string | undefined>>;
  /** Working folder of a program. */
  folder: string;
  version: string;
  timing: McpTiming;
  signal: AbortSignal;
  /** The server, once connected, is gone; also after `close`. */
  onClosed(): void;
  onToolsChanged(): void;
};

/** Bounds what a server can make us read and a model pay for. */
const maxTools = 200;
const maxPages = 20;
const maxDescriptionLength = 4_000;
const stderrLength = 2_000;

/** An address may hold a key in its path or query: nobody else is told of it, and no other address is asked. */
const fetchHere =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, { ...init, referrerPolicy: 'no-referrer' });
    if (response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    throw new Error('The server sends requests on to another address.');
  };

const openTransport = async (
  dependencies: ConnectionDependencies,
  send: Fetch,
  onStderr: (text: string) => void,
): Promise<Transport> => {
  const { transport, environment, folder } = dependencies;
  if (transport.kind === 'http') {
    const { StreamableHTTPClientTransport } = await import(
      '@modelcontextprotocol/sdk/client/streamableHttp.js'
    );
    // A name and password in the address itself are refused by fetch.
    const { url, authorization } = splitSignIn(transport.url);
    // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
    return new StreamableHTTPClientTransport(url, {
      fetch: fetchHere(send),
      requestInit: authorization === null ? {} : { headers: { authorization } },
    }) as Transport;
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const child = new StdioClientTransport({
    command: transport.command,
    args: transport.args,
    env: safeEnvironment(environment, transport.env),
    cwd: folder,
    stderr: 'pipe',
  });
  child.stderr?.on('data', (chunk: unknown) => onStderr(String(chunk)));
  return child;
};

const listTools = async (client: Client, signal: AbortSignal, timeout: number) => {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && tools.length < maxTools; page += 1) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, {
      signal,
      timeout,
    });
    for (const { name, description = '', inputSchema } of answer.tools) {
      const shown = showControls(description).slice(0, maxDescriptionLength);
      // It came as JSON; the words in it reach the model with it.
      const schema = showControlsIn(inputSchema as JsonObject);
      tools.push({ name, description: shown, inputSchema: schema });
    }
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, maxTools);
};

const handshake = async (
  client: Client,
  transport: Transport,
  { signal, timing }: ConnectionDependencies,
): Promise<ListedTool[]> => {
  await client.connect(transport, { signal, timeout: timing.connect });
  if (!client.getServerCapabilities()?.tools) return [];
  return listTools(client, signal, timing.connect);
};

/**
 * Starts or reaches a server and asks for its tools. Throws what went wrong, with the end of what a program wrote to
 * its standard error; nothing is left running then.
 */
export const connectToServer = async (
  dependencies: ConnectionDependencies,
): Promise<McpConnection> => {
  const { timing, version, egress } = dependencies;
  const books = createBookScope(egress);
  let stderr = '';
  const { Client: SdkClient } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { CallToolResultSchema, ToolListChangedNotificationSchema } = await import(
    '@modelcontextprotocol/sdk/types.js'
  );
  const client = new SdkClient({ name: 'fabula', version });
  const transport = await openTransport(dependencies, books.send, (text) => {
    stderr = (stderr + text).slice(-stderrLength);
  });
  let tools: readonly ListedTool[] = [];
  try {
    tools = await books.run(dependencies.projectId, () =>
      handshake(client, transport, dependencies),
    );
  } catch (error) {
    await client.close();
    const said = stderr.trim() === '' ? '' : `\n${stderr.trim()}`;
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new Error(`${reason}${said}`, { cause: error });
  }
  client.onclose = dependencies.onClosed;
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    tools = await listTools(client, AbortSignal.timeout(timing.connect), timing.connect);
    dependencies.onToolsChanged();
  });
  const callTool = async (
    params: { name: string; arguments: JsonObject },
    signal: AbortSignal,
  ): Promise<CallToolResult> => {
    const bound = bindSignal(signal);
    try {
      const result = await client.callTool(params, CallToolResultSchema, {
        signal: bound.signal,
        timeout: timing.call,
        maxTotalTimeout: timing.maxCallMs,
        resetTimeoutOnProgress: true,
        onprogress: () => undefined,
      });
      return CallToolResultSchema.parse(result);
    } finally {
      bound.release();
    }
  };
  const isProgram = dependencies.transport.kind === 'stdio';
  return {
    tools: () => tools,
    call: ({ name, input, projectId }, signal) =>
      books.run(projectId, () => {
        const params = { name, arguments: input };
        const send = () => callTool(params, signal);
        if (!isProgram) return send();
        // No door of ours lies between this program and another: what it is given is recorded here.
        const to = { program: dependencies.server };
        const body = Buffer.from(JSON.stringify(params));
        const request = { to, method: 'tools/call', body, signal };
        return egress.sendThrough(books.context(), request, send);
      }),
    redact: (text) => redactValues(text, dependencies.transport),
    close: () => client.close(),
  };
};
