import type { Migration } from '../migration.ts';

/**
 * Arguments and addresses of MCP servers leave the table for the store of secrets, as values of variables did. The
 * service moves them when it next starts and takes away the backups that hold them; what was granted for servers that
 * are no more, in words that hold them, goes here.
 */
export const mcpSecretsMigration: Migration = {
  number: 23,
  name: 'mcp-secrets',
  up(database) {
    database.exec(`
      ALTER TABLE mcp_servers ADD COLUMN in_backups INTEGER NOT NULL DEFAULT 1 CHECK (in_backups IN (0, 1));
      DELETE FROM permission_grants WHERE tool LIKE 'mcp:%' AND NOT EXISTS (
        SELECT 1 FROM mcp_servers WHERE 'mcp:' || name = tool AND line = rule
      );
    `);
  },
};
