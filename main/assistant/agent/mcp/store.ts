/** The table of tool servers. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, jsonColumn, parseRow } from '#main/db/columns.ts';
import { McpServerName, McpTransport, McpTransportShown } from '#shared/domain/mcp-server.ts';
import { hasNoValues } from './secret-values.ts';
import { fingerprintServer, serverLine } from './server-identity.ts';

const ServerRow = z.object({
  name: McpServerName,
  /** What is not hidden in it is of a version that kept it here. */
  transport: jsonColumn(McpTransportShown),
  enabled: flagColumn,
  /** Digest of the transport with all of its values, and the words a person is asked with. */
  identity: z.string(),
  line: z.string(),
  /** Of the transport that the writer confirmed last. */
  confirmedFingerprint: z.string().nullable(),
  /** Older backups may still hold what a version before kept here. */
  inBackups: flagColumn,
});
export type StoredServer = z.output<typeof ServerRow> & {
  /** An earlier version stored it, and its values still lie in the database. */
  isPlain: boolean;
};

export type McpStore = {
  /** In the order they were made. */
  list(): StoredServer[];
  find(name: string): StoredServer | null;
  put(
    server: Omit<StoredServer, 'confirmedFingerprint' | 'isPlain' | 'inBackups'>,
    updatedAt: number,
  ): void;
  /**
   * Takes the place of a plain one, with what was granted for it in the words of then; what was there is overwritten
   * on the disk too.
   */
  cleanse(server: Pick<StoredServer, 'name' | 'transport' | 'identity' | 'line'>): void;
  /** Older backups are gone. */
  noteNoBackups(): void;
  confirm(name: string, fingerprintServer: string): void;
  remove(name: string): boolean;
};

export const createMcpStore = (database: Database): McpStore => {
  const columns =
    'name, transport, enabled, identity, line, confirmed_fingerprint AS confirmedFingerprint, in_backups AS inBackups';
  const select = database.prepare(`SELECT ${columns} FROM mcp_servers ORDER BY sequence`);
  const selectOne = database.prepare(`SELECT ${columns} FROM mcp_servers WHERE name = ?`);
  const put = database.prepare(`
    INSERT INTO mcp_servers (name, transport, enabled, identity, line, updated_at, in_backups)
    VALUES (@name, @transport, @enabled, @identity, @line, @updatedAt, 0)
    ON CONFLICT (name) DO UPDATE SET transport = excluded.transport, enabled = excluded.enabled,
      identity = excluded.identity, line = excluded.line, updated_at = excluded.updated_at
  `);
  const renameGrants = database.prepare(`
    UPDATE OR REPLACE permission_grants SET rule = @line
    WHERE tool = 'mcp:' || @name AND rule = (SELECT line FROM mcp_servers WHERE name = @name)
  `);
  const dropGrants = database.prepare(`
    DELETE FROM permission_grants WHERE tool = 'mcp:' || @name AND rule <> @line
  `);
  const replace = database.prepare(`
    UPDATE mcp_servers SET transport = @transport, identity = @identity, line = @line WHERE name = @name
  `);
  const cleanse = database.transaction((server: Record<string, string>) => {
    const { name, line } = server;
    renameGrants.run({ name, line });
    dropGrants.run({ name, line });
    replace.run(server);
  });
  const noteNoBackups = database.prepare('UPDATE mcp_servers SET in_backups = 0');
  const confirm = database.prepare(
    'UPDATE mcp_servers SET confirmed_fingerprint = ? WHERE name = ?',
  );
  const remove = database.prepare('DELETE FROM mcp_servers WHERE name = ?');
  const read = (row: unknown): StoredServer => {
    const server = parseRow(ServerRow, 'mcp_servers', row);
    const { transport } = server;
    if (server.identity !== '') {
      if (hasNoValues(transport)) return { ...server, isPlain: false };
      return { ...server, line: serverLine(transport), isPlain: true };
    }
    const identity = fingerprintServer(McpTransport.parse(transport));
    return { ...server, identity, line: serverLine(transport), isPlain: true };
  };

  return {
    list: () => select.all().map(read),
    find(name) {
      const row = selectOne.get(name);
      return row === undefined ? null : read(row);
    },
    put: ({ transport, enabled, ...server }, updatedAt) => {
      put.run({
        ...server,
        transport: JSON.stringify(transport),
        enabled: enabled ? 1 : 0,
        updatedAt,
      });
    },
    cleanse({ transport, ...server }) {
      cleanse.immediate({ ...server, transport: JSON.stringify(transport) });
      database.pragma('wal_checkpoint(TRUNCATE)');
    },
    noteNoBackups: () => {
      noteNoBackups.run();
    },
    confirm: (name, fingerprintServer) => {
      confirm.run(fingerprintServer, name);
    },
    remove: (name) => remove.run(name).changes > 0,
  };
};
