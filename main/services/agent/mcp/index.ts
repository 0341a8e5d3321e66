import type { Database } from 'better-sqlite3';
import type { EventSink } from '#shared/contract/events.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { McpTransport } from '#shared/domain/mcp-server.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { DocumentsService } from '#main/services/documents/service.ts';
import type { SettingsService } from '#main/services/settings/service.ts';
import { createGuardView } from '../fenced-chapters/index.ts';
import type { Permissions, PermissionScope } from '../permissions/index.ts';
import type { Tool } from '../tool.ts';
import { type McpTiming, usualMcpTiming } from './connection.ts';
import { createMcpTool } from './mcp-tool.ts';
import { fingerprint, serverLine } from './server-identity.ts';
import { createServers } from './servers.ts';
import { createMcpStore, type StoredServer } from './store.ts';
import { nameTools } from './tool-names.ts';

export type { McpTiming } from './connection.ts';

type States = Output<'mcp:servers:list'>;

/** Servers that lend tools (MCP): programs of this machine, or addresses. Nothing starts that the writer did not confirm. */
export type Mcp = {
  list(): States;
  /** MCP_SERVER_INVALID. */
  save(input: Parsed<'mcp:servers:save'>): Promise<States>;
  /** MCP_SERVER_NOT_FOUND. */
  remove(name: string): Promise<States>;
  /** The writer pressed the button: confirms and connects; what went wrong is in the state. MCP_SERVER_NOT_FOUND. */
  connect(name: string): Promise<States>;
  /**
   * The tools of a turn: of every enabled server that is confirmed, or that the writer lets run when asked now. A
   * server that cannot be reached lends none, and its state says why.
   */
  tools(scope: PermissionScope, signal: AbortSignal): Promise<Tool[]>;
  close(): Promise<void>;
};

const holdsNul = (transport: McpTransport): boolean =>
  transport.kind === 'stdio' &&
  [transport.command, ...transport.args, ...Object.entries(transport.env).flat()].some((text) =>
    text.includes('\0'),
  );

const checkTransport = (name: string, transport: McpTransport): void => {
  const wrong =
    transport.kind === 'http'
      ? !/^https?:$/.test(new URL(transport.url).protocol)
      : holdsNul(transport) || Object.keys(transport.env).some((key) => /^$|=/.test(key));
  if (wrong)
    throw new AppError('MCP_SERVER_INVALID', 'That server cannot be reached so.', { name });
};

export const createMcp = (needs: {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  settings: Pick<SettingsService, 'get'>;
  permissions: Pick<Permissions, 'confirm'>;
  documents: Pick<DocumentsService, 'list' | 'read'>;
  environment: Readonly<Record<string, string | undefined>>;
  /** Names of our own tools. */
  reservedNames: readonly string[];
  /** Fabula's, told to servers. */
  version: string;
  timing?: McpTiming;
}): Mcp => {
  const { clock, events, settings, permissions } = needs;
  const guardView = createGuardView(needs);
  const store = createMcpStore(needs.database);
  const servers = createServers({ ...needs, timing: needs.timing ?? usualMcpTiming });
  /** What the writer refused in a conversation is not asked again there. */
  const refused = new Set<string>();

  const isConfirmed = ({ transport, confirmedFingerprint }: StoredServer): boolean =>
    fingerprint(transport) === confirmedFingerprint;

  const found = (name: string): StoredServer => {
    const server = store.find(name);
    if (server) return server;
    throw new AppError('MCP_SERVER_NOT_FOUND', 'There is no such MCP server.', { name });
  };

  const list = (): States => ({
    items: store.list().map((server) => {
      const { name, transport, enabled } = server;
      const { state, connection, error } = servers.state(name);
      const tools = (connection?.tools() ?? []).map((tool) => ({
        name: tool.name,
        description: tool.description,
      }));
      return { name, transport, enabled, confirmed: isConfirmed(server), state, tools, error };
    }),
  });

  const mayRun = async (
    server: StoredServer,
    scope: PermissionScope,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (isConfirmed(server)) return true;
    const { name, transport } = server;
    const asked = `${scope.conversationId}\n${name}\n${fingerprint(transport)}`;
    if (refused.has(asked)) return false;
    const rule = serverLine(transport);
    const input = { name, server: rule };
    const need = { kind: 'mcp', rule } as const;
    const decision = await permissions.confirm(`mcp:${name}`, input, need, scope, signal);
    if (decision === 'always') store.confirm(name, fingerprint(transport));
    if (decision === 'refuse' && !signal.aborted) refused.add(asked);
    return decision !== 'refuse' && decision !== 'off';
  };

  const connectQuietly = async (server: StoredServer, signal: AbortSignal): Promise<void> => {
    try {
      await servers.connect(server, signal);
    } catch (error) {
      // Told by the state of the server.
      if (!(error instanceof AppError)) throw error;
    }
  };

  /** A tool belongs to the very server that was confirmed: one that changed meanwhile is not reached through it. */
  const reconnect = (name: string, identity: string) => (signal: AbortSignal) => {
    const server = store.find(name);
    if (!server?.enabled || fingerprint(server.transport) !== identity) {
      throw new AppError('MCP_SERVER_FAILED', 'The server was changed or removed.', { name });
    }
    return servers.connect(server, signal);
  };

  return {
    list,
    async save({ name, transport, enabled }) {
      checkTransport(name, transport);
      const before = store.find(name);
      store.put({ name, transport, enabled }, clock.now());
      const same = before !== null && fingerprint(before.transport) === fingerprint(transport);
      if (!same || !enabled) await servers.disconnect(name);
      events.emit('mcp:changed', { name });
      return list();
    },
    async remove(name) {
      found(name);
      store.remove(name);
      await servers.disconnect(name);
      events.emit('mcp:changed', { name });
      return list();
    },
    async connect(name) {
      const server = found(name);
      store.confirm(name, fingerprint(server.transport));
      await connectQuietly(server, new AbortController().signal);
      return list();
    },
    async tools(scope, signal) {
      if (settings.get().tools.mcp === 'off') return [];
      const usable: StoredServer[] = [];
      for (const server of store.list().filter(({ enabled }) => enabled)) {
        if (await mayRun(server, scope, signal)) usable.push(server);
      }
      await Promise.all(
        usable
          .filter(({ name }) => servers.mayTry(name))
          .map((server) => connectQuietly(server, signal)),
      );
      const offered = usable.flatMap((server) =>
        (servers.state(server.name).connection?.tools() ?? []).map((listed) => ({
          server,
          listed,
        })),
      );
      const names = nameTools(
        offered.map(({ server, listed }) => ({ server: server.name, tool: listed.name })),
        needs.reservedNames,
      );
      return offered.map(({ server, listed }, index) =>
        createMcpTool({
          server: server.name,
          name: names[index] ?? listed.name,
          listed,
          guardView,
          connect: reconnect(server.name, fingerprint(server.transport)),
        }),
      );
    },
    close: () => servers.close(),
  };
};
