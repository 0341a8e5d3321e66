import { basename } from 'node:path';
import { z } from 'zod';
import type { Migration } from '../migration.ts';

const Books = z.array(z.object({ project_id: z.string(), name: z.string(), path: z.string() }));

/**
 * Whether the writer gave a book its name and its language: what was taken from the folder's name or from the letters is
 * no decision, and gives way to one that comes from another machine (B1).
 */
export const settledByWriterMigration: Migration = {
  number: 47,
  name: 'settled by the writer',
  up(database) {
    database.exec(`
      ALTER TABLE projects ADD COLUMN name_given INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE projects ADD COLUMN language_given INTEGER NOT NULL DEFAULT 1;
    `);
    const update = database.prepare('UPDATE projects SET name_given = 0 WHERE project_id = ?');
    const books = Books.parse(
      database.prepare('SELECT project_id, name, path FROM projects').all(),
    );
    for (const { project_id: projectId, name, path } of books) {
      if (name === basename(path)) update.run(projectId);
    }
  },
};
