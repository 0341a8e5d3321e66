import type { Migration } from '../migration.ts';

/**
 * "Always" is said in one book and holds there. What was said before held in every book: it goes on in those that are
 * known by now, and is asked for in each that comes.
 */
export const permissionsByBookMigration: Migration = {
  number: 30,
  name: 'permissions-by-book',
  up(database) {
    database.exec(`
      CREATE TABLE project_permission_rules (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        rule_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        tool TEXT NOT NULL,
        rule TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        UNIQUE (project_id, tool, rule)
      ) STRICT;
      INSERT INTO project_permission_rules (rule_id, project_id, tool, rule, created_at)
        SELECT lower(hex(randomblob(10))), projects.project_id, tool, rule, permission_rules.created_at
        FROM permission_rules CROSS JOIN projects
        ORDER BY permission_rules.sequence, projects.opened_at;
      DROP TABLE permission_rules;
    `);
  },
};
