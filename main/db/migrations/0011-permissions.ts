import type { Migration } from '../migration.ts';

/** What the writer allowed the assistant's tools for good or for a conversation, and the MCP servers it may use. */
export const permissionsMigration: Migration = {
  number: 11,
  name: 'permissions',
  up(database) {
    database.exec(`
      CREATE TABLE permission_rules (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        rule_id TEXT NOT NULL UNIQUE,
        tool TEXT NOT NULL,
        rule TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        UNIQUE (tool, rule)
      ) STRICT;

      CREATE TABLE permission_grants (
        project_id TEXT NOT NULL,
        conversation_id TEXT NOT NULL,
        tool TEXT NOT NULL,
        rule TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (conversation_id, tool, rule)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX permission_grants_by_project ON permission_grants (project_id);

      CREATE TABLE mcp_servers (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        transport TEXT NOT NULL,
        enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
        confirmed_fingerprint TEXT,
        updated_at INTEGER NOT NULL
      ) STRICT;
    `);
  },
};
