import type { Migration } from '../migration.ts';

/** What left the machine (B12). No row holds anything of what was sent but its size and its hash. */
export const egressMigration: Migration = {
  number: 31,
  name: 'egress',
  up(database) {
    database.exec(`
      CREATE TABLE egress (
        sequence INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        ended_at INTEGER,
        purpose TEXT NOT NULL,
        project_id TEXT,
        origin TEXT NOT NULL,
        method TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        address_bytes INTEGER NOT NULL,
        tokens INTEGER,
        sha256 TEXT NOT NULL,
        assembly_id TEXT,
        outcome TEXT NOT NULL,
        http_status INTEGER,
        owner TEXT NOT NULL
      ) STRICT;
      CREATE INDEX egress_by_project ON egress (project_id, sequence);
      CREATE INDEX egress_by_assembly ON egress (assembly_id) WHERE assembly_id IS NOT NULL;
      CREATE INDEX egress_under_way ON egress (owner) WHERE outcome = 'sending';
    `);
  },
};
