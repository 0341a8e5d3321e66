import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, jsonColumn, parseRow } from '#main/db/columns.ts';
import { McpServerName, McpTransport } from '#shared/domain/mcp-server.ts';

const ServerRow = z.object({
  name: McpServerName,
  transport: jsonColumn(McpTransport),
  enabled: flagColumn,
  /** Of the transport that the writer confirmed last. */
  confirmedFingerprint: z.string().nullable(),
});
export type StoredServer = z.output<typeof ServerRow>;

export type McpStore = {
  /** In the order they were made. */
  list(): StoredServer[];
  find(name: string): StoredServer | null;
  put(server: Omit<StoredServer, 'confirmedFingerprint'>, updatedAt: number): void;
  confirm(name: string, fingerprint: string): void;
  remove(name: string): boolean;
};

export const createMcpStore = (database: Database): McpStore => {
  const columns = 'name, transport, enabled, confirmed_fingerprint AS confirmedFingerprint';
  const select = database.prepare(`SELECT ${columns} FROM mcp_servers ORDER BY sequence`);
  const selectOne = database.prepare(`SELECT ${columns} FROM mcp_servers WHERE name = ?`);
  const put = database.prepare(`
    INSERT INTO mcp_servers (name, transport, enabled, updated_at) VALUES (@name, @transport, @enabled, @updatedAt)
    ON CONFLICT (name) DO UPDATE SET
      transport = excluded.transport, enabled = excluded.enabled, updated_at = excluded.updated_at
  `);
  const confirm = database.prepare(
    'UPDATE mcp_servers SET confirmed_fingerprint = ? WHERE name = ?',
  );
  const remove = database.prepare('DELETE FROM mcp_servers WHERE name = ?');
  const read = (row: unknown): StoredServer => parseRow(ServerRow, 'mcp_servers', row);

  return {
    list: () => select.all().map(read),
    find(name) {
      const row = selectOne.get(name);
      return row === undefined ? null : read(row);
    },
    put: ({ name, transport, enabled }, updatedAt) => {
      put.run({ name, transport: JSON.stringify(transport), enabled: enabled ? 1 : 0, updatedAt });
    },
    confirm: (name, fingerprint) => {
      confirm.run(fingerprint, name);
    },
    remove: (name) => remove.run(name).changes > 0,
  };
};
