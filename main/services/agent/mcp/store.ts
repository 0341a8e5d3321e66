import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, jsonColumn, parseRow } from '#main/db/columns.ts';
import { McpServerName, McpTransport, McpTransportShown } from '#shared/domain/mcp-server.ts';
import { fingerprint, serverLine } from './server-identity.ts';

const ServerRow = z.object({
  name: McpServerName,
  /** Values that are not null are of a version that kept them here. */
  transport: jsonColumn(McpTransportShown),
  enabled: flagColumn,
  /** Digest of the transport with all of its values, and the words a person is asked with. */
  identity: z.string(),
  line: z.string(),
  /** Of the transport that the writer confirmed last. */
  confirmedFingerprint: z.string().nullable(),
});
export type StoredServer = z.output<typeof ServerRow> & {
  /** An earlier version stored it, and its values still lie in the database. */
  isPlain: boolean;
};

export type McpStore = {
  /** In the order they were made. */
  list(): StoredServer[];
  find(name: string): StoredServer | null;
  put(server: Omit<StoredServer, 'confirmedFingerprint' | 'isPlain'>, updatedAt: number): void;
  /** Takes the place of a plain one, if it is still there; what was there is overwritten on the disk too. */
  cleanse(server: Pick<StoredServer, 'name' | 'transport' | 'identity' | 'line'>): void;
  confirm(name: string, fingerprint: string): void;
  remove(name: string): boolean;
};

export const createMcpStore = (database: Database): McpStore => {
  const columns =
    'name, transport, enabled, identity, line, confirmed_fingerprint AS confirmedFingerprint';
  const select = database.prepare(`SELECT ${columns} FROM mcp_servers ORDER BY sequence`);
  const selectOne = database.prepare(`SELECT ${columns} FROM mcp_servers WHERE name = ?`);
  const put = database.prepare(`
    INSERT INTO mcp_servers (name, transport, enabled, identity, line, updated_at)
    VALUES (@name, @transport, @enabled, @identity, @line, @updatedAt)
    ON CONFLICT (name) DO UPDATE SET transport = excluded.transport, enabled = excluded.enabled,
      identity = excluded.identity, line = excluded.line, updated_at = excluded.updated_at
  `);
  const cleanse = database.prepare(`
    UPDATE mcp_servers SET transport = @transport, identity = @identity, line = @line
    WHERE name = @name AND identity = ''
  `);
  const confirm = database.prepare(
    'UPDATE mcp_servers SET confirmed_fingerprint = ? WHERE name = ?',
  );
  const remove = database.prepare('DELETE FROM mcp_servers WHERE name = ?');
  const read = (row: unknown): StoredServer => {
    const server = parseRow(ServerRow, 'mcp_servers', row);
    if (server.identity !== '') return { ...server, isPlain: false };
    const transport = McpTransport.parse(server.transport);
    const identity = fingerprint(transport);
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
      cleanse.run({ ...server, transport: JSON.stringify(transport) });
      database.pragma('wal_checkpoint(TRUNCATE)');
    },
    confirm: (name, fingerprint) => {
      confirm.run(fingerprint, name);
    },
    remove: (name) => remove.run(name).changes > 0,
  };
};
