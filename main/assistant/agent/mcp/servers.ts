/** The servers of this process and what became of them. */
import { homedir } from 'node:os';
import type { EventSink } from '#shared/contract/events.ts';
import { AppError, type ReplyError } from '#shared/errors.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { Egress } from '#main/egress/service.ts';
import { showControls } from '#main/base/text/visible-controls.ts';
import { connectToServer, type McpConnection, type McpTiming } from './connection.ts';
import type { McpTransport } from '#shared/domain/mcp-server.ts';
import { redactValues } from './secret-values.ts';

/** A server as it is known by: its name, and what it is. */
export type KnownServer = { name: string; identity: string };

/** For which book a server is reached, null for none; and what ends the waiting for it. */
export type Reach = { projectId: string | null; signal: AbortSignal };

/** What became of a server in this process. */
export type ServerState = {
  state: 'idle' | 'connected' | 'failed';
  connection: McpConnection | null;
  error: ReplyError | null;
};

/** Connections by server: made when needed, made anew after a crash, closed when the transport changes. */
export type Servers = {
  state(name: string): ServerState;
  /** Throws MCP_SERVER_FAILED; the reason is kept in the state too. */
  connect(server: KnownServer, reach: Reach): Promise<McpConnection>;
  /** False for a while after a failure, so that a broken server does not hold up every turn. */
  mayTry(name: string): boolean;
  disconnect(name: string): Promise<void>;
  close(): Promise<void>;
};

/** Ms before a failed server is tried again unasked. */
const pause = 60_000;
const idle: ServerState = { state: 'idle', connection: null, error: null };

type Known = ServerState & { identity: string; failedAt: number };

/** Whoever gives up waiting does not end what others wait for too. */
const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const cancelled = (): AppError => new AppError('CANCELLED', 'Connecting was cancelled.');
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(cancelled());
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};

export const createServers = (dependencies: {
  egress: Pick<Egress, 'fetchFor' | 'sendThrough'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  environment: Readonly<Record<string, string | undefined>>;
  version: string;
  timing: McpTiming;
  /** With all values, and of that very identity. */
  transportOf(server: KnownServer): Promise<McpTransport>;
}): Servers => {
  const { clock, logger, events } = dependencies;
  const known = new Map<string, Known>();
  const opening = new Map<string, Promise<McpConnection>>();
  const ending = new AbortController();
  const tell = (name: string): void => events.emit('mcp:changed', { name });

  const disconnect = async (name: string): Promise<void> => {
    const server = known.get(name);
    known.delete(name);
    await server?.connection?.close();
  };

  const open = async (server: KnownServer, projectId: string | null): Promise<McpConnection> => {
    const { name, identity } = server;
    await disconnect(name);
    const entry: Known = { ...idle, identity, failedAt: 0 };
    known.set(name, entry);
    const isCurrent = (): boolean => known.get(name) === entry;
    let transport: McpTransport | null = null;
    try {
      transport = await dependencies.transportOf(server);
      const connection = await connectToServer({
        egress: dependencies.egress,
        server: name,
        projectId,
        transport,
        environment: dependencies.environment,
        folder: homedir(),
        version: dependencies.version,
        timing: dependencies.timing,
        signal: ending.signal,
        onClosed() {
          if (!isCurrent()) return;
          known.delete(name);
          logger.log('info', 'an MCP server is gone', { server: name });
          tell(name);
        },
        onToolsChanged: () => tell(name),
      });
      if (!isCurrent()) {
        await connection.close();
        throw new Error('The server was changed meanwhile.');
      }
      Object.assign(entry, { state: 'connected', connection });
      tell(name);
      return connection;
    } catch (error) {
      const words = error instanceof Error ? error.message : 'unknown';
      const message = showControls(transport ? redactValues(words, transport) : words);
      if (isCurrent()) {
        const said: ReplyError = { code: 'MCP_SERVER_FAILED', message };
        Object.assign(entry, { state: 'failed', error: said, failedAt: clock.now() });
        logger.log('warn', 'an MCP server could not be reached', { server: name });
        tell(name);
      }
      throw new AppError('MCP_SERVER_FAILED', message, { name }, { cause: error });
    }
  };

  return {
    state: (name) => known.get(name) ?? idle,
    async connect(server, { projectId, signal }) {
      const { name } = server;
      const present = known.get(name);
      if (present?.connection && present.identity === server.identity) {
        return present.connection;
      }
      const key = `${name}\n${server.identity}`;
      const under = opening.get(key) ?? open(server, projectId).finally(() => opening.delete(key));
      opening.set(key, under);
      return unlessAborted(under, signal);
    },
    mayTry(name) {
      const entry = known.get(name);
      return entry?.state !== 'failed' || clock.now() - entry.failedAt >= pause;
    },
    disconnect,
    async close() {
      ending.abort();
      await Promise.allSettled(opening.values());
      await Promise.all([...known.keys()].map(disconnect));
    },
  };
};
