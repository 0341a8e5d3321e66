import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** The reference server that exercises everything, as its package ships it. */
export const everythingProgram = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);

type ServerModule = {
  createServer(): {
    server: { connect(transport: Transport): Promise<void>; close(): Promise<void> };
    cleanup(sessionId?: string): void;
  };
};

/** The same server behind HTTP, on loopback alone: its own entry listens on every interface. */
export const startEverythingServer = async (): Promise<{
  url: string;
  /** Path with query, and who signed in, of every request. */
  requests: { path: string; authorization: string }[];
  close(): Promise<void>;
}> => {
  const module: ServerModule = await import(
    new URL(
      'server/index.js',
      import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
    ).href
  );
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const requests: { path: string; authorization: string }[] = [];
  const endings: (() => Promise<void>)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
    });
    const known = sessions.get(String(request.headers['mcp-session-id'] ?? ''));
    if (known) return known.handleRequest(request, response);
    const { server, cleanup } = module.createServer();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${sessions.size + 1}`,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    endings.push(async () => {
      cleanup(transport.sessionId);
      await server.close();
    });
    // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response);
  };
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error('scripted server'));
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    requests,
    async close() {
      for (const end of endings) await end();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};
