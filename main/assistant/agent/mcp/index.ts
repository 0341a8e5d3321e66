/** Servers that lend tools (MCP): configured, confirmed, connected. */
import type { Database } from 'better-sqlite3';
import type { EventSink } from '#shared/contract/events.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { McpTransport, McpTransportShown } from '#shared/domain/mcp-server.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Logger, Secrets } from '#main/platform.ts';
import type { Egress } from '#main/egress/service.ts';
import type { SettingsService } from '#main/settings/service.ts';
import { type ClosedPassages, createGuardView } from '../fenced-chapters/index.ts';
import type { Permissions, PermissionScope } from '../permissions/index.ts';
import type { Tool } from '../tool.ts';
import { type McpTiming, defaultMcpTiming } from './connection.ts';
import { hideSecretValues } from './hide-values.ts';
import { createMcpTool } from './mcp-tool.ts';
import { createSecretValues, redactSecretValues } from './secret-values.ts';
import { fingerprintServer, serverLine } from './server-identity.ts';
import { createServers, type KnownServer, type Reach } from './servers.ts';
import { createMcpStore, type StoredServer } from './store.ts';
import { nameTools } from './tool-names.ts';

export type { McpTiming } from './connection.ts';

type States = Output<'mcp:servers:list'>;

/** Servers that lend tools (MCP): programs of this machine, or addresses. Nothing starts that the writer did not confirm. */
export type Mcp = {
  list(): States;
  /** MCP_SERVER_INVALID, also for a value to be kept that is not there; MODEL_KEY_STORE_FAILED. */
  save(input: Parsed<'mcp:servers:save'>): Promise<States>;
  /** MCP_SERVER_NOT_FOUND, MODEL_KEY_STORE_FAILED. */
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

export const createMcp = (dependencies: {
  egress: Pick<Egress, 'fetchFor' | 'sendThrough'>;
  database: Database;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  settings: Pick<SettingsService, 'get'>;
  permissions: Pick<Permissions, 'confirm'>;
  /** Backs up and takes older backups away; false when that failed. */
  forgetOlderBackups(): Promise<boolean>;
  /** Where arguments, values of variables and what an address hides lie. Throws MODEL_KEY_STORE_FAILED. */
  secrets: Pick<Secrets, 'get' | 'set' | 'remove'>;
  closedPassages: ClosedPassages;
  environment: Readonly<Record<string, string | undefined>>;
  /** Names of our own tools. */
  reservedNames: readonly string[];
  /** Fabula's, told to servers. */
  version: string;
  timing?: McpTiming;
}): Mcp => {
  const { clock, events, settings, permissions } = dependencies;
  const guardView = createGuardView(dependencies.closedPassages);
  const store = createMcpStore(dependencies.database);
  const values = createSecretValues(dependencies.secrets);
  const hidden = hideSecretValues(
    store,
    values,
    dependencies.logger,
    dependencies.forgetOlderBackups,
  );
  // Whoever waits for it hears of a failure; nobody may.
  hidden.catch(() => undefined);

  const transportOf = async ({ name, identity }: KnownServer): Promise<McpTransport> => {
    const stored = store.find(name);
    const transport = stored && (await values.fill(name, stored.transport));
    if (transport && fingerprintServer(transport) === identity) return transport;
    throw new AppError('MCP_SERVER_FAILED', 'The server was changed meanwhile.', { name });
  };
  const servers = createServers({
    ...dependencies,
    timing: dependencies.timing ?? defaultMcpTiming,
    transportOf,
  });
  /** What the writer refused in a conversation is not asked again there. */
  const refused = new Set<string>();

  const isConfirmed = ({ identity, confirmedFingerprint }: StoredServer): boolean =>
    identity === confirmedFingerprint;

  const found = (name: string): StoredServer => {
    const server = store.find(name);
    if (server) return server;
    throw new AppError('MCP_SERVER_NOT_FOUND', 'There is no such MCP server.', { name });
  };

  /** What is stored of a server, its values kept where they belong. One that stays the same needs none of them. */
  const identified = async (
    name: string,
    transport: McpTransportShown,
    before: StoredServer | null,
  ): Promise<Pick<StoredServer, 'transport' | 'identity' | 'line'>> => {
    if (
      before &&
      fingerprintServer(redactSecretValues(before.transport)) === fingerprintServer(transport)
    ) {
      return before;
    }
    const whole = await values.fill(name, transport);
    checkTransport(name, whole);
    await values.keep(name, whole);
    const identity = fingerprintServer(whole);
    return { transport: redactSecretValues(whole), identity, line: serverLine(whole) };
  };

  const list = (): States => ({
    items: store.list().map((server) => {
      const { name, transport, enabled } = server;
      const { state, connection, error } = servers.state(name);
      const tools = (connection?.tools() ?? []).map((tool) => ({
        name: tool.name,
        description: tool.description,
      }));
      const shown = redactSecretValues(transport);
      const confirmed = isConfirmed(server);
      return { name, transport: shown, enabled, confirmed, state, tools, error };
    }),
  });

  const mayRun = async (
    server: StoredServer,
    scope: PermissionScope,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (isConfirmed(server)) return true;
    const { name, identity, line: rule } = server;
    const asked = `${scope.conversationId}\n${name}\n${identity}`;
    if (refused.has(asked)) return false;
    const input = { name, server: rule };
    const need = { kind: 'mcp', rule } as const;
    const decision = await permissions.confirm({ tool: `mcp:${name}`, input, need }, scope, signal);
    if (decision === 'always') store.confirm(name, identity);
    if (decision === 'refuse' && !signal.aborted) refused.add(asked);
    return decision !== 'refuse' && decision !== 'off';
  };

  const connectQuietly = async (server: StoredServer, reach: Reach): Promise<void> => {
    try {
      await servers.connect(server, reach);
    } catch (error) {
      // Told by the state of the server.
      if (!(error instanceof AppError)) throw error;
    }
  };

  /** A tool belongs to the very server that was confirmed: one that changed meanwhile is not reached through it. */
  const reconnect = (name: string, identity: string) => (reach: Reach) => {
    const server = store.find(name);
    if (server?.enabled !== true || server.identity !== identity) {
      throw new AppError('MCP_SERVER_FAILED', 'The server was changed or removed.', { name });
    }
    return servers.connect(server, reach);
  };

  return {
    list,
    async save({ name, transport, enabled }) {
      await hidden;
      const before = store.find(name);
      const { identity, line, ...kept } = await identified(name, transport, before);
      store.put({ name, transport: kept.transport, identity, line, enabled }, clock.now());
      if (identity !== before?.identity || !enabled) await servers.disconnect(name);
      events.emit('mcp:changed', { name });
      return list();
    },
    async remove(name) {
      await hidden;
      found(name);
      await values.forget(name);
      store.remove(name);
      await servers.disconnect(name);
      events.emit('mcp:changed', { name });
      return list();
    },
    async connect(name) {
      await hidden;
      const server = found(name);
      store.confirm(name, server.identity);
      await connectQuietly(server, { projectId: null, signal: new AbortController().signal });
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
          .map((server) => connectQuietly(server, { projectId: scope.projectId, signal })),
      );
      const offered = usable.flatMap((server) =>
        (servers.state(server.name).connection?.tools() ?? []).map((listed) => ({
          server,
          listed,
        })),
      );
      const names = nameTools(
        offered.map(({ server, listed }) => ({ server: server.name, tool: listed.name })),
        dependencies.reservedNames,
      );
      return offered.map(({ server, listed }, index) =>
        createMcpTool({
          server: server.name,
          name: names[index] ?? listed.name,
          listed,
          guardView,
          readsDisk: server.transport.kind === 'stdio',
          connect: reconnect(server.name, server.identity),
        }),
      );
    },
    async close() {
      await Promise.allSettled([hidden]);
      await servers.close();
    },
  };
};
