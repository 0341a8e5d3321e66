import type { Migration } from '../migration.ts';

/**
 * What an MCP server is, as a digest and in the words a person is asked with: the values of its variables leave the
 * table for the store of secrets. The service moves them when it next starts; both columns are '' until then.
 */
export const mcpIdentityMigration: Migration = {
  number: 14,
  name: 'mcp-identity',
  up(database) {
    database.exec(`
      ALTER TABLE mcp_servers ADD COLUMN identity TEXT NOT NULL DEFAULT '';
      ALTER TABLE mcp_servers ADD COLUMN line TEXT NOT NULL DEFAULT '';
    `);
  },
};
