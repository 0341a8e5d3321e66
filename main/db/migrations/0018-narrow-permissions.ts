import type { Migration } from '../migration.ts';

/**
 * Standing permissions for all commands with one beginning covered options that write and programs that nobody listed.
 * They are asked for once more, and given for less; those for one very command stay.
 */
export const narrowPermissionsMigration: Migration = {
  number: 18,
  name: 'narrow-permissions',
  up(database) {
    for (const table of ['permission_rules', 'permission_grants']) {
      database.exec(`
        DELETE FROM ${table}
        WHERE tool IN ('Bash', 'terminal_create') AND rule LIKE '% …'
          AND rule NOT LIKE '$ %' AND rule NOT LIKE '{%' AND rule NOT LIKE '[%'
      `);
    }
  },
};
